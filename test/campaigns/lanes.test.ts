/** Who waits behind whom: mail that somebody waits for has places and a lane of its own, and workspaces take turns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const { url, db } = await openTestDatabase();
const crowd = await givenWorkspace(db, { slug: 'crowd' });
const shop = await givenWorkspace(db, { slug: 'shop' });

let sink: SmtpSink;
let running: ServiceProcess;
/** Whom messages came for, in order. */
const order: string[] = [];
beforeAll(async () => {
  sink = await startSmtp({
    accept: async (to) => {
      order.push(to);
      // A server that takes its time: with ten connections some 250 a second.
      await new Promise((resolve) => setTimeout(resolve, 40));
    },
  });
  for (const { id } of [crowd, shop]) await addDomain(db, { workspaceId: id, domain: 'example.com', verified: true }, new Date());
  running = await startProcess({ DATABASE_URL: url, SMTP_URL: sink.url, RATE_LIMIT_RPS: '0' });
});
afterAll(async () => {
  await running.kill();
  await sink.close();
});

describe('behind four blasts of one workspace', () => {
  it('one operational mail goes out at once, and another workspace has its turn', async () => {
    const [ofCrowd, ofShop] = [createClient(running.url, crowd.token), createClient(running.url, shop.token)];
    const blasts = [];
    for (const name of ['a', 'b', 'c', 'd']) blasts.push(await prepareBlast(ofCrowd, people(500, `${name}.example.net`)));
    const receipt = await prepareBlast(ofCrowd, ['receipt@example.com']);
    const mass = await prepareBlast(ofShop, people(150, 'shop.example.net'));
    for (const { blastId } of blasts) await sendNow(ofCrowd, blastId);
    await expect.poll(() => order.length, { interval: 20 }).toBeGreaterThan(100);

    const before = order.length;
    await sendNow(ofCrowd, receipt.blastId, true);
    await expect.poll(() => order.includes('receipt@example.com'), { interval: 20 }).toBe(true);
    expect(order.indexOf('receipt@example.com') - before).toBeLessThan(400);

    await sendNow(ofShop, mass.blastId);
    await expect.poll(async () => (await readBlast(ofShop, mass.blastId)).status, { interval: 100 }).toBe('sent');
    const late = await Promise.all(blasts.map(({ blastId }) => readBlast(ofCrowd, blastId)));
    expect(late.map(({ status }) => status)).toContain('sending');
  });
});
