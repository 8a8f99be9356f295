import { afterAll, beforeAll, expect, test } from 'vitest';
import { count, requireServiceRoom, roomFor, type ServiceBudget, spend } from '../../src/workspaces/budget/budget.ts';
import type { Resource } from '../../src/workspaces/budget/resources.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const limit = ({ id }: TestWorkspace, resource: Resource, amount: number | null | undefined) =>
  updateWorkspace(service.db, id, { limits: new Map([[resource, amount]]) }, service.clock.now());
const usage = async ({ api }: TestWorkspace) => (await must(api.GET('/v1/workspace'))).usage;
const html = (bytes: number) => `<!doctype html><title>x</title><p>${'x'.repeat(bytes)}</p>`;

test('a workspace is described with its limits, its domains and what it has used', async () => {
  const workspace = await service.workspace({ plan: 'free', credits: 7 });
  const described = await must(workspace.api.GET('/v1/workspace'));
  expect(described).toMatchObject({
    workspace_id: workspace.id,
    slug: workspace.slug,
    plan: 'free',
    page_host: `${workspace.slug}.${service.service.config.publishedHost}`,
    credits: { balance: 7 },
    sending_domains: [{ domain: 'example.com', verified: true }],
    limits: { stored_bytes: 268_435_456, test_mails: 50 },
    usage: { stored_bytes: 0, generations: 0 },
  });
});

test.runIf(isAtLength)('stored bytes are counted exactly, refused past the limit, and come back by deleting', async () => {
  const workspace = await service.workspace();
  const { api } = workspace;
  const created = await must(api.POST('/v1/emails', { body: { name: 'A' } }));
  const params = { path: { emailId: created.email_id } };
  const before = (await usage(workspace)).stored_bytes;
  expect(before).toBeGreaterThan(0);
  await must(api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: html(5_000) } }));
  expect((await usage(workspace)).stored_bytes).toBeGreaterThan(before + 5_000);

  await limit(workspace, 'stored_bytes', before + 12_000);
  const refused = await api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: html(9_000) } });
  expect(refused.response.status).toBe(429);
  expect(refused.error).toMatchObject({ error_code: 'budget_exceeded', details: { resource: 'stored_bytes', resets_at: null } });

  await must(api.DELETE('/v1/emails/{emailId}', { params }));
  expect((await usage(workspace)).stored_bytes).toBe(0);
});

test('uploads of a workspace that is full are refused', async () => {
  const workspace = await service.workspace();
  await limit(workspace, 'stored_bytes', 0);
  const form = new FormData();
  form.append('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
  const response = await fetch(`${service.url}/v1/tents/new/assets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.apiKey}` },
    body: form,
  });
  expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([429, 'budget_exceeded']);
});

test.runIf(isAtLength)(
  'bytes of bodies are counted; past the limit no body is taken until the next day, and all else goes on',
  async () => {
    const [workspace, other] = [await service.workspace(), await service.workspace()];
    await limit(workspace, 'received_bytes', 900);
    const body = { items: [{ email: 'ada@example.net', company: 'é'.repeat(200) }] };
    const bytes = Buffer.byteLength(JSON.stringify(body));
    expect(bytes).toBeLessThan(900);
    const send = ({ api }: TestWorkspace) => api.POST('/v1/contacts/upsert', { body });
    // Two of them are more than that: what is left when a body comes decides.
    await must(send(workspace));
    await must(send(workspace));
    const refused = await send(workspace);
    expect([refused.response.status, refused.error]).toMatchObject([
      429,
      {
        error_code: 'budget_exceeded',
        details: { resource: 'received_bytes', limit: 900, used: 2 * bytes, resets_at: expect.any(String) },
      },
    ]);
    expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0);

    await must(send(other));
    const { items } = await must(workspace.api.GET('/v1/contacts'));
    const params = { path: { contact_id: items[0]?.contact_id as string } };
    expect((await workspace.api.DELETE('/v1/contacts/{contact_id}', { params })).response.status).toBe(204);
    // Of an operation that may have a body, a request without one goes on as well.
    const tentId = await giveTent(service, workspace);
    await must(workspace.api.POST('/v1/tents/{tentId}/clone', { params: { path: { tentId } } }));
    // It is written some seconds later; what was refused is not counted.
    await expect.poll(async () => (await usage(workspace)).received_bytes, { timeout: 15_000 }).toBe(2 * bytes);
    service.clock.advance({ hours: 24 });
    await expect.poll(async () => (await send(workspace)).response.status, { timeout: 15_000 }).toBe(200);
  },
);

