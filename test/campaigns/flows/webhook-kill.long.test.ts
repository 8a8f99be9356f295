/** Webhooks of a process that dies. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_OF_ONE } from '../../../src/campaigns/flows/webhooks/send.work.ts';
import { sql } from '../../../src/platform/db.ts';
import { tellingFlow } from '../../support/flow-mail.ts';
import { expectSound } from '../../support/flows.ts';
import { givenContacts, givenWorkspace } from '../../support/given.ts';
import { openMortal } from '../../support/mortal.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

const mortal = await openMortal({ OUTBOUND_ALLOW: '127.0.0.0/8' });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

it('a process that dies while requests are under way loses none of them: each is sent again, with the names that it had', async () => {
  const { id: workspaceId, token } = await givenWorkspace(mortal.db);
  const { api } = await mortal.start(token);
  receiver.answer = () => {};
  const flowId = await tellingFlow(api, `${receiver.url}/mortal`, await givenContacts({ db: mortal.db, workspaceId }, 40));
  await receiver.came(MOST_OF_ONE);
  await mortal.kill();
  const memberships = () => receiver.received.map(({ json }) => (json as { membership_id: string }).membership_id);
  expect(memberships()).toHaveLength(MOST_OF_ONE);
  // Ends the claims of the dead process, without the minute of their leases.
  await mortal.db.query(sql`UPDATE flow_webhooks SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`);
  receiver.answer = (_request, answer) => void answer.end();
  await mortal.start(token);
  const isOver = sql`SELECT count(*)::int AS count FROM flow_memberships WHERE flow_id = ${flowId}::uuid AND status = 'completed'`;
  await expect.poll(async () => (await mortal.db.query<{ count: number }>(isOver))[0]?.count).toBe(40);
  const all = memberships();
  expect(new Set(all).size).toBe(40);
  expect(all).toHaveLength(40 + MOST_OF_ONE);
  expect(new Set(all.slice(MOST_OF_ONE)).size).toBe(40);
  const visits = await mortal.db.query<{ outcome: string }>(sql`SELECT outcome FROM flow_visits WHERE flow_id = ${flowId}::uuid`);
  expect(visits.map(({ outcome }) => outcome)).toEqual(Array(40).fill('delivered'));
  await expectSound(mortal.db);
});
