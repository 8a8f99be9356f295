/** Workspaces are kept apart by keys in the tables and by every operation. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Operation } from '../../src/http/contract.ts';
import { FIRST_ID } from '../../src/platform/chunks.ts';
import { newId, toUlid } from '../../src/platform/ids.ts';
import { rounds } from '../support/at-length.ts';
import { must, prepareBlast } from '../support/blast.ts';
import { beginBulk, giveTemplate } from '../support/bulk.ts';
import { operations } from '../support/client.ts';
import { exampleBody, hasPathParameters, request, requiredQuery } from '../support/requests.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { givenTent } from '../tents/given.ts';

let service: TestService;
let stranger: TestWorkspace;
let ids: Record<string, string>;
/** Identifiers whose places have one name in the paths of several kinds, by where these begin. */
let own: Record<string, Record<string, string>>;
const idsOf = ({ path }: Operation) => ({ ...ids, ...own[path.split('/').slice(0, 3).join('/')] });
/** Figures over time show no identifier. */
const FIGURE = 7_654_321;
beforeAll(async () => {
  service = await startTestService();
  stranger = await service.workspace({ name: 'Stranger' });
  const { blastId, listId, emailId } = await prepareBlast(service.api, ['maya@example.net']);
  const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email: 'maya@example.net' } } }));
  const field = await must(service.api.POST('/v1/contact-fields', { body: { display_name: 'Shoe size', value_type: 'number' } }));
  const { field_definition_id } = field as { field_definition_id: string };
  const exported = await must(service.api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
  const ofBlast = await must(service.api.POST('/v1/email-blasts/{blastId}/contacts/export', { params: { path: { blastId } } }));
  const tested = await must(
    service.api.POST('/v1/emails/{emailId}/test', { params: { path: { emailId } }, body: { to: ['maya@example.net'] } }),
  );
  const message = await must(
    service.api.POST('/v1/messages', {
      body: {
        to: { contact_id: items[0]?.contact_id as string },
        from_address: 'hello@example.com',
        subject: 'Hello',
        text: 'Hello',
        tags: ['one'],
        scheduled_at: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
        attachments: [{ file_name: 'a.txt', content: 'YQ==' }],
      },
    }),
  );
  const importSession = async () => {
    const session = await must(
      service.api.POST('/v1/contacts/imports', { body: { source: 'rows', rows: [{ email: 'noor@example.net' }] } }),
    );
    return session.import_session_id;
  };
  const session_id = await importSession();
  const run = await must(
    service.api.POST('/v1/contacts/imports/{session_id}/execute', {
      params: { path: { session_id: await importSession() } },
      body: { mappings: [{ header: 'email', target_kind: 'standard', target_field: 'email' }] },
    }),
  );
  const email = await must(service.api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }));
  const template = await must(service.api.POST('/v1/email-templates', { body: { name: 'Letter' } }));
  const code = '<!doctype html><p>Page</p>';
  const tentTemplate = await must(service.api.POST('/v1/tent-templates', { body: { name: 'Page', code } }));
  const tent = await must(service.api.POST('/v1/tents', { body: { prompt: 'A page for a bakery in Leeds' } }));
  const ofTent = await must(service.api.POST('/v1/tents/{tentId}/submissions/export', { params: { path: { tentId: tent.id } } }));
  const submissionId = newId();
  const submitted = { workspaceId: service.id, tentId: tent.id, id: submissionId, formId: 'signup', fields: { name: 'Maya' } };
  await service.db.prisma.submission.create({ data: { ...submitted, submittedAt: service.clock.now() } });
  const hut = await giveTemplate(service);
  const bulkJob = await beginBulk(service, { template_id: hut, items: [{ instructions: 'Warmer' }] });
  await must(service.api.POST('/v1/suppressions', { body: { items: [{ address: 'gone@example.net' }] } }));
  const placesOf = ({ template_id, ...rest }: { template_id: string } & object) => ({
    templateId: template_id,
    generationId: (rest as { latest_generation_id: string }).latest_generation_id,
  });
  const mailId = newId();
  const kept = {
    receivedAt: service.clock.now(),
    sender: 'a@b.c',
    recipient: 'd@e.f',
    fromHeader: 'A',
    subject: 'B',
    body: 'C',
    sizeBytes: 1,
  };
  await service.db.prisma.testMail.create({
    data: { workspaceId: service.id, id: mailId, deliveryId: newId(), ...kept, raw: new Uint8Array(Buffer.from('Subject: B\r\n\r\nC')) },
  });
  const counted = { workspaceId: service.id, subjectId: FIRST_ID, at: service.clock.now(), sent: FIGURE };
  await service.db.prisma.mailCounts.create({ data: counted });
  const contact_id = items[0]?.contact_id as string;
  const { key_id } = await must(service.api.POST('/v1/keys', { body: { name: 'Ours' } }));
  const { endpoint_id } = await must(
    service.api.POST('/v1/webhook-endpoints', { body: { url: 'https://crm.example.com/hooks', event_types: ['*'] } }),
  );
  const sent = await must(service.api.POST('/v1/webhook-endpoints/{endpoint_id}/test', { params: { path: { endpoint_id } } }));
  const gone = await must(service.api.POST('/v1/contacts', { body: { items: [{ email: 'erased@example.net' }] } }));
  const { erasure_id } = await must(
    service.api.POST('/v1/contacts/{contact_id}/erase', { params: { path: { contact_id: gone.items[0]?.contact_id as string } } }),
  );
  const { job_id } = await must(service.api.POST('/v1/contacts/jobs', { body: { action: 'delete', dry_run: true, list_id: listId } }));
  const sending = await must(service.api.POST('/v1/sending-domains', { body: { domain: 'mail.ours.example' } }));
  const host = await must(service.api.POST('/v1/page-domains', { body: { domain: 'pages.ours.example' } }));
  const { topic_id } = await must(service.api.POST('/v1/topics', { body: { name: 'News', default: 'opt_in' } }));
  const { redirect_id } = await must(service.api.POST('/v1/page-redirects', { body: { path: '/old', target: '/new' } }));
  const { flowId, membershipId } = await flowWithMember(listId, contact_id);
  own = {
    '/v1/emails': { generationId: email.latest_generation_id },
    '/v1/email-blasts': { exportId: ofBlast.export.export_id },
    '/v1/email-templates': placesOf(template),
    '/v1/tent-templates': placesOf(tentTemplate),
    '/v1/tents': { generationId: tent.generation_id, exportId: ofTent.export.export_id },
    '/v1/sending-domains': { domain: sending.domain },
    '/v1/page-domains': { domain: host.domain },
    '/v1/workspace': { workspaceId: service.id },
  };
  // The tent carries its place in the figures with it.
  const tent_id = await givenTent({ db: service.db, workspaceId: service.id });
  const day = service.clock.now();
  await service.db.prisma.tentDay.create({ data: { workspaceId: service.id, tentId: tent_id, day, views: 1 } });
  const request_id = await loggedRequest();
  ids = {
    request_id,
    tent_id,
    endpoint_id,
    key_id,
    topic_id,
    redirect_id,
    erasure_id,
    job_id,
    delivery_id: sent.delivery_id,
    session_id,
    import_run_id: run.import_run_id,
    blastId,
    listId,
    emailId,
    tentId: tent.id,
    submission_id: toUlid(submissionId),
    form_id: 'signup',
    bulkJobId: bulkJob.bulk_job_id,
    hut,
    suppressed: 'gone@example.net',
    field_definition_id,
    test_id: tested.test_id,
    message_id: message.message_id,
    mail_id: toUlid(mailId),
    contact_id,
    flowId,
    membershipId,
    stepId: 'rest',
    contactId: contact_id,
    exportId: exported.export.export_id,
  };
});
afterAll(() => service.stop());