test('generations and test mails end with the day, and Retry-After says when the next one begins', async () => {
  const workspace = await service.workspace();
  await limit(workspace, 'generations', 1);
  const ask = () => workspace.api.POST('/v1/emails', { body: { name: 'A', prompt: 'A newsletter about camping' } });
  await must(ask());
  const refused = await ask();
  expect(refused.error).toMatchObject({ error_code: 'budget_exceeded', details: { resource: 'generations', limit: 1, used: 1 } });
  expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0);
  service.clock.advance({ hours: 24 });
  await must(ask());
});

test.runIf(isAtLength)('spending at the same moment cannot pass a limit together', async () => {
  const workspace = await service.workspace();
  await limit(workspace, 'test_mails', 5);
  const now = service.clock.now();
  const spent = await Promise.allSettled(
    Array.from({ length: 12 }, () => service.db.transaction((tx) => spend({ db: tx, workspaceId: workspace.id, now }, 'test_mails', 1))),
  );
  expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await roomFor({ db: service.db, workspaceId: workspace.id, now }, 'test_mails')).toBe(0);
  await count({ db: service.db, workspaceId: workspace.id, now }, 'test_mails', 3);
  expect((await usage(workspace)).test_mails).toBe(8);
});

test.runIf(isAtLength)('processor time and messages are counted; without time left generations fail, and mail goes on', async () => {
  const workspace = await service.workspace();
  const { api } = workspace;
  const emailId = await approvedEmail(api, html(40_000));
  const test = () => must(api.POST('/v1/emails/{emailId}/test', { params: { path: { emailId } }, body: { to: ['ada@example.net'] } }));
  await test();
  await service.drain();
  // Measurements are written some seconds later.
  await expect.poll(async () => (await usage(workspace)).message_bytes, { timeout: 15_000 }).toBeGreaterThan(80_000);
  const used = await usage(workspace);
  expect(used.thread_seconds).toBeGreaterThan(0);

  await limit(workspace, 'thread_seconds', 0);
  const { test_id } = await test();
  const started = await must(api.POST('/v1/emails', { body: { name: 'A', prompt: 'A newsletter about camping' } }));
  await service.drain();
  const path = { emailId, test_id };
  expect(await must(api.GET('/v1/emails/{emailId}/tests/{test_id}', { params: { path } }))).toMatchObject({ status: 'completed' });
  const { email_id, generation_id } = started as { email_id: string; generation_id: string };
  const generation = api.GET('/v1/emails/{emailId}/generations/{generationId}', {
    params: { path: { emailId: email_id, generationId: generation_id } },
  });
  expect(await must(generation)).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('seconds of processor time a day'),
  });
});

test('the service has a budget of its own, whichever workspace uses it', async () => {
  const [one, other] = [await service.workspace(), await service.workspace()];
  service.clock.advance({ hours: 24 });
  const now = service.clock.now();
  for (const { id } of [one, other]) await count({ db: service.db, workspaceId: id, now }, 'model_tokens', 100);
  const require = (budget: ServiceBudget, later = 0) => requireServiceRoom({ db: service.db, now }, budget, async () => later);
  await require({ model_tokens: 201 });
  await expect(require({ model_tokens: 200 })).rejects.toThrow('This service has used its 200 model tokens');
  await count({ db: service.db, workspaceId: one.id, now }, 'generations', 3);
  await require({ generations: 3 });
  await require({ generations: 2 }, 1);
  await expect(require({ generations: 2 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(require({ generations: 1 }, 1)).rejects.toMatchObject({ code: 'budget_exceeded' });
});

test('what all use together is in the metrics, without a workspace', async () => {
  const workspace = await service.workspace();
  await limit(workspace, 'generations', 0);
  const refused = await workspace.api.POST('/v1/emails', { body: { name: 'A', prompt: 'A newsletter about camping' } });
  expect(refused.response.status).toBe(429);
  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).toMatch(/bivouac_budget_used\{resource="stored_bytes"\} \d/);
  expect(text).toMatch(/bivouac_budget_refused_total\{resource="generations"\} [1-9]/);
});
