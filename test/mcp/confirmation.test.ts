/** A tool first shows everything that would leave the service, and sends it only with the confirmation of exactly that. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '../../src/http/contract.ts';
import { deriveTools } from '../../src/mcp/tools.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { giveTemplate } from '../support/bulk.ts';
import { page } from '../support/generator.ts';
import { startRows, straight } from '../support/imports.ts';
import { type Agent, connect } from '../support/mcp.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
let workspace: TestWorkspace;
let agent: Agent;
let whole: Agent;
beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
  agent = await connect(service.url, workspace.apiKey);
  whole = await connect(service.url, workspace.apiKey, 'all');
});
afterAll(async () => {
  for (const { close } of [agent, whole]) await close();
  await service.stop();
});

const tools = deriveTools(readDocument());
const marked = tools.filter(({ leaves }) => leaves);
const firing = tools.filter(({ fires }) => fires.length > 0);
const send = (name: string, given: object) => whole.call(name, given as Record<string, unknown>);
const activate = (flowId: string) => must(workspace.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
const pause = (flowId: string) => must(workspace.api.POST('/v1/email-flows/{flowId}/pause', { params: { path: { flowId } } }));

/** A flow that mails those who come in by its triggers, and tells a server of them. */
async function givenFlow(emailId: string, triggers: object[]): Promise<string> {
  const steps = [
    { step_id: 'hello', type: 'send_email', email_id: emailId },
    { step_id: 'tell', type: 'send_webhook', endpoint_url: 'https://hooks.shop.example/in', method: 'post', auth_type: 'none' },
  ];
  const body = { name: 'Welcome', triggers, steps } as never;
  return (await must(workspace.api.POST('/v1/email-flows', { body }))).flow_id;
}

