/** A blast whose process is killed. `kill.long.test.ts` kills many, and stops others. */
import { expect, it } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { readBlast, sendNow } from '../support/blast.ts';
import { givenReadyBlast } from '../support/given.ts';
import { IN_FLIGHT, idsByPerson, openSenders } from '../support/senders.ts';

const PEOPLE = 600;
/** So many that all of them again would be more than what may be under way. */
const BEFORE_THE_KILL = 350;

const senders = await openSenders();
const { db, sink, token, workspaceId } = senders;

it.runIf(isAtLength)('kill -9 leaves nobody out, and repeats only what was under way, under the same Message-ID', async () => {
  const first = await senders.start();
  let killed: Promise<void> | undefined;
  senders.onMessage = () => {
    if (sink.messages.length >= BEFORE_THE_KILL) killed ??= first.kill();
  };
  const blastId = await givenReadyBlast(db, { id: workspaceId, slug: '', apiKey: token, api: first.api }, PEOPLE);
  await sendNow(first.api, blastId);
  await expect.poll(() => killed !== undefined, { interval: 20 }).toBe(true);
  await killed;
  const delivered = sink.messages.length;
  expect(delivered).toBeLessThan(PEOPLE);
  await senders.forgetClaims();

  const second = await senders.start();
  await expect.poll(async () => (await readBlast(second.api, blastId)).status, { interval: 100 }).toBe('sent');

  expect((await readBlast(second.api, blastId)).details).toMatchObject({
    blast_recipient_count: PEOPLE,
    blast_sent_count: PEOPLE,
    blast_failed_count: 0,
  });
  const ids = idsByPerson(sink.messages);
  expect(ids.size).toBe(PEOPLE);
  for (const [person, of] of ids) expect(of.size, person).toBe(1);
  expect(sink.messages.length - PEOPLE).toBeLessThanOrEqual(IN_FLIGHT);
  const since = sink.messages.slice(delivered);
  expect(new Set(since.map(({ to }) => to)).size).toBe(since.length);
  const { rows } = await db.pool.query(
    `SELECT (SELECT count(*) FROM deliveries WHERE status <> 'sent')::int + (SELECT count(*) FROM claims)::int AS left_over`,
  );
  expect(rows[0].left_over).toBe(0);
});