/** The log is off again afterwards, so that the workspace does not change while others ask. */
async function loggedRequest(): Promise<string> {
  const log = (request_log: boolean) => must(service.api.PATCH('/v1/workspace', { body: { request_log } }));
  await log(true);
  // The setting is trusted for some seconds, with the key.
  service.clock.advance({ seconds: 6 });
  await must(service.api.GET('/v1/topics'));
  const { requests } = await must(service.api.GET('/v1/requests'));
  await log(false);
  return requests[0]?.request_id as string;
}

/** An active flow with a member at a wait. */
async function flowWithMember(listId: string, contactId: string): Promise<{ flowId: string; membershipId: string }> {
  const flow = await must(
    service.api.POST('/v1/email-flows', {
      body: {
        name: 'Welcome',
        triggers: [{ type: 'added_to_static_list', list_id: listId }],
        steps: [
          { step_id: 'on', type: 'add_to_list', list_id: listId, next_step_id: 'rest' },
          { step_id: 'rest', type: 'wait', duration_amount: 2, duration_unit: 'weeks' },
        ],
      },
    }),
  );
  const path = { flowId: flow.flow_id };
  await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params: { path } }));
  const member = await must(
    service.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { ...path, contactId } } }),
  );
  await service.drain();
  return { ...path, membershipId: member.membership_id };
}