/** Arguments for every marked operation, and the expected summary of the first call. */
async function cases(): Promise<Record<string, [given: object, says: string[]]>> {
  const { api } = workspace;
  const emails = ['ada@mail.example', 'ben@mail.example'];
  const [ready, later, going] = [await prepareBlast(api, emails), await prepareBlast(api, emails), await prepareBlast(api, emails)];
  await sendNow(api, going.blastId);
  await must(api.POST('/v1/email-blasts/{blastId}/pause', { params: { path: { blastId: going.blastId } } }));
  const draft = await givenFlow(ready.emailId, [{ type: 'contact_created' }]);
  const active = await givenFlow(ready.emailId, [{ type: 'added_to_static_list', list_id: later.listId }]);
  await activate(active);
  const { items } = await must(api.GET('/v1/contacts', { params: { query: { email: 'ada@mail.example' } } }));
  const tent_id = await giveTent(service, workspace, page('<form id="ask"><input name="email"></form>'));
  const template_id = await giveTemplate(workspace);
  const scheduled_at = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  const endpoint = { url: 'https://hooks.shop.example/events', event_types: ['contact.created'] as ['contact.created'] };
  const { endpoint_id } = await must(api.POST('/v1/webhook-endpoints', { body: endpoint }));
  const { topic_id } = await must(api.POST('/v1/topics', { body: { name: 'News', default: 'opt_in' } }));
  const message = { to: { email: 'cleo@mail.example' }, email_id: ready.emailId };
  const published = ['is published: anybody on the web can read it'];
  return {
    send_email_blast_now: [{ blast_id: ready.blastId }, ['To: the 2 members of', 'Subject: Hi {{contact.first_name}}', 'When: at once']],
    schedule_email_blast: [{ blast_id: later.blastId, scheduled_at }, ['To: the 2 members of', `When: at ${scheduled_at}`]],
    resume_email_blast: [{ blast_id: going.blastId }, ['is paused and goes on sending', 'built-in mailbox']],
    send_email_test: [
      { email_id: ready.emailId, to: ['press@paper.example', 'me@shop.example'] },
      ['goes to 2 addresses: press@paper.example, me@shop.example'],
    ],
    activate_email_flow: [
      { flow_id: draft },
      [
        'becomes active',
        '0 members',
        'every new contact',
        'Mail: "Hi {{contact.first_name}}" from hello@example.com',
        'Data of contacts to: hooks.shop.example',
      ],
    ],
    enrol_contact_in_email_flow: [
      { flow_id: active, contact_id: items[0]?.contact_id },
      ['1 contact enters the flow "Welcome"', 'ada@mail.example', 'Mail: "Hi'],
    ],
    create_contact_job: [
      { action: 'enrol', list_id: ready.listId, flow_id: active },
      [`All members of the list ${ready.listId} enter the flow "Welcome"`, 'Mail: "Hi'],
    ],
    export_contact: [{ contact_id: items[0]?.contact_id }, ['everything that the workspace has of', 'can read it for an hour']],
    export_contact_list: [{ list_id: ready.listId }, ['the 2 members of the list', 'can read it for an hour']],
    export_email_blast_contacts: [{ blast_id: going.blastId, category: 'recipients' }, ['what became of', 'can read it for an hour']],
    export_tent_submissions: [{ tent_id }, ['the submissions of the page "Page"', 'can read it for an hour']],
    update_tent_form: [
      { tent_id, form_id: 'ask', notify: ['team@example.com'] },
      ['the form "ask" of the page "Page"', 'is mailed to team@example.com'],
    ],
    update_tent: [{ tent_id, publish_at: '2100-01-01T00:00:00Z' }, [...published, 'Page: Page, at 2100-01-01T00:00:00Z']],
    publish_tent: [{ tent_id }, [...published, 'Page: Page, version 1']],
    create_tent: [{ prompt: 'A page', auto_publish: true }, published],
    edit_tent: [{ tent_id, prompt: 'Shorter', auto_publish: true }, published],
    create_bulk_job: [
      { template_id, auto_publish: true, items: [{ instructions: 'a' }, { instructions: 'b' }] },
      [...published, 'Pages: 2'],
    ],
    create_webhook_endpoint: [endpoint, ['events are sent to https://hooks.shop.example/events', 'Types: contact.created']],
    update_webhook_endpoint: [{ endpoint_id, event_types: ['contact.deleted'] }, [`the endpoint ${endpoint_id}`, 'Types: contact.deleted']],
    send_message: [message, ['1 message goes out', 'To cleo@mail.example: Hi {{contact.first_name}}', 'built-in mailbox']],
    send_contact_confirmation: [{ contact_id: items[0]?.contact_id, topic_ids: [topic_id] }, ['ada@mail.example']],
    send_messages: [{ items: [message, message] }, ['2 messages go out', 'To cleo@mail.example']],
  };
}

describe('every operation that lets something out', () => {
  let given: Awaited<ReturnType<typeof cases>>;
  beforeAll(async () => {
    given = await cases();
  });

  it('is among these', () => {
    expect(marked.length).toBeGreaterThan(6);
    expect(Object.keys(given).sort()).toEqual(marked.map(({ definition }) => definition.name).sort());
  });

  it.each(marked.map(({ definition }) => definition.name))('%s says what would go out, and does it with the confirmation', async (name) => {
    const [args, says] = given[name] as [object, string[]];
    const shown = await send(name, args);
    expect(shown).toMatchObject({ isError: false, data: { confirmation_required: true } });
    for (const words of says) expect(shown.text).toContain(words);
    expect(shown.text).toContain('Nothing has been done.');

    const { confirmation } = shown.data;
    const other = await send(name, { ...args, idempotency_key: 'one', confirmation: `${confirmation}x` });
    expect(other).toMatchObject({ isError: true, text: expect.stringContaining('Nothing was done.') });
    const done = await send(name, { idempotency_key: 'one', ...Object.fromEntries(Object.entries(args).reverse()), confirmation });
    expect([name, done.isError, done.text.slice(0, 200)]).toEqual([name, false, expect.any(String)]);
  });
});

