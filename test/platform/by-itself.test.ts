/**
 * The service writes all that follows from its writes: its tables have no triggers, because a database that spans machines allows none. The
 * template of the tests has some for rows that tests write by hand; here there are none.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { unsubscribe } from '../../src/campaigns/tracking/tracking.service.ts';
import { sql } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { newId } from '../../src/platform/ids.ts';
import { addPageDomain, removePageDomain, verifyPageDomain } from '../../src/tents/pages/page-domains.service.ts';
import { must } from '../support/blast.ts';
import { BY_ITSELF } from '../support/by-hand.ts';
import { givenBlast, givenEmail, givenList } from '../support/given.ts';
import { runImport, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { isFresh: true });
  await service.db.pool.query(BY_ITSELF);
});
afterAll(() => service.stop());

let own: TestWorkspace;
beforeEach(async () => {
  own = await service.workspace();
});

const rows = async (text: string) => (await service.db.pool.query(text, [own.id])).rows;

/** The paths that were noted for a workspace since the last call; `all` where everything of it changed. */
async function noted(): Promise<string[]> {
  const found = await rows('DELETE FROM page_changes WHERE workspace_id = $1 RETURNING path');
  return [...new Set(found.map(({ path }) => path ?? 'all'))].sort();
}

it('gives contacts their moments and suppressions, and deletes the moments with them', async () => {
  const { items } = await must(
    own.api.POST('/v1/contacts', {
      body: { items: [{ email: 'stays@example.net' }, { email: 'left@example.net', unsubscribed: true }, { email: 'gone@example.net' }] },
    }),
  );
  const [stays, left, gone] = items.map((item) => item.contact_id as string);
  await must(
    own.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: stays as string } }, body: { unsubscribed: true } }),
  );
  await must(
    own.api.PATCH('/v1/contacts/{contact_id}', {
      params: { path: { contact_id: left as string } },
      body: { email: 'moved@example.net' },
    }),
  );
  await own.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: gone as string } } });
  const imported = async (rows: Record<string, string>[], rest: object = {}) => {
    const session = await startRows(own, rows);
    await runImport(service, own, session, { mappings: straight('email', 'unsubscribed'), ...rest });
  };
  await imported([
    { email: 'new@example.net', unsubscribed: 'true' },
    { email: 'other@example.net', unsubscribed: 'false' },
  ]);
  const addresses = async () => {
    const found = await rows('SELECT address FROM suppressions WHERE workspace_id = $1 ORDER BY 1');
    return found.map(({ address }) => address.split('@')[0]);
  };
  expect(await addresses()).toEqual(['left', 'moved', 'new', 'stays']);
  await imported([{ email: 'new@example.net', unsubscribed: 'false' }], { resubscribe: true, consent_source: 'A form' });
  await must(
    own.api.PATCH('/v1/contacts/{contact_id}', {
      params: { path: { contact_id: stays as string } },
      body: { unsubscribed: false, resubscribe: true, consent_source: 'A form' },
    }),
  );
  expect(await addresses()).toEqual(['left', 'moved']);
  const adrift = await service.db.query(sql`
    SELECT c.id, t.contact_id FROM contacts c FULL JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id
    WHERE c.id IS NULL OR t.contact_id IS NULL`);
  expect(adrift).toEqual([]);
});

it('suppresses the address of those who leave by a link', async () => {
  const { items } = await must(own.api.POST('/v1/contacts', { body: { items: [{ email: 'leaves@example.net' }] } }));
  const from = { workspaceId: own.id, deliveryId: newId(), contactId: items[0]?.contact_id as string };
  await unsubscribe(service.db, openEvents(), from as never, service.clock.now());
  expect(await rows('SELECT address, reason FROM suppressions WHERE workspace_id = $1')).toEqual([
    { address: 'leaves@example.net', reason: 'unsubscribed' },
  ]);
});

it('notes each address of a page that changes, and deletes figures and files with a tent', async () => {
  expect(await noted()).toEqual(['all']);
  const tentId = await giveTent(service, own);
  const params = { path: { tentId } };
  const publish = (custom_page_alias: string) => must(own.api.POST('/v1/tents/{tentId}/publish', { params, body: { custom_page_alias } }));
  await publish('first');
  expect(await noted()).toEqual([tentId, 'first'].sort());
  await publish('second');
  expect(await noted()).toEqual([tentId, 'first', 'second'].sort());
  await service.db.query(sql`
    INSERT INTO assets (workspace_id, id, document_id, storage_key, file_name, content_type, size_bytes, created_at)
    VALUES (${own.id}::uuid, ${newId()}::uuid, ${tentId}::uuid, 'a-file', 'a.png', 'image/png', 7, now())`);
  await service.db.query(
    sql`INSERT INTO tent_days (workspace_id, tent_id, day, views) VALUES (${own.id}::uuid, ${tentId}::uuid, now()::date, 1)`,
  );
  await own.api.DELETE('/v1/tents/{tentId}', { params });
  expect(await noted()).toEqual([tentId, 'first', 'second'].sort());
  expect(await rows('SELECT storage_key, size_bytes FROM loose_files WHERE workspace_id = $1')).toEqual([
    { storage_key: 'a-file', size_bytes: 7 },
  ]);
  expect(await rows('SELECT views FROM tent_days WHERE workspace_id = $1')).toEqual([]);
});

it('notes that the hosts of a workspace change', async () => {
  const ctx = { db: service.db, workspaceId: own.id as never, now: service.clock.now() };
  await noted();
  const { domain, verificationToken } = await addPageDomain(ctx, { domain: 'pages.example.org' }, []);
  expect(await noted()).toEqual(['all']);
  await verifyPageDomain(ctx, domain, async () => [[verificationToken]]);
  expect(await noted()).toEqual(['all']);
  await removePageDomain(ctx, domain);
  expect(await noted()).toEqual(['all']);
});

it('takes a deleted email and a deleted list from the blasts that have them', async () => {
  const ctx = { db: service.db, workspaceId: own.id as never };
  const [emailId, listId] = [await givenEmail(ctx), await givenList(ctx, [])];
  const blastId = await givenBlast(own, { emailId, listId });
  await own.api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } });
  await own.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId } } });
  expect(await rows('SELECT id::text, email_id, audience_list_id FROM blasts WHERE workspace_id = $1')).toEqual([
    { id: blastId, email_id: null, audience_list_id: null },
  ]);
});
