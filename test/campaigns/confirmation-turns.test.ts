/** Requests to confirm go out beside mass mail, and after the other messages of their workspace. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeTurn } from '../../src/campaigns/deliveries/dispatches.repo.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, people, prepareBlast, sendNow } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const lanes = async () => {
  const rows = await service.db.prisma.dispatch.findMany({ where: { workspaceId: service.id }, select: { origin: true, lane: true } });
  return new Map(rows.map(({ origin, lane }) => [origin, lane]));
};
const nextTurn = () => takeTurn(service.db, 'interactive', { except: [], now: service.clock.now() });

it.runIf(isAtLength)('a large blast does not delay them, and a flood of them delays no message', async () => {
  const { blastId } = await prepareBlast(service.api, people(120));
  await sendNow(service.api, blastId);
  await service.drain();
  const { topic_id } = await must(service.api.POST('/v1/topics', { body: { name: 'News', default: 'opt_in' } }));
  const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { limit: 5 } } }));
  for (const { contact_id } of items)
    await must(
      service.api.POST('/v1/contacts/{contact_id}/confirmations', { params: { path: { contact_id } }, body: { topic_ids: [topic_id] } }),
    );
  const words = { from_address: 'hello@example.com', subject: 'Your code', text: '1234' };
  const { message_id } = await must(service.api.POST('/v1/messages', { body: { to: { email: 'waiting@example.org' }, ...words } }));
  expect(await lanes()).toEqual(
    new Map([
      ['blast', 'bulk'],
      ['transactional', 'interactive'],
    ]),
  );
  expect((await nextTurn())?.messageId).toBe(fromUlid(message_id));
  const others = new Set([(await nextTurn())?.messageId, (await nextTurn())?.messageId]);
  expect(others.size).toBe(2);
  expect(others).not.toContain(fromUlid(message_id));
});