describe('a confirmation', () => {
  it.runIf(isAtLength)('is refused for other arguments, in another workspace, and when its facts have changed', async () => {
    const { emailId } = await prepareBlast(workspace.api, ['ada@mail.example']);
    const args = { email_id: emailId, to: ['me@shop.example'] };
    const { confirmation } = (await send('send_email_test', args)).data;
    const refused = async (by: Agent, given: object) => {
      const answer = await by.call('send_email_test', { ...args, confirmation, ...given });
      expect(answer.isError).toBe(true);
      return answer.text;
    };
    expect(await refused(whole, { to: ['stranger@elsewhere.example'] })).toContain('was given for something else');
    const params = { path: { emailId } };
    await must(workspace.api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: '<!doctype html><p>Other</p>' } }));
    expect(await refused(whole, {})).toContain('something has changed since it was shown: the email.');
    const { usage } = await must(workspace.api.GET('/v1/workspace'));
    const sent = usage.test_mails;
    const fresh = (await send('send_email_test', args)).data.confirmation;
    expect((await send('send_email_test', { ...args, confirmation: fresh })).isError).toBe(false);
    expect((await must(workspace.api.GET('/v1/workspace'))).usage.test_mails).toBe(sent + 1);
  });

  it.runIf(isAtLength)('is asked for by the default tools, too', async () => {
    const { emailId } = await prepareBlast(workspace.api, ['ada@mail.example']);
    const flow_id = await givenFlow(emailId, [
      { type: 'form_submitted', tent_id: await giveTent(service, workspace, FORM), form_id: 'signup' },
    ]);
    const call = (more: object) => agent.call('call_sending_operation', { name: 'activateEmailFlow', arguments: { flow_id, ...more } });
    const shown = await call({});
    expect(shown.text).toContain('people who send a form');
    const status = async () =>
      (await must(workspace.api.GET('/v1/email-flows/{flowId}', { params: { path: { flowId: flow_id } } }))).status;
    expect(await status()).toBe('draft');
    expect((await call({ confirmation: shown.data.confirmation })).isError).toBe(false);
    expect(await status()).toBe('active');
  });
});

const FORM = '<!doctype html><html><body><form id="signup"><input name="email" type="email"></form></body></html>';

