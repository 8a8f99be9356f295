/** A person that has gone through everything that the service keeps something of. */
import { expect } from 'vitest';
import { writeHits } from '../../../src/campaigns/tracking/hits.repo.ts';
import { sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { approvedEmail, draftBlast, must, sendNow } from '../../support/blast.ts';
import { runImport, startFile, startRows, straight } from '../../support/imports.ts';
import { BY_PERSON } from '../../support/mailed.ts';
import { ask } from '../../support/pages.ts';
import type { TestService, TestWorkspace } from '../../support/service.ts';
import { givenTent } from '../../tents/given.ts';

export interface Life {
  email: string;
  phone: string;
  name: string;
  surname: string;
  /** A custom field's value, a typed value of a form, and words of a message. */
  words: { custom: string; typed: string; said: string };
  ip: string;
}

/** Unlike any other text, for the walk. */
export const textsOf = ({ email, phone, name, words, ip }: Life): string[] => [email, phone.slice(1), name, ...Object.values(words), ip];

export interface Lived {
  contactId: string;
  blastId: string;
  listId: string;
  tentId: string;
  flowId: string;
}

/** Everything that happens in the workspace before the person comes; several people may share it. */
export async function openWorkspace({ api }: TestWorkspace, hookUrl: string) {
  await must(api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  await must(api.POST('/v1/webhook-endpoints', { body: { url: hookUrl, event_types: ['*'] } }));
  await must(api.POST('/v1/contact-fields', { body: { display_name: 'Trail', api_name: 'trail', value_type: 'string' } }));
  const { topic_id } = await must(api.POST('/v1/topics', { body: { name: 'News', default: 'opt_out', visibility: 'public' } }));
  const emailId = await approvedEmail(api);
  const list = await must(api.POST('/v1/contact-lists', { body: { name: 'Hikers', kind: 'static' } }));
  const entry = await must(api.POST('/v1/contact-lists', { body: { name: 'Entry', kind: 'static' } }));
  const { flow_id } = await must(
    api.POST('/v1/email-flows', {
      body: {
        name: 'Welcome',
        triggers: [{ type: 'added_to_static_list', list_id: entry.list_id }],
        steps: [
          { step_id: 'mail', type: 'send_email', email_id: emailId, next_step_id: 'page' },
          {
            step_id: 'page',
            type: 'create_tent',
            source: 'scratch',
            prompt: 'A landing page for {{contact.first_name}}',
            tent_name: 'For {{contact.first_name}}',
            auto_publish: true,
            next_step_id: 'tell',
          },
          { step_id: 'tell', type: 'send_webhook', endpoint_url: `${hookUrl}/flow`, next_step_id: 'rest' },
          { step_id: 'rest', type: 'wait', duration_amount: 30, duration_unit: 'days' },
        ],
      },
    }),
  );
  await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } }));
  return { api, topicId: topic_id, emailId, listId: list.list_id, flowId: flow_id };
}

