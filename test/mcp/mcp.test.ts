/** `/mcp` as programs meet it, with the official client, over HTTP and over stdio. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, it } from 'vitest';
import { GenerationRefused } from '../../src/content/generation/generator.ts';
import { showEmail } from '../../src/mcp/journeys/emails.ts';
import type { Context } from '../../src/mcp/journeys/journey.types.ts';
import { openLog } from '../../src/platform/log.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { document, operations } from '../support/client.ts';
import { testGenerator } from '../support/generator.ts';
import { type Agent, agentOf, connect, message, newClient, post } from '../support/mcp.ts';
import { PLAIN } from '../support/process.ts';
import { say } from '../support/raw.ts';
import { startTestService, type TestWorkspace } from '../support/service.ts';

const generator = testGenerator();
const lines: Record<string, unknown>[] = [];
const log = openLog('info', { write: (line) => lines.push(JSON.parse(line)) });
const service = await startTestService({}, { generator, log });
const { api, url, apiKey } = service;
const agent = await connect(url, apiKey);
const whole = await connect(url, apiKey, 'all');
afterAll(async () => {
  for (const { close } of [agent, whole]) await close();
  await service.stop();
});

const HEADERS = {
  subject: 'Spring, {{contact.first_name}}',
  from_name: 'Juniper Trail',
  from_address: 'hello@example.com',
  reply_to_email: 'hello@example.com',
};
const PEOPLE = [{ email: 'maya@mail.example', first_name: 'Maya' }, { email: 'noor@mail.example' }];

/** Resolves when an email of that name was made, the last of all. Then its text waits to be written. */
const emailIsMade = (name: string) => expect.poll(async () => (await must(api.GET('/v1/emails'))).emails[0]?.name).toBe(name);

/** All that a blast needs, by the tools. */
async function givenBlast({ call }: Agent, name: string) {
  const list = await call('make_list', { name, people: PEOPLE });
  const email = await call('write_email', { name, html: '<!doctype html><p>Hello from the huts</p>', ...HEADERS });
  await call('approve_email', { email_id: email.data.email_id, version: email.data.current_version });
  const given = { list_id: list.data.list_id, email_id: email.data.email_id };
  const prepared = await call('prepare_blast', { name, ...given });
  return { ...given, words: prepared.text, blast_id: prepared.data.blast_id, confirmation: prepared.data.confirmation };
}

/** All but those of keys. */
const withTools = operations.filter(({ path }) => !path.startsWith('/v1/keys'));

