/** Tents that go live and are taken down at their times: once, however late, and never against a later wish. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDocument } from '../../src/content/documents/documents.repo.ts';
import { TENT } from '../../src/content/documents/kinds.ts';
import { sql } from '../../src/platform/db.ts';
import { runDue } from '../../src/tents/publishing/schedule.work.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { page } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { asking } from '../support/pages.ts';
import { behind } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { settled } from '../support/settled.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
let ours: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  ours = await service.workspace();
});
afterAll(() => service.stop());

const at = (tentId: string) => ({ params: { path: { tentId } } });
const inHours = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString();
const patch = (tentId: string, body: object, { api } = ours) => api.PATCH('/v1/tents/{tentId}', { ...at(tentId), body });
const read = async (tentId: string) => (await must(ours.api.GET('/v1/tents/{tentId}', at(tentId)))) as any;
const publish = (tentId: string, body = {}) => must(ours.api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body }));
const unpublish = (tentId: string) => must(ours.api.POST('/v1/tents/{tentId}/unpublish', at(tentId)));
const visit = (path: string) => asking({ service: service.service, slug: ours.slug })(path);
async function pass(hours: number): Promise<void> {
  service.clock.advance({ hours });
  await service.drain();
}
async function events(): Promise<string[]> {
  await settled(service.db);
  return (await must(ours.api.GET('/v1/events'))).events.map(({ type }) => type);
}

test.runIf(isAtLength)('a tent goes live at its time, and is over at its time', async () => {
  await must(ours.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  const tentId = await giveTent(service, ours, page('<p>Summer</p>'));
  const times = { publish_at: inHours(2), publish_alias: 'summer', unpublish_at: inHours(5) };
  expect(await must(patch(tentId, times))).toMatchObject({ ...times, status: 'draft', expired_redirect_url: null });
  await pass(1);
  expect((await visit('/summer')).status).toBe(404);

  await pass(1);
  expect((await visit('/summer')).text).toContain('Summer');
  expect(await read(tentId)).toMatchObject({
    status: 'published',
    publish_at: null,
    publish_alias: null,
    unpublish_at: times.unpublish_at,
  });

  await pass(3);
  const over = await visit('/summer');
  expect([over.status, over.text]).toEqual([410, expect.stringContaining('no longer here')]);
  expect((await visit(`/${tentId}`)).status).toBe(410);
  expect(await read(tentId)).toMatchObject({ status: 'draft', publication: null, unpublish_at: null });
  expect(await events()).toEqual(['tent.published', 'tent.unpublished']);

  await publish(tentId, { custom_page_alias: 'summer' });
  expect((await visit('/summer')).status).toBe(200);
  await unpublish(tentId);
  expect((await visit('/summer')).status).toBe(404);
});

test.runIf(isAtLength)('visitors of a page that is over go where the workspace says, also when it says so later', async () => {
  const tentId = await giveTent(service, ours);
  await publish(tentId, { custom_page_alias: 'sale' });
  await must(patch(tentId, { unpublish_at: inHours(1) }));
  await pass(1);
  expect((await visit('/sale')).status).toBe(410);
  await must(patch(tentId, { expired_redirect_url: 'https://www.example.com/next?a=1#top' }));
  const led = await visit('/sale?utm=x');
  expect([led.status, led.headers.location]).toEqual([302, 'https://www.example.com/next?a=1&utm=x#top']);

  // Its own address is a circle.
  await must(patch(tentId, { expired_redirect_url: `http://${ours.slug}.${service.service.config.publishedHost}/sale` }));
  expect((await visit('/sale')).status).toBe(404);
});

test.runIf(isAtLength)('of times that have passed while the service was down, the later one counts', async () => {
  const [over, back] = [await giveTent(service, ours), await giveTent(service, ours, page('<p>Back</p>'))];
  await must(patch(over, { publish_at: inHours(1), unpublish_at: inHours(2) }));
  await publish(back, { custom_page_alias: 'back' });
  await must(patch(back, { unpublish_at: inHours(1) }));
  // Between both times it was down: the page is planned to be up again.
  await service.db.query(sql`UPDATE tent_schedules SET publish_at = unpublish_at + interval '1 hour' WHERE tent_id = ${back}::uuid`);
  await pass(3);
  expect(await read(over)).toMatchObject({ status: 'draft', publication: null, publish_at: null, unpublish_at: null });
  expect((await visit('/back')).text).toContain('Back');
});

test.runIf(isAtLength)('null cancels, and a person who publishes or deletes is not overruled', async () => {
  const [cancelled, moved, gone] = [await giveTent(service, ours), await giveTent(service, ours), await giveTent(service, ours)];
  await must(patch(cancelled, { publish_at: inHours(1), publish_alias: 'x', unpublish_at: inHours(2) }));
  expect(await must(patch(cancelled, { publish_at: null }))).toMatchObject({ publish_at: null, publish_alias: null });
  await must(patch(cancelled, { unpublish_at: null }));
  await publish(moved, { custom_page_alias: 'here' });
  await must(patch(moved, { publish_at: inHours(1) }));
  await must(patch(gone, { publish_at: inHours(1) }));
  await must(ours.api.DELETE('/v1/tents/{tentId}', at(gone)));
  await pass(1);
  expect((await read(cancelled)).publication).toBeNull();
  expect((await read(moved)).publication).toMatchObject({ applied_custom_page_alias: 'here', version: 1 });
  const rows = await service.db.query(sql`SELECT 1 AS left FROM tent_schedules WHERE tent_id = ${gone}::uuid`);
  expect(rows).toEqual([]);
});

test.runIf(isAtLength)('two processes carry it out once, and read what a person has changed meanwhile', async () => {
  await must(ours.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  const [twice, changed] = [await giveTent(service, ours), await giveTent(service, ours)];
  for (const tentId of [twice, changed]) await must(patch(tentId, { publish_at: inHours(1) }));
  service.clock.advance({ hours: 1 });
  const ctx = { db: service.db, workspaceId: ours.id, now: service.clock.now() };
  const run = (tentId: string) => runDue(ctx, { ...service.service.config, log: service.service.log }, tentId);
  await Promise.all([run(twice), run(twice)]);
  expect(await events()).toEqual(['tent.published']);

  const paths = await behind(
    service.db,
    async (tx) => {
      await lockDocument({ db: tx, workspaceId: ours.id }, TENT, changed);
      await tx.query(sql`UPDATE tent_schedules SET publish_at = NULL, due_at = NULL WHERE tent_id = ${changed}::uuid`);
    },
    () => run(changed),
  );
  expect(paths).toEqual([]);
  expect((await read(changed)).publication).toBeNull();
});

test.runIf(isAtLength)('the reason is shown when a page cannot be published at its time', async () => {
  const empty = (await must(ours.api.POST('/v1/tents', { body: { prompt: 'A page for a bakery in Leeds' } }))).id;
  await must(
    ours.api.POST('/v1/tents/{tentId}/generations/{generationId}/cancel', {
      params: { path: { tentId: empty, generationId: (await read(empty)).generation.generation_id } },
    }),
  );
  const [first, second] = [await giveTent(service, ours), await giveTent(service, ours)];
  await updateWorkspace(service.db, ours.id, { plan: 'free' }, service.clock.now());
  await publish(first);
  for (const tentId of [empty, second]) await must(patch(tentId, { publish_at: inHours(1) }));
  await pass(1);
  expect((await read(empty)).publication.last_attempt).toMatchObject({
    status: 'failed',
    message: 'The tent has no completed version yet.',
  });
  expect((await read(second)).publication.last_attempt).toMatchObject({ status: 'failed', message: expect.stringContaining('free plan') });
});

describe('a schedule', () => {
  test.each([
    ['in the past', { publish_at: '2020-01-01T00:00:00Z' }],
    ['without an offset', { publish_at: '2030-01-01T00:00:00' }],
    ['that ends before it begins', { publish_at: '2100-01-02T00:00:00Z', unpublish_at: '2100-01-01T00:00:00Z' }],
    ['with an alias and no time', { publish_alias: 'x' }],
    ['with a branding and no time', { publish_remove_branding: true }],
    ['with a reserved alias', { publish_at: '2100-01-02T00:00:00Z', publish_alias: 'submit' }],
    ['that leads to a script', { expired_redirect_url: 'javascript:alert(1)' }],
    ['that leads to http', { expired_redirect_url: 'http://www.example.com/' }],
  ])('%s is refused', async (_case, body) => {
    const tentId = await giveTent(service, ours);
    expect(outcome(await patch(tentId, body))).toEqual([400, 'validation_failed']);
  });

  test('needs a key that may publish', async () => {
    const tentId = await giveTent(service, ours);
    const { api_key: key } = await must(ours.api.POST('/v1/keys', { body: { name: 'Editor', scopes: ['tents:write'] } }));
    const send = (body: object) =>
      fetch(`${service.url}/v1/tents/${tentId}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await send({ publish_at: inHours(1) })).status).toBe(403);
    expect((await send({ name: 'Other' })).status).toBe(200);
  });
});
