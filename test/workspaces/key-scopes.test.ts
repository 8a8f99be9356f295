/** Keys that may do some things only, made and changed by the API. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { lookUp } from '../../src/http/contract.ts';
import { newId } from '../../src/platform/ids.ts';
import { includesAddress, isNetwork, networksOf } from '../../src/shared/networks.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, prepareBlast } from '../support/blast.ts';
import { createClient, document } from '../support/client.ts';
import { outcome } from '../support/outcome.ts';
import { startTestService } from '../support/service.ts';

type Body = components['schemas']['CreateKeyRequest'];

const service = await startTestService();
afterAll(() => service.stop());

const create = (body: Body) => service.api.POST('/v1/keys', { body });
const at = (key_id: string) => ({ params: { path: { key_id } } });
const clientOf = (apiKey: string) => createClient(service.url, apiKey);
/** Changes take effect when what is remembered of the key is looked up anew. */
const afterFiveSeconds = () => service.clock.advance({ seconds: 5 });

describe('a key that is made by the API', () => {
  test('is shown once, and does what its scopes name', async () => {
    const { api_key, ...key } = await must(create({ name: ' Shop ', scopes: ['contacts:write', 'events:write'] }));
    expect(key).toMatchObject({ name: 'Shop', scopes: ['contacts:write', 'events:write'], allowed_networks: null, expires_at: null });
    expect(api_key).toMatch(/^bvk_[\w-]{43}$/);
    expect(api_key.startsWith(key.prefix)).toBe(true);
    expect(await must(service.api.GET('/v1/keys/{key_id}', at(key.key_id)))).toEqual(key);

    const api = clientOf(api_key);
    await must(api.POST('/v1/contacts', { body: { items: [{ email: 'maya@example.net' }] } }));
    const refused = await api.GET('/v1/contacts');
    expect(outcome(refused)).toEqual([403, 'key_not_allowed']);
    expect((refused.error as { details: object }).details).toEqual({ required_scope: 'contacts:read' });
    expect(outcome(await api.GET('/v1/keys'))).toEqual([403, 'key_not_allowed']);
    await must(api.GET('/v1/workspace'));
  });

  test('without scopes does everything, as before', async () => {
    const { api_key, scopes } = await must(create({ name: 'Back office' }));
    expect(scopes).toBeNull();
    const made = await must(clientOf(api_key).POST('/v1/keys', { body: { name: 'Another' } }));
    expect(made.scopes).toBeNull();
  });

  test.runIf(isAtLength)('prepares a blast, and cannot send it', async () => {
    const { api_key } = await must(create({ name: 'Editor', scopes: ['blasts:write', 'blasts:read'] }));
    const { blastId } = await prepareBlast(service.api, ['noor@example.net']);
    const path = { params: { path: { blastId } } };
    expect(outcome(await clientOf(api_key).POST('/v1/email-blasts/{blastId}/send-now', path))).toEqual([403, 'key_not_allowed']);
    await must(clientOf(api_key).GET('/v1/email-blasts/{blastId}', path));
  });

  test('needs a second scope where the body asks for more', async () => {
    const { api_key } = await must(create({ name: 'Author', scopes: ['tents:write'] }));
    const write = (body: { prompt: string; auto_publish?: boolean }) => clientOf(api_key).POST('/v1/tents', { body });
    const refused = await write({ prompt: 'A page for a bakery', auto_publish: true });
    expect([refused.response.status, (refused.error as { details: object }).details]).toEqual([403, { required_scope: 'tents:publish' }]);
    await must(write({ prompt: 'A page for a bakery', auto_publish: false }));
    await must(write({ prompt: 'A page for a bakery' }));
  });

  test('works until it expires, and from its networks', async () => {
    const expires_at = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const { api_key, key_id } = await must(create({ name: 'Brief', expires_at, allowed_networks: ['127.0.0.0/8', '::1'] }));
    await must(clientOf(api_key).GET('/v1/contacts'));
    await must(service.api.PATCH('/v1/keys/{key_id}', { ...at(key_id), body: { allowed_networks: ['203.0.113.0/24'] } }));
    afterFiveSeconds();
    expect(outcome(await clientOf(api_key).GET('/v1/contacts'))).toEqual([403, 'key_not_allowed']);
    await must(service.api.PATCH('/v1/keys/{key_id}', { ...at(key_id), body: { allowed_networks: null } }));
    afterFiveSeconds();
    await must(clientOf(api_key).GET('/v1/contacts'));
    service.clock.advance({ seconds: 50 });
    expect(outcome(await clientOf(api_key).GET('/v1/contacts'))).toEqual([401, 'unauthorized']);
  });

  test('shows when it was used last', async () => {
    const { api_key, key_id, last_used_at } = await must(create({ name: 'Used' }));
    expect(last_used_at).toBeNull();
    const lastUse = async () => Date.parse((await must(service.api.GET('/v1/keys/{key_id}', at(key_id)))).last_used_at ?? '');
    for (let use = 0; use < 2; use++) {
      const before = service.clock.now().getTime();
      await must(clientOf(api_key).GET('/v1/contacts'));
      await vi.waitFor(async () => expect(await lastUse()).toBeGreaterThanOrEqual(before), 10_000);
      service.clock.advance({ seconds: 60 });
    }
  });

  test('is made once for one Idempotency-Key, and answered alike', async () => {
    const params = { header: { 'Idempotency-Key': newId() } };
    const make = () => must(service.api.POST('/v1/keys', { params, body: { name: 'Once' } }));
    const [first, second] = [await make(), await make()];
    expect(second).toEqual(first);
  });

  test.each<[Partial<Body>, string]>([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['contacts:admin' as never] }, 'scopes.0'],
    [{ allowed_networks: [] }, 'allowed_networks'],
    [{ allowed_networks: ['10.0.0.0/8', '10.0.0.0/33'] }, 'allowed_networks.1'],
    [{ allowed_networks: ['example.com'] }, 'allowed_networks.0'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ name: ' ' }, 'name'],
  ])('is refused with %j', async (fields, path) => {
    const { error, response } = await create({ name: 'Wrong', ...fields });
    expect(response.status).toBe(400);
    expect((error as any).details.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
  });
});