describe('the protocol', () => {
  it.runIf(isAtLength)('offers a few tools by default, all of them on demand, and those of a tag', async () => {
    const names = async ({ client }: Agent) => (await client.listTools()).tools.map(({ name }) => name);
    expect((await names(agent)).sort()).toEqual(
      [
        ...['make_list', 'write_email', 'show_email', 'approve_email', 'check_blast', 'prepare_blast', 'send_blast', 'report_blast'],
        ...['find_operations', 'describe_operation', 'read_guide'],
        ...['call_reading_operation', 'call_writing_operation', 'call_sending_operation'],
      ].sort(),
    );
    expect(await names(whole)).toHaveLength(withTools.length + 8);
    const some = await connect(url, apiKey, 'suppressions,journeys');
    expect(await names(some)).toEqual(expect.arrayContaining(['add_suppressions', 'send_blast']));
    expect(await names(some)).not.toContain('list_contacts');
    expect((await names(whole)).filter((name) => /_keys?$/.test(name))).toEqual([]);
    await some.close();
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'bivouac', version: document.info.version });
    expect(agent.client.getInstructions()).toContain('prepare_blast');
  });

  it('lets in whom the API lets in', async () => {
    for (const key of [null, 'bvk_wrong']) {
      const response = await post(url, key, message('ping'));
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await response.json()).toMatchObject({ error_code: 'unauthorized' });
    }
    await expect(connect(url, 'bvk_wrong')).rejects.toThrow('The API key is unknown, revoked or expired.');
  });

  it('lets no page of another origin speak through a browser', async () => {
    const statusOf = async (origin: string) => (await post(url, apiKey, message('ping'), { origin })).status;
    expect([await statusOf('https://evil.example'), await statusOf('null')]).toEqual([403, 403]);
    expect(await statusOf(new URL(service.service.config.baseUrl).origin)).toBe(200);
  });

  it.each([
    ['a list of tools that is none', '?tools=contacts,huts', 400, 'validation_failed'],
    ['a path below', '/more', 404, 'not_found'],
  ])('refuses %s', async (_what, behind, status, error_code) => {
    const response = await fetch(`${url}/mcp${behind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([response.status, await response.json()]).toMatchObject([status, { error_code }]);
  });

  it.runIf(isAtLength)('answers what is no message as the specification says', async () => {
    const told = async (body: unknown, headers?: Record<string, string>) => {
      const response = await post(url, apiKey, body, headers);
      const { error } = JSON.parse((await response.text()) || '{}');
      return [response.status, error?.code ?? error];
    };
    expect(await told('{"jsonrpc":')).toEqual([400, -32700]);
    expect(await told({ hello: 'there' })).toEqual([400, -32700]);
    expect(await told([message('ping')])).toEqual([400, -32600]);
    expect(await told(message('no/such'))).toEqual([200, -32601]);
    expect(await told(message('tools/call', { name: 'no_such_tool' }))).toEqual([200, -32602]);
    expect(await told(message('ping'), { 'mcp-protocol-version': '1999-01-01' })).toEqual([400, -32000]);
    expect(await told(message('ping'), { accept: 'application/json' })).toEqual([406, -32000]);
    expect((await told('hi', { 'content-type': 'text/plain' }))[0]).toBe(415);
    expect(await told({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual([202, undefined]);
    expect((await told(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))[0]).toBe(400);
    expect((await told(' '.repeat(5 * 1024 * 1024 + 1)))[0]).toBe(413);
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('writes down which tool was called and by whom, and nothing of what was said', async () => {
    const secret = `person${Math.random()}@mail.example`;
    const body = message('tools/call', { name: 'upsert_contacts', arguments: { items: [{ email: secret }] } });
    await fetch(`${url}/mcp?tools=all`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        'x-request-id': 'the-agents-own',
      },
      body: JSON.stringify(body),
    });
    const own = () => lines.filter(({ request_id }) => request_id === 'the-agents-own');
    await expect.poll(() => own().length).toBe(3);
    expect(own()).toMatchObject([
      // Whether an active flow would mail them.
      { operation: 'listEmailFlows', status: 200, workspace_id: service.id },
      { operation: 'upsertContacts', status: 200, workspace_id: service.id },
      { operation: 'mcp', tool: 'upsert_contacts', status: 200, workspace_id: service.id },
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

describe('an operation as a tool', () => {
  it('does what the operation does', async () => {
    const made = await whole.call('create_contact_list', { body: { kind: 'static', name: 'Hut guests' } });
    const { list_id } = JSON.parse(made.text);
    expect(await must(api.GET('/v1/contact-lists/{listId}', { params: { path: { listId: list_id } } }))).toMatchObject({
      name: 'Hut guests',
    });
    const { text } = await whole.call('update_contact_list', { list_id, name: 'Guests' });
    expect(JSON.parse(text)).toMatchObject({ list_id, name: 'Guests' });
    expect(JSON.parse((await whole.call('list_contact_lists', { limit: 1, page: 2 })).text).pagination).toMatchObject({
      limit: 1,
      page: 2,
    });
    expect(await whole.call('delete_contact_list', { list_id })).toMatchObject({ isError: false, text: 'Done.' });
  });

  it('says no in the words of the API, and as a result', async () => {
    const unknown = await whole.call('get_email', { email_id: '01936d2e-a172-70c7-9f81-cf738291a063' });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringMatching(/\(not_found, HTTP 404\)\nRequest [\w-]+$/) });
    const wrong = await whole.call('upsert_contacts', { items: [], hello: 1 });
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toMatch(/^The request is not valid at `\w+`: .*\. \(validation_failed, HTTP 400\)\n/);
    expect(wrong.text).toContain('- items: must have at least 1 item');
    expect((await whole.call('list_contacts', { limt: 1 })).text).toContain('- limt: ');
    expect((await whole.call('get_email')).text).toContain('email_id: is required');
    expect((await whole.call('get_email', { email_id: '../contacts' })).text).toContain('validation_failed');
  });

  it('sees nothing of another workspace', async () => {
    const other = await service.workspace();
    const { email_id } = await must(other.api.POST('/v1/emails', { body: { name: 'Theirs' } }));
    expect((await whole.call('get_email', { email_id })).text).toContain('not_found');
    expect((await agent.call('show_email', { email_id })).text).toContain('not_found');
  });

  it('does its work once for an idempotency key', async () => {
    const given = { name: 'Once', idempotency_key: `key-${Math.random()}` };
    const [one, again] = [await whole.call('create_email_blast', given), await whole.call('create_email_blast', given)];
    expect(JSON.parse(again.text).blast_id).toBe(JSON.parse(one.text).blast_id);
    const without = [await whole.call('create_email_blast', { name: 'Each' }), await whole.call('create_email_blast', { name: 'Each' })];
    expect(new Set(without.map(({ text }) => JSON.parse(text).blast_id)).size).toBe(2);
    expect((await whole.call('create_email_blast', { name: 'Bad', idempotency_key: 'a\nb' })).text).toContain('idempotency_key: must be');
  });

  it.runIf(isAtLength)('takes files and lists of addresses, and gives texts in parts', async () => {
    const { email_id } = await must(api.POST('/v1/emails', { body: { name: 'Long' } }));
    const content_base64 = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const uploaded = await whole.call('upload_email_assets', {
      email_id,
      files: [{ file_name: 'pixel.gif', content_type: 'image/gif', content_base64 }],
    });
    expect(uploaded.text).toContain('pixel.gif');
    expect((await whole.call('upload_email_assets', { email_id, files: [{ file_name: 'a' }] })).text).toContain('files: must be');
    expect((await whole.call('upload_email_assets', { email_id, files: 'a' })).isError).toBe(true);

    const imported = await whole.call('import_suppressions', { content: 'gone@mail.example\n' });
    expect(JSON.parse(imported.text)).toMatchObject({ added_count: 1 });

    // A sign of two places stands where the first part would end.
    const words = `${'é'.repeat(70_000)} ${'😀'.repeat(60_000)}`;
    const html = `<!doctype html><p>${words}</p>`;
    await must(api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId: email_id } }, body: { code: html } }));
    const { client } = whole;
    let read = '';
    for (let offset = 0, parts = 1; ; parts++) {
      const { content } = (await client.callTool({ name: 'get_email_content', arguments: { email_id, offset } })) as any;
      read += content[0].text;
      expect(content[0].text.length).toBeLessThanOrEqual(100_000);
      if (content.length === 1) {
        expect(parts).toBe(2);
        break;
      }
      offset = Number(/"offset": (\d+)/.exec(content[1].text)?.[1]);
    }
    expect(read).toContain(words);
    const cut = await whole.call('get_email_plain_text', { email_id });
    expect(cut.text).toMatch(/The answer was cut off here, after 100000 characters/);
    expect((await whole.call('get_email_content', { email_id, offset: -1 })).text).toContain('offset: must be');
  });
});

describe('what explores', () => {
  it('is what a tool that is not offered leads to', async () => {
    const way = 'It is an operation: read about it with describe_operation, and call it with';
    await expect(agent.call('list_contacts')).rejects.toThrow(`There is no tool "list_contacts". ${way} call_reading_operation.`);
    await expect(agent.call('sendEmailTest')).rejects.toThrow(`${way} call_sending_operation.`);
    await expect(agent.call('send_fax')).rejects.toThrow('There is no tool "send_fax". Find an operation for it with find_operations.');
    await expect(whole.call('send_fax')).rejects.toThrow(/These are offered: .*\blist_contacts\b/);
  });

  it('finds, describes and calls operations', async () => {
    expect((await agent.call('find_operations')).text.split('\n')).toHaveLength(withTools.length);
    const { text } = await agent.call('find_operations', { search: 'Count members' });
    expect(text.split('\n')[0]).toBe('get_contact_list_member_count (reading): Count the members of a contact list');
    const figures = await agent.call('find_operations', { tag: 'Analytics' });
    expect(figures.text).toContain('get_tent_analytics (reading): ');
    expect(figures.text).not.toContain('list_contacts');
    expect((await agent.call('describe_operation', { name: 'list_contacts' })).text).toMatch(/call_reading_operation[\s\S]*"page"/);
    expect((await agent.call('read_guide', { section: 'Rule trees' })).text).toContain('A **condition** asks one thing');
    const found = await agent.call('call_reading_operation', { name: 'list_contacts', arguments: { limit: 1 } });
    expect(JSON.parse(found.text).pagination.limit).toBe(1);
    const made = await agent.call('call_writing_operation', { name: 'create_email', arguments: { name: 'By a caller' } });
    expect(JSON.parse(made.text)).toMatchObject({ name: 'By a caller' });
  });

  it('keeps reading, writing and sending apart', async () => {
    const told = async (caller: string, name: string) => (await agent.call(caller, { name, arguments: {} })).text;
    // The names of the document are taken, too, and lead past nothing.
    expect(await told('call_sending_operation', 'sendEmailBlastNow')).toContain('blast_id: is required');
    expect(await told('call_reading_operation', 'deleteContacts')).toBe('delete_contacts is called with call_writing_operation.');
    expect(JSON.parse(await told('call_reading_operation', 'listContacts')).pagination.page).toBe(1);
    const described = await Promise.all(['listContacts', 'list_contacts'].map((name) => agent.call('describe_operation', { name })));
    expect(described[0]?.text).toBe(described[1]?.text);
    expect(await told('call_reading_operation', 'delete_contacts')).toBe('delete_contacts is called with call_writing_operation.');
    expect(await told('call_writing_operation', 'send_email_test')).toBe('send_email_test is called with call_sending_operation.');
    expect(await told('call_sending_operation', 'activate_email_flow')).toContain('flow_id: is required');
    expect(await told('call_reading_operation', 'nothing')).toContain('There is no operation');
    const { isError, text } = await agent.call('read_guide', { section: 'Hats' });
    expect([isError, text]).toEqual([true, expect.stringContaining('- section: ')]);
  });
});

describe('the journey', () => {
  it.runIf(isAtLength)('goes from people to a mail in the mailbox, with a yes in between', async () => {
    const { call } = agent;
    const list = await call('make_list', {
      name: 'Trail club',
      people: [{ email: 'ada@mail.example', first_name: 'Ada' }, { email: 'ben@mail.example' }, { email: 'no address' }],
    });
    expect(list).toMatchObject({ isError: false, data: { member_count: 2, added: 2, created: 2, refused: [{ index: 2 }] } });
    expect(list.text).toContain('Refused: no address: ');
    expect(list.text).toMatch(/: 2 of 3\. It now has 2 members\.\nNew contacts: 2\. Known before: 0\./);
    const again = await call('make_list', { list_id: list.data.list_id, people: [{ email: 'ada@mail.example', city: 'Oslo' }] });
    expect(again.data).toMatchObject({ member_count: 2, added: 0, updated: 1 });

    const held = generator.hold();
    const writing = call('write_email', {
      name: 'Spring',
      prompt: 'Spring opening of the huts',
      subject: 'Spring, {{contact.first_name}}',
    });
    await emailIsMade('Spring');
    const drained = service.drain();
    await held.begun;
    held.finish();
    await drained;
    const email = await writing;
    expect(email.text).toContain('Spring opening of the huts');
    expect(email.data).toMatchObject({ current_version: 1, missing: ['from_name', 'from_address', 'reply_to_email'] });
    const { email_id } = email.data;

    const early = await call('prepare_blast', { name: 'Spring blast', list_id: list.data.list_id, email_id });
    expect(early.data).toMatchObject({ ready: false });
    expect(early.text).toContain('The email is not approved');
    expect(early.text).toContain('The email has no subject, from_name');
    const { blast_id } = early.data;
    expect(early.text).toContain(`Then call prepare_blast with "blast_id": "${blast_id}"`);

    expect((await call('write_email', { email_id, ...HEADERS })).data).toMatchObject({ missing: [], status: 'draft' });
    expect((await call('approve_email', { email_id, version: 7 })).isError).toBe(true);
    await call('approve_email', { email_id, version: 1 });
    expect((await call('show_email', { email_id })).text).toContain('approved at version 1');
    expect((await call('check_blast', { blast_id })).data).toMatchObject({ ready: true, missing: [] });

    const prepared = await call('prepare_blast', { blast_id });
    for (const words of [
      'To: the 2 members of "Trail club".',
      'From: Juniper Trail <hello@example.com>',
      'Subject: Spring, {{contact.first_name}}',
      'built-in mailbox',
      'Cost: no credits.\n',
      'Spring opening of the huts',
    ])
      expect(prepared.text).toContain(words);
    expect(prepared.data).toMatchObject({ ready: true, people: 2, held_back: 0, delivery: 'mailbox', send_at: null });

    const sent = await call('send_blast', { blast_id, confirmation: prepared.data.confirmation });
    expect(sent).toMatchObject({ isError: false, data: { status: 'sending' } });
    expect(sent.text).toContain('Its recipients are just being taken down.');
    await service.drain();
    const report = await call('report_blast', { blast_id });
    expect(report.text).toContain('Sent to 2 of 2.');
    expect(report.data.status).toBe('sent');
    const mails = await service.db.query<{ subject: string }>({
      text: `SELECT subject FROM mailbox_messages WHERE subject LIKE 'Spring,%'`,
      values: [],
    });
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Spring,', 'Spring, Ada']);

    const repeated = await call('send_blast', { blast_id, confirmation: prepared.data.confirmation });
    expect(repeated).toMatchObject({ isError: true, text: expect.stringContaining('the blast is no draft') });
  });

  it.runIf(isAtLength)('counts mail where the plan does', async () => {
    const free = await service.workspace({ plan: 'free' });
    const theirs = await connect(url, free.apiKey);
    expect((await givenBlast(theirs, 'Free')).words).toContain('it counts for the 100 emails that the free plan has a day.');
    await theirs.close();
  });

  it.runIf(isAtLength)('schedules what was prepared for a time', async () => {
    const { blast_id } = await givenBlast(agent, 'Later');
    const send_at = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    for (const [wrong, text] of [
      ['2020-01-01T00:00:00Z', /send_at: .*Nothing was prepared\./s],
      ['2099-03-01', /send_at: must be a date and a time with an offset/],
    ] as const)
      expect(await agent.call('prepare_blast', { blast_id, send_at: wrong })).toMatchObject({
        isError: true,
        text: expect.stringMatching(text),
      });
    const { data, text } = await agent.call('prepare_blast', { blast_id, send_at });
    expect(text).toContain(`When: at ${send_at}`);
    const { data: sent } = await agent.call('send_blast', { blast_id, confirmation: data.confirmation });
    expect(sent).toMatchObject({ status: 'scheduled', scheduled_at: send_at });
    await must(api.POST('/v1/email-blasts/{blastId}/cancel', { params: { path: { blastId: blast_id } } }));
  });

  const changes: [string, string, (given: Awaited<ReturnType<typeof givenBlast>>) => Promise<unknown>][] = [
    [
      'somebody joins the list',
      'how many it goes to',
      ({ list_id }) => agent.call('make_list', { list_id, people: [{ email: 'third@mail.example' }] }),
    ],
    [
      'one member is swapped for another',
      'how many it goes to',
      async ({ list_id }) => {
        await agent.call('make_list', { list_id, people: [{ email: 'new@mail.example' }] });
        const { items } = await must(api.GET('/v1/contacts', { params: { query: { email: 'noor@mail.example' } } }));
        const path = { listId: list_id };
        await must(
          api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path }, body: { contact_ids: [items[0]?.contact_id as string] } }),
        );
      },
    ],
    [
      'the subject changes',
      'the subject or sender of the email',
      ({ email_id }) => agent.call('write_email', { email_id, subject: 'Another' }),
    ],
    [
      'another version is approved',
      'the approved version of the email, the text of the email',
      async ({ email_id }) => {
        const { data, text } = await agent.call('write_email', { email_id, html: '<!doctype html><p>Other words</p>' });
        expect(text).toContain('a blast still sends version 2');
        await agent.call('approve_email', { email_id, version: data.current_version });
      },
    ],
    [
      'the list is another',
      'the list',
      async ({ blast_id }) => {
        const { data } = await agent.call('make_list', { name: `Others ${Math.random()}`, people: PEOPLE });
        await agent.call('prepare_blast', { blast_id, list_id: data.list_id });
      },
    ],
  ];
  it.each(changes.slice(0, rounds(1, changes.length)))('sends nothing when %s after it was shown', async (name, what, change) => {
    const given = await givenBlast(agent, name);
    await change(given);
    const { isError, text } = await agent.call('send_blast', { blast_id: given.blast_id, confirmation: given.confirmation });
    expect([isError, text]).toEqual([true, expect.stringContaining(`has changed since it was shown: ${what}. `)]);
    expect((await agent.call('check_blast', { blast_id: given.blast_id })).text).toContain('is ready');
  });

  it.runIf(isAtLength)('takes a confirmation only from whom and for what it was given, in time, as it is', async () => {
    const { blast_id, confirmation } = await givenBlast(agent, 'Confirmed');
    const refused = async (by: Agent, id: string, given: string) => {
      const { isError, text } = await by.call('send_blast', { blast_id: id, confirmation: given });
      expect(isError).toBe(true);
      return text;
    };
    const other: TestWorkspace = await service.workspace();
    const theirs = await connect(url, other.apiKey);
    const own = await givenBlast(theirs, 'Theirs');
    expect(await refused(theirs, blast_id, confirmation)).toContain('was given for something else or to another workspace');
    expect(await refused(agent, own.blast_id, confirmation)).toContain('was given for something else or to another workspace');
    await theirs.close();
    const [payload, signature] = confirmation.split('.') as [string, string];
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('[0,', '[1,')).toString('base64url');
    for (const given of [`${forged}.${signature}`, payload, `${payload}.`, 'yes'])
      expect(await refused(agent, blast_id, given)).toContain('was changed');
    service.clock.advance({ minutes: 31 });
    expect(await refused(agent, blast_id, confirmation)).toContain('older than 30 minutes');
    expect((await agent.call('check_blast', { blast_id })).data.ready).toBe(true);
  });

  it.runIf(isAtLength)('says how to go on when a step does not work', async () => {
    await agent.call('make_list', { name: 'Taken', people: PEOPLE });
    expect((await agent.call('make_list', { name: 'taken', people: PEOPLE })).text).toContain('send it as "list_id"');
    expect((await agent.call('make_list', { people: PEOPLE })).text).toContain('either the "name"');
    expect((await agent.call('write_email', { prompt: 'x' })).text).toContain('needs a "name"');
    expect((await agent.call('write_email', { name: 'x', prompt: 'x', html: 'x' })).text).toContain('not more');
    const broken = await agent.call('write_email', { name: 'Broken', html: '<p>{{contact.first_name</p>' });
    expect(broken.text).toMatch(/validation_failed[\s\S]*Call again with "email_id": "[0-9a-f-]{36}"/);
    expect((await agent.call('prepare_blast', {})).text).toContain('either the "name"');
    const lost = await agent.call('prepare_blast', { name: 'Lost', list_id: '01936d2e-a172-70c7-9f81-cf738291a063' });
    expect(lost.text).toMatch(/not_found[\s\S]*Call again with "blast_id"/);
    expect((await agent.call('make_list', { name: 'Odd', people: [{ age: 3 }] })).text).toContain('people.0.age');
    const { answer } = generator;
    generator.answer = async () => {
      generator.answer = answer;
      throw new GenerationRefused('I am out of ink.');
    };
    const writing = agent.call('write_email', { name: 'Never', prompt: 'Never' });
    await emailIsMade('Never');
    await service.drain();
    expect((await writing).text).toContain('The last attempt to write it failed: I am out of ink.');
  });
});

it('waits for nothing when the service is about to stop', async () => {
  const email = { name: 'Slow', status: 'draft', current_version: null, latest_generation_status: 'generating' };
  const context = { isClosing: () => true, api: { ask: async () => email } };
  // Of all that a journey may ask for, this one asks for two things.
  const { words } = await showEmail.run({ email_id: 'any' }, context as unknown as Context);
  expect(words).toContain('It is still being written.');
});

describe('a client', () => {
  it.runIf(isAtLength)('that hangs up is waited for no longer', async () => {
    const { email_id } = await must(api.POST('/v1/emails', { body: { name: 'Patience', prompt: 'Patience' } }));
    const body = JSON.stringify(message('tools/call', { name: 'show_email', arguments: { email_id } }));
    const text = `POST /mcp HTTP/1.1\r\nHost: x\r\nX-Request-Id: gone\r\nAuthorization: Bearer ${apiKey}\r\nAccept: application/json, text/event-stream\r\n`;
    const { socket } = say(url, `${text}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const own = () => lines.filter(({ request_id }) => request_id === 'gone');
    await expect.poll(() => own().length).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => own().find(({ operation }) => operation === 'mcp')).toMatchObject({ tool: 'show_email', aborted: true });
    await service.drain();
  });

  it.runIf(isAtLength)('that asks too often hears it as a result, and at the door', async () => {
    const limited = await startTestService({ RATE_LIMIT_RPS: '1' });
    try {
      const { client, call, close } = await connect(limited.url, limited.apiKey);
      // One more a second: with fast requests, first the operation of a message is refused, then the message itself.
      await expect
        .poll(() => call('report_blast', { blast_id: '01936d2e-a172-70c7-9f81-cf738291a063' }))
        .toMatchObject({ isError: true, text: expect.stringMatching(/Try again in 1 s\. \(rate_limited, HTTP 429\)\nRequest /) });
      await expect.poll(() => client.ping().catch(({ message }) => message)).toContain('rate_limited');
      await close();
    } finally {
      await limited.stop();
    }
  });
});