export async function live(
  service: TestService,
  workspace: TestWorkspace,
  { topicId, emailId, listId, flowId }: Awaited<ReturnType<typeof openWorkspace>>,
  life: Life,
  { isBrief = false } = {},
): Promise<Lived> {
  const { api } = workspace;
  const { email, phone, name, surname, words } = life;
  const scope = { db: service.db, workspaceId: workspace.id, now: service.clock.now() };
  const columns = straight('email', 'phone', 'first_name', 'last_name', 'trail');
  const row = { email, phone, first_name: name, last_name: surname, trail: words.custom };
  // Comes with an import, and is skipped by another, which keeps its cells.
  const { results } = await runImport(service, workspace, await startRows(workspace, [row]), {
    mappings: columns,
    duplicate_strategy: 'update',
  });
  const contactId = results[0]?.contact_id as string;
  if (!isBrief) await runImport(service, workspace, await startRows(workspace, [row]), { mappings: columns, duplicate_strategy: 'skip' });
  await startRows(workspace, [row]);
  await startFile(service, workspace, `email,first_name\r\n${email},${name}\r\n`);
  await must(
    api.POST('/v1/contacts/upsert', {
      body: { items: [{ ...row, trail: undefined, custom_fields: { trail: words.custom } } as never] },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  const at = { params: { path: { contact_id: contactId } } };
  await must(
    api.POST('/v1/contacts/{contact_id}/consent', {
      ...at,
      body: { topic_id: topicId, state: 'subscribed', source: 'Paper form', ip: life.ip, evidence: words.said },
    }),
  );
  await must(api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids: [contactId] } }));
  if (!isBrief)
    await must(
      api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', {
        params: { path: { flowId, contactId } },
        body: { dynamic_context: { note: words.said } },
      }),
    );
  const blastId = await draftBlast(api, listId, emailId);
  await sendNow(api, blastId);
  const message = {
    subject: `For ${name}`,
    text: `Dear ${name}, {{data.note}}`,
    from_address: 'hello@example.com',
    data: { note: words.said },
  };
  await must(
    api.POST('/v1/messages', { body: { ...message, to: { contact_id: contactId }, cc: [{ email: 'desk@example.com', name: 'Desk' }] } }),
  );
  await must(
    api.POST('/v1/messages', {
      body: {
        ...message,
        subject: 'Later',
        to: { contact_id: contactId },
        scheduled_at: new Date(service.clock.now().getTime() + 86_400_000).toISOString(),
      },
    }),
  );
  await must(
    api.POST('/v1/emails/{emailId}/test', { params: { path: { emailId } }, body: { to: ['desk@example.com'], contact_id: contactId } }),
  );
  await must(api.POST('/v1/events', { body: { items: [{ name: 'order_placed', contact: { email }, properties: { note: words.said } }] } }));
  const tentId = await givenTent(scope);
  await must(
    api.PATCH('/v1/tents/{tentId}/forms/{form_id}', {
      params: { path: { tentId, form_id: 'signup' } },
      body: { notify: ['desk@example.com'] },
    }),
  );
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': life.ip };
  const body = new URLSearchParams({ email, name, favourite_trail: words.typed }).toString();
  const sent = await ask(service.service.pagesPort as number, `/submit/${tentId}/signup`, {
    method: 'POST',
    host: `${workspace.slug}.localhost`,
    headers,
    body,
  });
  expect(sent.status).toBeLessThan(300);
  for (let turn = 0; turn < (isBrief ? 1 : 3); turn++) {
    service.clock.advance({ seconds: 20 });
    await service.drain();
  }
  const deliveries = await service.db.query<{ id: string }>(sql`
    SELECT id::text FROM deliveries WHERE workspace_id = ${workspace.id}::uuid AND contact_id = ${contactId}::uuid AND sent_at IS NOT NULL`);
  await service.db.query(sql`
    INSERT INTO soft_bounces (workspace_id, address, bounced_at, last_bounced_at, bounced_id)
    VALUES (${workspace.id}::uuid, ${email}::text, ARRAY[now()], now(), ${deliveries[0]?.id}::uuid)`);
  await service.db.query(sql`
    INSERT INTO test_mails (workspace_id, id, delivery_id, received_at, sender, recipient, from_header, subject, body, size_bytes, raw)
    VALUES (${workspace.id}::uuid, gen_random_uuid(), gen_random_uuid(), now(), 'hello@example.com', ${email}::text, 'Fjord', 'Test', '', 30,
      convert_to('Subject: Test' || chr(10) || chr(10) || ${words.typed}::text, 'UTF8'))`);
  // A hit right after the sending counts as a machine's.
  service.clock.advance({ minutes: 5 });
  const hits = deliveries.flatMap(({ id }) => [
    { workspaceId: workspace.id, deliveryId: id, at: service.clock.now(), position: null, url: null, ...BY_PERSON },
    {
      workspaceId: workspace.id,
      deliveryId: id,
      at: service.clock.now(),
      position: 0,
      url: 'https://shop.example.com/?a=1&b=2',
      ...BY_PERSON,
    },
  ]);
  expect(await writeHits(service.db, hits, { waits: true })).toEqual([]);
  if (isBrief) return { contactId, blastId, listId, tentId, flowId };
  await must(api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
  await must(api.POST('/v1/email-blasts/{blastId}/contacts/export', { params: { path: { blastId } } }));
  await service.drain();
  return { contactId, blastId, listId, tentId, flowId };
}