describe('a write to contacts', () => {
  const PEOPLE = [{ email: 'new@mail.example' }];

  it.runIf(isAtLength)('asks first where an active flow waits for it, and names the flow', async () => {
    const { api } = workspace;
    const { emailId, listId } = await prepareBlast(api, ['ada@mail.example']);
    const { items } = await must(api.GET('/v1/contacts', { params: { query: { limit: 1 } } }));
    const contact_ids = items.map(({ contact_id }) => contact_id);
    const writes: [string, object][] = [
      ['make_list', { name: 'Trail club', people: PEOPLE }],
      ['create_contacts', { items: PEOPLE }],
      ['upsert_contacts', { items: PEOPLE }],
    ];
    const asks = async ([name, given]: [string, object]) => (await send(name, given)).data?.confirmation_required ?? false;
    const forNew = await givenFlow(emailId, [{ type: 'contact_created' }]);
    await activate(forNew);
    for (const [name, given] of writes) {
      const shown = await send(name, given);
      expect(shown.text).toContain(`This may let 1 contact into`);
      expect(shown.text).toContain(`(flow_id ${forNew}) lets in every new contact`);
      expect(shown.data).toMatchObject({ confirmation_required: true, flow_ids: expect.arrayContaining([forNew]) });
    }
    expect((await must(api.GET('/v1/contacts', { params: { query: { email: 'new@mail.example' } } }))).items).toEqual([]);
    expect((await must(api.GET('/v1/contact-lists'))).lists.map(({ name }) => name)).not.toContain('Trail club');

    // Another flow is activated meanwhile: what was shown is not what would happen.
    const { confirmation } = (await send('make_list', writes[0]?.[1] as object)).data;
    const forList = await givenFlow(emailId, [{ type: 'added_to_static_list', list_id: listId }, { type: 'contact_created' }]);
    await activate(forList);
    expect(await send('make_list', { ...writes[0]?.[1], confirmation })).toMatchObject({
      isError: true,
      text: expect.stringContaining('has changed since it was shown: the flows that wait for it'),
    });
    const again = (await send('make_list', writes[0]?.[1] as object)).data.confirmation;
    expect(await send('make_list', { ...writes[0]?.[1], confirmation: again })).toMatchObject({ isError: false, data: { added: 1 } });

    expect(await asks(['add_contact_list_members', { list_id: listId, contact_ids }])).toBe(true);
    const { list_id: free } = await must(api.POST('/v1/contact-lists', { body: { name: 'Free', kind: 'static' } }));
    expect(await asks(['add_contact_list_members', { list_id: free, contact_ids }])).toBe(false);
    const { flows } = await must(api.GET('/v1/email-flows', { params: { query: { status: 'active' } } }));
    for (const { flow_id } of flows) await pause(flow_id);
    expect(await asks(['make_list', { name: 'Quiet club', people: [{ email: 'quiet@mail.example' }] }])).toBe(false);
    expect(await asks(['create_contacts', { items: [{ email: 'quiet2@mail.example' }] }])).toBe(false);
  });

  it.runIf(isAtLength)('is one of these, each of which asks', async () => {
    const { api } = workspace;
    const { emailId, listId: list_id } = await prepareBlast(api, ['ada@mail.example']);
    const flow = await givenFlow(emailId, [
      { type: 'contact_created' },
      { type: 'contact_updated', field: 'unsubscribed' },
      { type: 'added_to_static_list', list_id },
      { type: 'removed_from_static_list', list_id },
    ]);
    await activate(flow);
    const { items } = await must(api.GET('/v1/contacts', { params: { query: { email: 'ada@mail.example' } } }));
    const contact_id = items[0]?.contact_id as string;
    const { items: others } = await must(api.POST('/v1/contacts', { body: { items: [{ email: 'ada.old@mail.example' }] } }));
    const merged = others[0]?.contact_id as string;
    const session_id = await startRows(workspace, [{ email: 'ada@mail.example' }]);
    const writes: Record<string, object> = {
      create_contacts: { items: PEOPLE },
      upsert_contacts: { items: PEOPLE },
      update_contact: { contact_id, first_name: 'Ada' },
      update_contacts: { items: [{ contact_id, first_name: 'Ada' }] },
      execute_contact_import: { session_id, mappings: straight('email') },
      add_contact_list_members: { list_id, contact_ids: [contact_id] },
      remove_contact_list_members: { list_id, contact_ids: [contact_id] },
      remove_suppressions: { addresses: ['ada@mail.example'] },
      merge_contacts: { keep_id: contact_id, merge_ids: [merged] },
      create_contact_job: { action: 'update', list_id, changes: { language: 'sv' } },
      send_events: { items: [{ name: 'login', contact: { email: 'new@mail.example' }, create_contact: true }] },
      send_message: { to: { email: 'new@mail.example' }, create_contact: true, email_id: emailId },
      send_messages: { items: [{ to: { email: 'new@mail.example' }, create_contact: true, email_id: emailId }] },
    };
    expect(Object.keys(writes).sort()).toEqual(firing.map(({ definition }) => definition.name).sort());
    for (const [name, given] of Object.entries(writes)) {
      expect([name, (await send(name, given)).data]).toEqual([
        name,
        expect.objectContaining({ confirmation_required: true, flow_ids: expect.arrayContaining([flow]) }),
      ]);
    }
    await pause(flow);
  });
});