describe('npm run mcp', () => {
  const script = fileURLToPath(new URL('../../src/mcp/stdio.ts', import.meta.url));
  const start = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [script], { env: { ...PLAIN, ...environment } });
    let [out, said] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    return { child, out: () => out, said: () => said };
  };

  it.runIf(isAtLength)('carries the tools of the service to a program', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [script],
      env: { PATH: process.env.PATH as string, BIVOUAC_URL: `${url}/`, BIVOUAC_API_KEY: apiKey, BIVOUAC_TOOLS: 'analytics,journeys' },
      stderr: 'pipe',
    });
    const client = newClient();
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['get_tent_analytics', 'make_list']));
    const { call } = agentOf(client);
    const made = await call('make_list', { name: 'By stdio', people: PEOPLE });
    expect(made.data).toMatchObject({ member_count: 2 });
    expect(await call('check_blast', { blast_id: 'nonsense' })).toMatchObject({ isError: true });
    await client.close();
  });

  it.runIf(isAtLength)('writes nothing but the protocol, and ends with its input', async () => {
    const { child, out, said } = start({ BIVOUAC_URL: url, BIVOUAC_API_KEY: 'bvk_wrong' });
    child.stdin.end(
      `nonsense\n${JSON.stringify(message('tools/call', { name: 'show_email' }))}\n${JSON.stringify(message('tools/list'))}\n`,
    );
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    const answers = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const words = `The service at ${url} does not take BIVOUAC_API_KEY: it is unknown, revoked or expired.`;
    expect(answers).toHaveLength(2);
    expect(answers).toContainEqual({ jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text: words }] } });
    expect(answers).toContainEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: words } });
    expect(said()).toContain('What came on stdin is no message of the protocol');
  });

  it.runIf(isAtLength)('says what keeps it from working', async () => {
    const without = start({ BIVOUAC_URL: url });
    const [code] = await once(without.child, 'close');
    expect([code, without.out(), without.said()]).toEqual([1, '', expect.stringContaining('BIVOUAC_API_KEY has to be set')]);
    const mistaken = start({ BIVOUAC_URL: url, BIVOUAC_API_KEY: apiKey, BIVOUAC_TOOLS: 'contacts,huts' });
    mistaken.child.stdin.end(`${JSON.stringify(message('initialize', {}))}\n`);
    await once(mistaken.child, 'close');
    const words = JSON.parse(mistaken.out()).error.message;
    expect(words).toMatch(/^BIVOUAC_TOOLS must name sets of tools, with commas between: journeys, explore, .*; it is "contacts,huts"\.$/);
    expect(mistaken.said()).toContain(words);
    const nowhere = start({ BIVOUAC_URL: 'http://127.0.0.1:9', BIVOUAC_API_KEY: 'bvk_any' });
    nowhere.child.stdin.end(`${JSON.stringify(message('initialize', {}))}\n`);
    await once(nowhere.child, 'close');
    expect(JSON.parse(nowhere.out()).error.message).toMatch(/cannot be reached \(.+\)\. Is it running/);
  });
});
