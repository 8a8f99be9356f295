/** The order of messages: urgent mail has its own lane and places, and workspaces take turns. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBlast, sendNow } from '../support/blast.ts';
import { givenBlast, givenContacts, givenEmail, givenList } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

let sink: SmtpSink;
let service: TestService;
/** The recipients of messages, in order. */
const order: string[] = [];
beforeAll(async () => {
  sink = await startSmtp({
    accept: async (to) => {
      order.push(to);
      // A server that takes its time: with ten connections some 250 a second.
      await wait(40);
    },
  });
  service = await startTestService({ SMTP_URL: sink.url }, { runJobs: true });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

describe('behind four blasts of one workspace', () => {
  it('one operational mail goes out at once, and another workspace has its turn', async () => {
    const [crowd, shop] = [service, await service.workspace()];
    const given = async (workspace: TestWorkspace, people: number, email?: string) => {
      const contacts = await givenContacts({ db: service.db, workspaceId: workspace.id }, people, email ? { email } : {});
      const listId = await givenList({ db: service.db, workspaceId: workspace.id }, contacts);
      return givenBlast(workspace, { listId, emailId: await givenEmail({ db: service.db, workspaceId: workspace.id }) });
    };
    const blasts: string[] = [];
    // Longer than the first turns, which end after three seconds.
    for (let i = 0; i < 4; i++) blasts.push(await given(crowd, 500));
    const receipt = await given(crowd, 1, 'receipt@example.com');
    // Not so few that they go beside mass mail.
    const mass = await given(shop, 101);
    for (const blastId of blasts) await sendNow(crowd.api, blastId);
    await expect.poll(() => order.length, { interval: 20 }).toBeGreaterThan(50);

    const before = order.length;
    await sendNow(crowd.api, receipt, true);
    await sendNow(shop.api, mass);
    await expect.poll(() => order.includes('receipt@example.com'), { interval: 20 }).toBe(true);
    expect(order.indexOf('receipt@example.com') - before).toBeLessThan(300);

    await expect.poll(async () => (await readBlast(shop.api, mass)).status, { interval: 100 }).toBe('sent');
    const late = await Promise.all(blasts.map((blastId) => readBlast(crowd.api, blastId)));
    expect(late.map(({ status }) => status)).toContain('sending');
  });
});