/** Everything a workspace has, as text: a line for each row of each table. */
async function everything(workspaceId: string): Promise<string> {
  snapshot ??= await snapshotOf();
  const { rows } = await service.db.pool.query<{ line: string }>({ name: 'snapshot', text: snapshot, values: [workspaceId] });
  return rows.map(({ line }) => line).join('\n');
}

let snapshot: string | undefined;

/** One statement for all tables, since it is asked after every operation. */
async function snapshotOf(): Promise<string> {
  const { rows: tables } = await service.db.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id' ORDER BY 1",
  );
  const parts = tables.map(({ name }) => {
    // Its own usage is measured, and written a little later.
    const kept = name === 'budget_usage' ? "AND resource NOT IN ('thread_seconds', 'message_bytes', 'received_bytes')" : '';
    return `SELECT '${name} ' || t::text AS line FROM ${name} t WHERE workspace_id = $1::uuid ${kept}`;
  });
  return `${parts.join(' UNION ALL ')} ORDER BY 1`;
}

describe('operations', () => {
  const withId = operations.filter(hasPathParameters).map((operation) => [operation.operationId, operation] as const);

  it('do not reach into another workspace', async () => {
    const before = await everything(service.id);
    expect(before).toContain('maya@example.net');
    // At length, a change shows which operation made it.
    const together = rounds(20, 1);
    for (const [n, [operationId, operation]] of withId.entries()) {
      const { response, body } = await request(service.url, operation, { apiKey: stranger.apiKey, path: idsOf(operation) });
      expect([response.status, body.error_code], operationId).toEqual([404, 'not_found']);
      if (n % together === 0) expect(await everything(service.id), operationId).toBe(before);
    }
    expect(await everything(service.id)).toBe(before);
  });

  const lists = operations
    .filter((operation) => operation.method === 'get' && !hasPathParameters(operation))
    .map((operation) => [operation.operationId, operation] as const);

  it.each(lists)('%s shows nothing of another workspace', async (_id, operation) => {
    const query = Object.fromEntries(Object.keys(requiredQuery(operation)).map((name) => [name, ids[name] as string]));
    const mine = await request(service.url, operation, { apiKey: service.apiKey, query });
    const theirs = await request(service.url, operation, { apiKey: stranger.apiKey, query });
    const ours = new RegExp([...[ids, ...Object.values(own)].flatMap(Object.values), FIGURE].join('|'));
    expect(JSON.stringify(mine.body)).toMatch(ours);
    expect(JSON.stringify(theirs.body)).not.toMatch(ours);
  });

  it('take no identifier of another workspace in a body', async () => {
    const before = await everything(service.id);
    const { api } = stranger;
    const theirs = await prepareBlast(api, ['own@example.net']);
    const flow = { name: 'Theirs', triggers: [{ type: 'contact_created' as const }] };
    const theirFlow = await must(api.POST('/v1/email-flows', { body: { ...flow, steps: [{ step_id: 'mail', type: 'send_email' }] } }));
    const running = await must(api.POST('/v1/email-flows', { body: { ...flow, steps: [{ step_id: 'out', type: 'drop_from_flow' }] } }));
    await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: running.flow_id } } }));
    const contact_ids = [ids.contact_id as string];
    const words = { from_address: 'hello@example.com', subject: 'Theft', text: 'Theft' };
    const refused = await Promise.all([
      api.POST('/v1/contact-lists', { body: { name: 'Theft', kind: 'static', contact_ids } }),
      api.POST('/v1/contact-lists', {
        body: {
          name: 'Theft by rules',
          kind: 'dynamic',
          rules: { kind: 'condition', source: 'list_membership', listId: ids.listId as string, operator: 'is_member' },
        },
      }),
      api.POST('/v1/contacts/jobs', { body: { action: 'delete', confirm: true, list_id: ids.listId as string } }),
      api.POST('/v1/contacts/jobs', { body: { action: 'add_to_list', list_id: theirs.listId, target_list_id: ids.listId as string } }),
      api.POST('/v1/contacts/jobs', { body: { action: 'enrol', list_id: theirs.listId, flow_id: ids.flowId as string } }),
      api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: theirs.listId } }, body: { contact_ids } }),
      api.PUT('/v1/email-blasts/{blastId}/audience', {
        params: { path: { blastId: theirs.blastId } },
        body: { source: 'existing', list_id: ids.listId as string },
      }),
      api.PUT('/v1/email-blasts/{blastId}/email', {
        params: { path: { blastId: theirs.blastId } },
        body: { source: 'existing', email_id: ids.emailId as string },
      }),
      api.PUT('/v1/email-flows/{flowId}/steps/{stepId}/email', {
        params: { path: { flowId: theirFlow.flow_id, stepId: 'mail' } },
        body: { source: 'existing', email_id: ids.emailId as string },
      }),
      api.PUT('/v1/email-flows/{flowId}/steps/{stepId}/email', {
        params: { path: { flowId: theirFlow.flow_id, stepId: 'mail' } },
        body: { source: 'inline', template_id: own['/v1/email-templates']?.templateId as string },
      }),
      api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', {
        params: { path: { flowId: running.flow_id, contactId: ids.contact_id as string } },
      }),
      api.POST('/v1/emails', { body: { name: 'Theft', template_id: own['/v1/email-templates']?.templateId as string } }),
      api.POST('/v1/tents', { body: { prompt: 'A page for a bakery in Leeds', tent_id: ids.tentId as string } }),
      api.POST('/v1/tents', {
        body: { prompt: 'A page for a bakery in Leeds', template_id: own['/v1/tent-templates']?.templateId as string },
      }),
      api.POST('/v1/messages', { body: { to: { contact_id: ids.contact_id as string }, ...words } }),
      api.POST('/v1/messages', { body: { to: { email: 'own@example.net' }, email_id: ids.emailId as string } }),
      api.POST('/v1/tents/bulk', { body: { template_id: ids.hut as string, items: [{ instructions: 'Warmer' }] } }),
      api.POST('/v1/contacts/search', {
        body: { rules: { kind: 'condition', source: 'list_membership', listId: ids.listId as string, operator: 'is_not_member' } },
      }),
    ]);
    for (const { response } of refused) expect(response.status).toBe(404);
    const update = await must(
      api.POST('/v1/contacts/update', { body: { items: [{ contact_id: ids.contact_id as string, first_name: 'Mine now' }] } }),
    );
    expect(update.items[0]).toMatchObject({ status: 'rejected', error_code: 'not_found' });
    const removal = await must(
      api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: theirs.listId } }, body: { contact_ids } }),
    );
    expect(removal.removed_count).toBe(0);
    const readmitted = await must(api.POST('/v1/suppressions/remove', { body: { addresses: [ids.suppressed as string] } }));
    expect(readmitted.removed_count).toBe(0);
    const deletions = [
      await must(api.DELETE('/v1/contacts', { body: { contact_ids } })),
      await must(api.POST('/v1/contacts/delete', { body: { contact_ids } })),
    ];
    expect(deletions.map(({ deleted_count }) => deleted_count)).toEqual([0, 0]);
    expect(await everything(service.id)).toBe(before);
  });

  it('keep people with the same address apart', async () => {
    const body = { items: [{ email: 'maya@example.net', first_name: 'Another Maya' }] };
    const { items } = await must(stranger.api.POST('/v1/contacts/upsert', { body }));
    expect(items[0]).toMatchObject({ status: 'created' });
    expect(items[0]?.contact_id).not.toBe(ids.contact_id);
  });

  it('have an example to send, so that the walk is a real one', () => {
    for (const operation of operations) if (operation.body?.required) expect(exampleBody(operation), operation.operationId).toBeDefined();
  });
});