describe('changing and revoking', () => {
  test('change what the key may do, within five seconds', async () => {
    const { api_key, key_id } = await must(create({ name: 'Shop', scopes: ['contacts:write'] }));
    expect(outcome(await clientOf(api_key).GET('/v1/contacts'))).toEqual([403, 'key_not_allowed']);
    const body = { scopes: ['contacts:read' as const], name: 'Reader' };
    expect(await must(service.api.PATCH('/v1/keys/{key_id}', { ...at(key_id), body }))).toMatchObject(body);
    afterFiveSeconds();
    await must(clientOf(api_key).GET('/v1/contacts'));
    await must(service.api.PATCH('/v1/keys/{key_id}', { ...at(key_id), body: { scopes: null } }));
    afterFiveSeconds();
    await must(clientOf(api_key).GET('/v1/keys'));

    expect(outcome(await service.api.DELETE('/v1/keys/{key_id}', at(key_id)))).toEqual([204, undefined]);
    afterFiveSeconds();
    expect(outcome(await clientOf(api_key).GET('/v1/contacts'))).toEqual([401, 'unauthorized']);
    const revoked = await must(service.api.GET('/v1/keys/{key_id}', at(key_id)));
    expect(revoked.revoked_at).not.toBeNull();
    expect(outcome(await service.api.DELETE('/v1/keys/{key_id}', at(key_id)))).toEqual([204, undefined]);
    expect(await must(service.api.GET('/v1/keys/{key_id}', at(key_id)))).toEqual(revoked);
    expect(outcome(await service.api.PATCH('/v1/keys/{key_id}', { ...at(key_id), body: { name: 'Again' } }))).toEqual([409, 'conflict']);
  });

  test('is nothing for another workspace', async () => {
    const { key_id } = await must(create({ name: 'Ours' }));
    const { api } = await service.workspace();
    expect(outcome(await api.PATCH('/v1/keys/{key_id}', { ...at(key_id), body: { name: 'Theirs' } }))).toEqual([404, 'not_found']);
    expect(outcome(await api.DELETE('/v1/keys/{key_id}', at(key_id)))).toEqual([404, 'not_found']);
    expect(await must(service.api.GET('/v1/keys/{key_id}', at(key_id)))).toMatchObject({ name: 'Ours', revoked_at: null });
  });

  test('of 200 valid keys there are no more, also when two are asked for at once', async () => {
    const ours = await service.workspace();
    const of = { workspaceId: ours.id, name: 'One of many' };
    const now = service.clock.now();
    for (let n = (await must(ours.api.GET('/v1/keys'))).keys.length; n < 199; n++) await createKey(service.db, of, now);
    const both = await Promise.all([1, 2].map(() => ours.api.POST('/v1/keys', { body: { name: 'The last' } })));
    expect(both.map(({ response }) => response.status).sort()).toEqual([201, 409]);
    const first = await must(ours.api.GET('/v1/keys', { params: { query: { limit: 100 } } }));
    const { next_cursor = '' } = first;
    const second = await must(ours.api.GET('/v1/keys', { params: { query: { limit: 100, cursor: next_cursor } } }));
    expect([...first.keys, ...second.keys]).toHaveLength(200);
    expect(outcome(await ours.api.GET('/v1/keys', { params: { query: { cursor: 'x' } } }))).toEqual([400, 'invalid_cursor']);
    await ours.api.DELETE('/v1/keys/{key_id}', at(first.keys[1]?.key_id as string));
    await must(ours.api.POST('/v1/keys', { body: { name: 'In its place' } }));
  });
});

test('networks', () => {
  for (const text of ['10.0.0.0/8', '192.0.2.1', '::1', '2001:db8::/32', '0.0.0.0/0']) expect(isNetwork(text), text).toBe(true);
  for (const text of ['', '10.0.0.0/', '10.0.0.0/33', '10.0.0/8', '::1/129', '10.0.0.0/8/8', '10.0.0.0/-1', 'a/8'])
    expect(isNetwork(text), text).toBe(false);
  const list = networksOf(['192.0.2.0/29', '2001:db8::/32', '198.51.100.7']);
  const inside = ['192.0.2.7', '::ffff:192.0.2.1', '2001:db8::9', '198.51.100.7'];
  for (const address of inside) expect(includesAddress(list, address), address).toBe(true);
  for (const address of ['192.0.2.8', '2001:db9::1', '198.51.100.8', 'fe80::1%eth0', '', 'x'])
    expect(includesAddress(list, address), address).toBe(false);
});

test('every scope has an operation or a field, and the description of each names it', () => {
  const { enum: scopes, description } = lookUp(document, '#/components/schemas/KeyScope') as { enum: string[]; description: string };
  const text = JSON.stringify([document.paths, document.components?.schemas]);
  for (const scope of scopes) {
    expect(description, scope).toContain(`\`${scope}\``);
    expect(text.split(`"${scope}"`).length, scope).toBeGreaterThan(2);
  }
});
