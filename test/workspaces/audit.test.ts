/** What keys and the command line have changed: an entry for each, in the transaction of the change. */
import { afterAll, describe, expect, test } from 'vitest';
import { actionNamed } from '../../src/http/audit.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, prepareBlast } from '../support/blast.ts';
import { runCommand } from '../support/cli.ts';
import { operations } from '../support/client.ts';
import { outcome } from '../support/outcome.ts';
import { startTestService, type TestWorkspace } from '../support/service.ts';

const service = await startTestService();
afterAll(() => service.stop());

type Query = { action?: string; actor?: string; from?: string; to?: string; limit?: number; cursor?: string };
const logOf = ({ api }: Pick<TestWorkspace, 'api'> = service, query: Query = {}) => must(api.GET('/v1/audit-log', { params: { query } }));
const actionsOf = async (workspace: Pick<TestWorkspace, 'api'>) => (await logOf(workspace)).entries.map(({ action }) => action);

describe('an entry', () => {
  test('names the key, the thing and the request', async () => {
    const made = await service.api.POST('/v1/keys', { body: { name: 'Shop' }, headers: { 'X-Request-Id': 'order-17' } });
    const { key_id } = await must(Promise.resolve(made));
    const { entries } = await logOf(service, { action: 'key.created' });
    expect(entries[0]).toEqual({
      entry_id: expect.any(String),
      at: expect.stringMatching(/^20/),
      action: 'key.created',
      actor: { kind: 'key', key_id: expect.any(String), name: 'Test' },
      target: { kind: 'key', id: key_id },
      request_id: 'order-17',
    });
    expect(JSON.stringify(entries)).not.toContain('bvk_');
  });

  test.runIf(isAtLength)('is written for what is made, changed, sent and deleted, and not for data', async () => {
    const other = await service.workspace();
    const { blastId } = await prepareBlast(other.api, ['maya@example.net']);
    await must(other.api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } } }));
    const { items } = await must(other.api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'noor@example.net' }] } }));
    const contact_id = items[0]?.contact_id as string;
    await must(other.api.POST('/v1/contacts/{contact_id}/erase', { params: { path: { contact_id } } }));
    await must(other.api.PATCH('/v1/workspace', { body: { legal_name: 'Juniper Trail' } }));
    const { entries } = await logOf(other);
    expect(entries.map(({ action, target }) => [action, target.id])).toEqual(
      expect.arrayContaining([
        ['workspace.updated', null],
        ['contact.erased', contact_id],
        ['blast.sent', blastId],
        ['blast.created', blastId],
      ]),
    );
    expect(JSON.stringify(entries)).not.toMatch(/example\.net|upsert|contacts\./);
    expect(await actionsOf(service)).not.toContain('blast.sent');
  });

  test('is not written when nothing has changed: for a refusal, a replay, a check without success', async () => {
    const other = await service.workspace();
    const made = () => other.api.POST('/v1/keys', { body: { name: 'Once' }, params: { header: { 'Idempotency-Key': 'once' } } });
    expect(outcome(await other.api.POST('/v1/keys', { body: { name: 'Late', expires_at: '2020-01-01T00:00:00Z' } }))[0]).toBe(400);
    const path = { key_id: newId() };
    expect(outcome(await other.api.DELETE('/v1/keys/{key_id}', { params: { path } }))[0]).toBe(404);
    await must(made());
    await must(made());
    expect(await actionsOf(other)).toEqual(['key.created']);
  });

  test('is undone with its change', async () => {
    const other = await service.workspace();
    await service.db.pool.query("ALTER TABLE audit_entries ADD CONSTRAINT none CHECK (action <> 'topic.created') NOT VALID");
    expect(outcome(await other.api.POST('/v1/topics', { body: { name: 'News', default: 'opt_in' } }))).toEqual([500, 'internal_error']);
    await service.db.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT none');
    expect((await must(other.api.GET('/v1/topics'))).topics).toEqual([]);
  });

  test.runIf(isAtLength)('is written for commands', async () => {
    const other = await service.workspace();
    const run = (...args: string[]) =>
      runCommand({ DATABASE_URL: service.service.config.databaseUrl as string, APP_SECRET: 'a secret for the tests' }, ...args, '--json');
    const domain = ['--workspace', other.slug, '--domain', 'fjord.example'];
    const { key_id } = JSON.parse((await run('keys', 'create', '--workspace', other.slug, '--name', 'Shop')).stdout);
    await run('keys', 'revoke', key_id);
    await run('domains', 'add', ...domain, '--dkim-algorithm', 'ed25519');
    await run('domains', 'remove', ...domain);
    await run('pages-domains', 'add', ...domain);
    await run('workspaces', 'update', other.id, '--name', 'Renamed');
    const { entries } = await logOf(other, { actor: 'cli' });
    expect(entries.map(({ action, target }) => `${action} ${target.id}`).sort()).toEqual([
      `key.created ${key_id}`,
      `key.revoked ${key_id}`,
      'page_domain.created fjord.example',
      'sending_domain.created fjord.example',
      'sending_domain.deleted fjord.example',
      'workspace.updated null',
    ]);
    expect(entries[0]).toMatchObject({ actor: { kind: 'cli', key_id: null, name: null }, request_id: null });
  });
});