describe('the tables', () => {
  /** Told apart from the rest on purpose: the workspaces themselves, the migrations, what the processes of one installation agree on, and the mailbox of the whole service. */
  const shared = [
    'workspaces',
    '_prisma_migrations',
    'installation',
    'mailbox_messages',
    'transports',
    'receiver_paces',
    'event_positions',
  ];

  it('have the workspace first in every primary key, unique index and foreign key', async () => {
    const { rows } = await service.db.pool.query<{ table: string; index: string; columns: string[] }>(
      `SELECT t.relname AS table, i.relname AS index,
              ARRAY(SELECT coalesce(a.attname, 'expression') FROM unnest(x.indkey) WITH ORDINALITY k (n, place)
                    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.n AND k.n > 0 ORDER BY place)::text[] AS columns
       FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
       WHERE t.relnamespace = 'public'::regnamespace AND x.indisunique`,
    );
    const wrong = rows
      .filter(({ table, columns }) => !shared.includes(table) && columns[0] !== 'workspace_id')
      .map(({ table, index }) => `${table}.${index}`);
    // A key, a host, or a delivery that a mail server speaks of is looked up before its workspace is known.
    expect(wrong.sort()).toEqual(['api_keys.api_keys_key_hash_key', 'deliveries.deliveries_pkey', 'page_domains.page_domains_verified']);

    const { rows: keys } = await service.db.pool.query<{ name: string; columns: string[]; target: string }>(
      `SELECT c.conname AS name, c.confrelid::regclass::text AS target,
              ARRAY(SELECT a.attname FROM unnest(c.conkey) WITH ORDINALITY k (n, place) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY place)::text[] AS columns
       FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(10);
    for (const { name, columns, target } of keys) {
      expect(columns[0], name).toBe('workspace_id');
      if (target !== 'workspaces') expect(columns.length, name).toBeGreaterThan(1);
    }
  });

  it('all belong to a workspace, but for the few that are meant not to', async () => {
    const { rows } = await service.db.pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables t WHERE table_schema = 'public'
         AND NOT EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = 'public' AND c.table_name = t.table_name AND c.column_name = 'workspace_id')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...shared].sort());
  });

  it('have the columns that the models name', async () => {
    const names = Object.values(Prisma.ModelName).map((name) => name[0]?.toLowerCase() + name.slice(1));
    expect(names.length).toBeGreaterThan(8);
    const models = service.db.prisma as unknown as Record<string, { findFirst: () => Promise<unknown> }>;
    for (const name of names) await models[name]?.findFirst();
  });
});
