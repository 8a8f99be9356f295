/** Copies of emails, blasts and flows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { must, readBlast } from '../support/blast.ts';
import { givenBlast, givenContacts, givenEmail, givenList, setStatus } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let api: TestService['api'];
beforeAll(async () => {
  service = await startTestService();
  ({ api } = service);
});
afterAll(() => service.stop());

const UNKNOWN = '01936d2e-0000-7000-8000-000000000000';
const codeOf = ({ response, error }: { response: Response; error?: { error_code: string } }) => [response.status, error?.error_code];

describe('a copy of an email', () => {
  const duplicate = (emailId: string, name?: string) =>
    api.POST('/v1/emails/{emailId}/duplicate', { params: { path: { emailId } }, ...(name && { body: { name } }) });

  test('is a draft with the newest version, its plain text and headers', async () => {
    const emailId = await givenEmail(
      { db: service.db, workspaceId: service.id },
      { currentVersion: 2, approvedVersion: 1, previewText: 'Soon' },
    );
    const params = { path: { emailId } };
    await must(api.PUT('/v1/emails/{emailId}/plain-text', { params, body: { content: 'My own words' } }));
    const { data, response } = await duplicate(emailId);
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      name: 'Copy of Spring opening',
      status: 'draft',
      subject: 'The trails are open again',
      preview_text: 'Soon',
      from_address: 'hello@example.com',
      current_version: 1,
      approved_version: null,
      created_by_name: 'Test',
      plain_text_overridden: true,
    });
    const copy = { params: { path: { emailId: data?.email_id as string } } };
    const { data: html } = await api.GET('/v1/emails/{emailId}/content', { ...copy, parseAs: 'text' });
    expect(html).toContain('Version 2');
    expect((await must(api.GET('/v1/emails/{emailId}/plain-text', copy))).content).toBe('My own words');
    expect((await must(duplicate(emailId, 'Another'))).name).toBe('Another');
  });

  test('needs a version', async () => {
    const { email_id } = await must(api.POST('/v1/emails', { body: { name: 'Soon', prompt: 'An email about huts' } }));
    expect([codeOf(await duplicate(email_id)), codeOf(await duplicate(UNKNOWN))]).toEqual([
      [409, 'email_not_ready'],
      [404, 'not_found'],
    ]);
  });
});

describe('a copy of a blast', () => {
  const duplicate = (blastId: string, name?: string) =>
    api.POST('/v1/email-blasts/{blastId}/duplicate', { params: { path: { blastId } }, ...(name && { body: { name } }) });
  const put = (blastId: string, body: object) =>
    must(api.PUT('/v1/email-blasts/{blastId}/audience', { params: { path: { blastId } }, body: body as never }));

  test('goes to the same list with the same email, whatever has become of the original', async () => {
    const { db, id } = service;
    const listId = await givenList({ db, workspaceId: id }, await givenContacts({ db, workspaceId: id }, 2));
    const emailId = await givenEmail({ db, workspaceId: id });
    const blastId = await givenBlast(service, { listId, emailId });
    await setStatus({ db, workspaceId: id }, blastId, 'sent');
    const { data, response } = await duplicate(blastId);
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      name: 'Copy of Spring opening, first wave',
      status: 'draft',
      audience_list_id: listId,
      audience_source: 'existing',
      email_id: emailId,
      email_source: 'existing',
      approval_readiness: { ready: true, missing: ['schedule'], warnings: ['audience_without_consent', 'no_postal_address'] },
    });
    expect(await readBlast(api, data?.blast_id as string)).toEqual(data);
    await db.prisma.contactList.deleteMany({ where: { id: listId } });
    expect(await must(duplicate(blastId, 'Next year'))).toMatchObject({ name: 'Next year', audience: null, email_id: emailId });
  });

  test.runIf(isAtLength)('has a private list of its own, with the same members or rules', async () => {
    const [ada, bea] = (await givenContacts({ db: service.db, workspaceId: service.id }, 2)) as [string, string];
    const blastId = await givenBlast(service);
    const named = await put(blastId, { source: 'inline', kind: 'static', contact_ids: [ada, bea], name: 'Guides' });
    const copy = await must(duplicate(blastId));
    expect(copy.audience).toMatchObject({ source: 'inline', name: 'Guides', kind: 'static', member_count: 2 });
    const listOf = (listId: string | null) => ({ params: { path: { listId: listId as string } } });
    const { contacts } = await must(api.GET('/v1/contact-lists/{listId}/contacts', listOf(copy.audience_list_id)));
    expect(contacts.map(({ contact_id }) => contact_id).sort()).toEqual([ada, bea].sort());
    await must(api.DELETE('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
    expect(copy.audience_list_id).not.toBe(named.audience_list_id);
    expect((await readBlast(api, copy.blast_id)).audience).toMatchObject({ member_count: 2 });

    const rules = { kind: 'condition', source: 'contact', field: 'company', operator: 'equals', value: 'Fjord' };
    const ruled = await put(copy.blast_id, { source: 'inline', kind: 'dynamic', rules });
    const second = await must(duplicate(copy.blast_id));
    const [before, after] = await Promise.all(
      [ruled, second].map(({ audience_list_id }) => must(api.GET('/v1/contact-lists/{listId}', listOf(audience_list_id)))),
    );
    expect(after).toMatchObject({ rules: before?.rules, kind: 'dynamic', owner_campaign_id: second.blast_id });
  });

  test('is refused for what is no blast', async () => {
    const { flow_id } = await must(api.POST('/v1/email-flows', { body: { name: 'Welcome' } }));
    expect([codeOf(await duplicate(UNKNOWN)), codeOf(await duplicate(flow_id))]).toEqual([
      [404, 'not_found'],
      [400, 'campaign_not_blast'],
    ]);
  });
});

test('a copy of a flow is a draft with its parts', async () => {
  const emailId = await givenEmail({ db: service.db, workspaceId: service.id });
  const listId = await givenList({ db: service.db, workspaceId: service.id }, []);
  const flow = await must(
    api.POST('/v1/email-flows', {
      body: {
        name: 'Welcome',
        description: 'For new members',
        reentry_policy: 'no_reentry',
        triggers: [{ type: 'added_to_static_list', list_id: listId }],
        steps: [
          { step_id: 'hello', type: 'send_email', email_id: emailId, next_step_id: 'rest' },
          { step_id: 'rest', type: 'wait', duration_amount: 1, duration_unit: 'days' },
        ],
        entry_step_id: 'hello',
      },
    }),
  );
  const duplicate = (flowId: string, name?: string) =>
    api.POST('/v1/email-flows/{flowId}/duplicate', { params: { path: { flowId } }, ...(name && { body: { name } }) });
  await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow.flow_id } } }));
  const { data, response } = await duplicate(flow.flow_id);
  expect(response.status).toBe(201);
  const { flow_id, name, created_at, updated_at, report_url, ...rest } = flow;
  expect(data).toMatchObject({ ...rest, name: 'Copy of Welcome', status: 'draft' });
  expect([data?.flow_id === flow_id, (await must(duplicate(flow_id, 'Another'))).name]).toEqual([false, 'Another']);
  expect(codeOf(await duplicate(UNKNOWN))).toEqual([404, 'not_found']);
});