describe('the list', () => {
  test('is filtered by action, actor and time, and paged', async () => {
    const other = await service.workspace();
    const topic = (name: string) => must(other.api.POST('/v1/topics', { body: { name, default: 'opt_in' } }));
    await topic('One');
    service.clock.advance({ hours: 1 });
    const between = service.clock.now().toISOString();
    await topic('Two');
    await must(other.api.POST('/v1/keys', { body: { name: 'Shop' } }));
    expect((await logOf(other, { from: between })).entries.map(({ action }) => action).sort()).toEqual(['key.created', 'topic.created']);
    expect((await logOf(other, { to: between })).entries.map(({ action }) => action)).toEqual(['topic.created']);
    expect((await logOf(other, { action: 'topic.created' })).entries).toHaveLength(2);
    const { entries } = await logOf(other);
    const actor = entries[0]?.actor.key_id as string;
    expect((await logOf(other, { actor })).entries).toHaveLength(3);
    expect((await logOf(other, { actor: 'platform' })).entries).toEqual([]);
    const first = await logOf(other, { limit: 2 });
    const rest = await logOf(other, { limit: 2, cursor: first.next_cursor as string });
    expect([...first.entries, ...rest.entries]).toEqual(entries);
    expect(rest.next_cursor).toBeUndefined();
    const ask = (query: Query) => other.api.GET('/v1/audit-log', { params: { query } });
    expect(outcome(await ask({ limit: 3, cursor: first.next_cursor as string }))).toEqual([400, 'invalid_cursor']);
    expect(outcome(await ask({ from: 'yesterday' }))).toEqual([400, 'validation_failed']);
    expect(outcome(await ask({ actor: 'maya' }))).toEqual([400, 'validation_failed']);
  });

  test.runIf(isAtLength)('is kept for as long as the workspace says', async () => {
    const [brief, usual] = [await service.workspace(), await service.workspace()];
    const { retention } = await must(brief.api.PATCH('/v1/workspace', { body: { retention: { audit_days: 90 } } }));
    expect(retention.audit_days).toBe(90);
    await must(usual.api.PATCH('/v1/workspace', { body: { legal_name: 'Juniper Trail' } }));
    service.clock.advance({ hours: 91 * 24 });
    await service.drain();
    expect([await actionsOf(brief), await actionsOf(usual)]).toEqual([[], ['workspace.updated']]);
    service.clock.advance({ hours: 310 * 24 });
    await service.drain();
    expect(await actionsOf(usual)).toEqual([]);
  });
});

test('actions follow from the names of operations', () => {
  expect(['createKey', 'verifyPageDomain', 'cancelEmailBlast', 'sendEmailFlow', 'enrolContact', 'duplicateEmail'].map(actionNamed)).toEqual(
    ['key.created', 'page_domain.verified', 'blast.cancelled', 'flow.sent', 'contact.enrolled', 'email.duplicated'],
  );
  const actions = new Set(operations.flatMap(({ audit }) => (audit ? [audit.action] : [])));
  for (const action of actions) expect(action).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
  expect([...actions]).toEqual(expect.arrayContaining(['key.revoked', 'tent.published', 'webhook_endpoint.deleted', 'contact.exported']));
  // Reads and writes of data have none.
  for (const { operationId, audit } of operations)
    if (/^(get|list|upsert|search)/.test(operationId)) expect([operationId, audit]).toEqual([operationId, undefined]);
});
