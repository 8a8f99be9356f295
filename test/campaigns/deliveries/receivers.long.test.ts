/** A large blast to receivers with limits of their own: everybody gets it once, and each receiver at the pace that it allows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../src/platform/db.ts';
import { people, prepareBlast, readBlast, sendNow } from '../../support/blast.ts';
import { givenBlast, givenContacts, givenEmail, givenList } from '../../support/given.ts';
import { type Receivers, startReceivers, WORDS } from '../../support/receivers.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const EVERYBODY = 100_000;
/** Of a hundred people; the rest is at a receiver without a limit. */
const SHARES = { 'gmail.com': 40, 'outlook.com': 20, 'yahoo.com': 15, 'grey.example': 2 };
const PER_MINUTE = { google: 6_000, microsoft: 3_000, yahoo: 2_000 };
const HOURS = 6;

let receivers: Receivers;
let service: TestService;
beforeAll(async () => {
  let clock: TestService['clock'] | undefined;
  receivers = await startReceivers(
    { now: () => clock?.now() ?? new Date() },
    {
      google: { domains: ['gmail.com'], limit: { perMinute: PER_MINUTE.google, reply: WORDS.google, at: 'content' } },
      microsoft: { domains: ['outlook.com'], limit: { perMinute: PER_MINUTE.microsoft, reply: WORDS.microsoftReputation, at: 'rcpt' } },
      yahoo: { domains: ['yahoo.com'], limit: { perMinute: PER_MINUTE.yahoo, reply: WORDS.yahoo, at: 'rcpt' } },
      grey: { domains: ['grey.example'], greylist: { minutes: 5, reply: WORDS.greylist } },
    },
  );
  service = await startTestService({ SMTP_URL: receivers.url }, { isFresh: true });
  ({ clock } = service);
});
afterAll(async () => {
  await service.stop();
  await receivers.close();
});

const domainOf = (i: number): string => {
  let place = i % 100;
  for (const [domain, share] of Object.entries(SHARES)) {
    if (place < share) return domain;
    place -= share;
  }
  return 'quick.example';
};

it('reaches a hundred thousand', { timeout: 30 * 60_000 }, async () => {
  const scope = { db: service.db, workspaceId: service.id };
  const contacts: string[] = [];
  while (contacts.length < EVERYBODY) contacts.push(...(await givenContacts(scope, 5_000)));
  await service.db.query(sql`
    UPDATE contacts c SET email = 'p' || n.i || '@' || n.domain
    FROM unnest(${contacts}::uuid[], ${contacts.map((_id, i) => domainOf(i))}::text[]) WITH ORDINALITY AS n (id, domain, i)
    WHERE c.workspace_id = ${service.id}::uuid AND c.id = n.id`);
  const listId = await givenList(scope, []);
  await service.db.query(sql`
    INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
    SELECT workspace_id, ${listId}::uuid, id, now() FROM contacts WHERE workspace_id = ${service.id}::uuid`);
  await service.db.query(sql`UPDATE contact_lists SET member_count = ${EVERYBODY}::int WHERE id = ${listId}::uuid`);
  const blastId = await givenBlast(service, { listId, emailId: await givenEmail(scope) });
  await sendNow(service.api, blastId);
  await service.drain();
  const quick = () => receivers.messages.filter(({ receiver }) => receiver === 'quick.example').length;
  // Receivers without a limit get theirs before any time has passed.
  expect(quick()).toBe((EVERYBODY / 100) * (100 - Object.values(SHARES).reduce((sum, share) => sum + share)));

  // Meanwhile another sender's mail goes out at once.
  const other = await service.workspace();
  const { blastId: second } = await prepareBlast(other.api, people(50, 'fjord.example'));
  await sendNow(other.api, second);
  await service.drain();
  expect((await readBlast(other.api, second)).status).toBe('sent');

  const began = service.clock.now().getTime();
  for (let status = 'sending'; status !== 'sent'; ) {
    service.clock.advance({ seconds: 1 });
    await service.drain();
    ({ status } = await readBlast(service.api, blastId));
    expect(['sending', 'sent']).toContain(status);
    expect(service.clock.now().getTime() - began).toBeLessThan(HOURS * 3_600_000);
  }
  const ours = receivers.messages.filter(({ to }) => !to.endsWith('@fjord.example'));
  expect([ours.length, new Set(ours.map(({ to }) => to)).size]).toEqual([EVERYBODY, EVERYBODY]);
  expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_sent_count: EVERYBODY, blast_failed_count: 0 });
  for (const [receiver, perMinute] of Object.entries(PER_MINUTE)) {
    const minutes = (Math.max(...ours.filter((message) => message.receiver === receiver).map(({ at }) => at)) - began) / 60_000;
    const pace = ours.filter((message) => message.receiver === receiver).length / minutes;
    const refused = receivers.refusals[receiver] ?? 0;
    console.log(receiver, { minutes, pace: Math.round(pace), perMinute, refused });
    // Not much slower than it allows, and hardly anything refused.
    expect(pace).toBeGreaterThan(perMinute / 4);
    expect(refused).toBeLessThan(EVERYBODY / 50);
  }
});
