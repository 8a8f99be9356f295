import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { must, people, prepareBlast, readBlast } from '../support/blast.ts';
import { givenBlast, givenContacts, givenEmail, givenList } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

let sink: SmtpSink;
let service: TestService;
let api: TestService['api'];
beforeAll(async () => {
  sink = await startSmtp();
  service = await startTestService({ SMTP_URL: sink.url });
  ({ api } = service);
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

const HEADERS = {
  subject: 'Hi {{contact.first_name}}',
  from_name: 'Juniper Trail',
  from_address: 'hello@example.com',
  reply_to_email: 'reply@example.com',
};
const at = (blastId: string) => ({ params: { path: { blastId } } });
const put = (blastId: string, body: object, key?: string) =>
  api.PUT('/v1/email-blasts/{blastId}/email', {
    params: { path: { blastId }, ...(key && { header: { 'Idempotency-Key': key } }) },
    body: { source: 'inline', ...body } as never,
  });
const emailOf = (emailId: string) => must(api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }));
const contentOf = async (emailId: string): Promise<string> =>
  (await api.GET('/v1/emails/{emailId}/content', { params: { path: { emailId } }, parseAs: 'text' })).data as unknown as string;
const countEmails = () => service.db.prisma.document.count({ where: { workspaceId: service.id, kind: 'email' } });

describe('an email of its own', () => {
  test.runIf(isAtLength)('from HTML: a draft that is approved like any other, and goes out', async () => {
    const { blastId } = await prepareBlast(api, people(1, 'inline.example'));
    const html = '<!doctype html><html><body><p>Hello {{contact.first_name}}</p></body></html>';
    const blast = await must(put(blastId, { ...HEADERS, html, preview_text: 'Soon' }));
    expect(blast).toMatchObject({
      status: 'draft',
      email_source: 'inline',
      email: {
        source: 'inline',
        name: `${blast.name} Email`,
        status: 'draft',
        subject: HEADERS.subject,
        current_version: 1,
        approved_version: null,
      },
      approval_readiness: { ready: false, missing: ['email_approval', 'schedule'] },
    });
    const emailId = blast.email_id as string;
    expect(await emailOf(emailId)).toMatchObject({ ...HEADERS, preview_text: 'Soon', created_by_name: 'Test' });
    expect(await contentOf(emailId)).toContain('<p>Hello {{contact.first_name}}</p>');
    await must(api.POST('/v1/emails/{emailId}/approve', { params: { path: { emailId } } }));
    expect((await readBlast(api, blastId)).approval_readiness).toMatchObject({ ready: true });
    await must(api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId)));
    await service.drain();
    expect(sink.messages.at(-1)?.raw).toMatch(/Hello(=20| )Person(=20| )0/);
  });

  test('blank, in the colours of the workspace', async () => {
    const blastId = await givenBlast(service, { name: 'Bare' });
    const { email_id, email } = await must(put(blastId, {}));
    expect(email).toMatchObject({ name: 'Bare Email', subject: null, current_version: 1 });
    expect(await contentOf(email_id as string)).toContain('<html');
    expect((await readBlast(api, blastId)).approval_readiness?.missing).toEqual([
      'audience',
      'email_approval',
      'email_headers',
      'schedule',
    ]);
  });

  test.runIf(isAtLength)('blank, of which a draft is warned until its words are replaced', async () => {
    const { blastId } = await prepareBlast(api, people(1, 'blank.example'));
    const { email_id } = await must(put(blastId, HEADERS));
    const params = { path: { emailId: email_id as string } };
    const warnings = async () =>
      (await readBlast(api, blastId)).approval_readiness?.warnings.filter(
        (name) => !['no_postal_address', 'audience_without_consent'].includes(name),
      );
    expect(await warnings()).toEqual([]);
    await must(api.POST('/v1/emails/{emailId}/approve', { params }));
    expect(await warnings()).toEqual(['placeholder_text']);
    const code = (await contentOf(email_id as string)).replace(/This is where your story goes[^<]*/, 'The huts are open.');
    await must(api.POST('/v1/emails/{emailId}/save-code', { params, body: { code } }));
    expect(await warnings()).toEqual(['newer_email_version', 'placeholder_text']);
    await must(api.POST('/v1/emails/{emailId}/approve', { params }));
    expect(await warnings()).toEqual([]);
  });

  test('from an approved template, with its headers where none are given', async () => {
    const { template_id } = await must(
      api.POST('/v1/email-templates', { body: { name: 'Letter', default_subject: 'From us', default_from_name: 'Juniper' } }),
    );
    const params = { path: { templateId: template_id } };
    const code = '<!doctype html><html><body>The letter</body></html>';
    await must(api.POST('/v1/email-templates/{templateId}/save-code', { params, body: { code } }));
    const blastId = await givenBlast(service);
    expect((await put(blastId, { template_id })).error?.error_code).toBe('template_not_ready');
    await must(api.POST('/v1/email-templates/{templateId}/approve', { params }));
    const { email_id } = await must(put(blastId, { template_id, from_name: 'Else', name: 'Mine' }));
    expect(await emailOf(email_id as string)).toMatchObject({ name: 'Mine', subject: 'From us', from_name: 'Else', from_address: null });
    expect(await contentOf(email_id as string)).toContain('The letter');
  });

  test('a long name of a blast is cut', async () => {
    const blastId = await givenBlast(service, { name: 'x'.repeat(200) });
    expect((await must(put(blastId, {}))).email?.name).toBe('x'.repeat(200));
  });

  test('what is wrong is refused at its place, and makes no email', async () => {
    const blastId = await givenBlast(service);
    const before = await countEmails();
    const issues = async (body: object) => (await put(blastId, body)).error?.details?.issues?.map(({ path }) => path);
    expect(await issues({ html: '<p>{{contact.</p>' })).toEqual(['html']);
    expect(await issues({ from_address: 'me@elsewhere.example' })).toEqual(['from_address']);
    expect(await issues({ subject: 'Hi {{contact.' })).toEqual(['subject']);
    expect((await put(blastId, { html: '<p>A</p>', template_id: blastId })).error?.error_code).toBe('validation_failed');
    const unknown = await put(blastId, { template_id: blastId });
    expect([unknown.response.status, unknown.error?.details?.issues?.[0]?.path]).toEqual([404, 'template_id']);
    expect((await put('01936d2e-7e40-7d94-8c5e-9c405f6e7d99', {})).error?.error_code).toBe('not_found');
    expect(await countEmails()).toBe(before);
  });

  test('only a draft takes one, and with a key one request makes one', async () => {
    const listId = await givenList(
      { db: service.db, workspaceId: service.id },
      await givenContacts({ db: service.db, workspaceId: service.id }, 1),
    );
    const blastId = await givenBlast(service, { listId, emailId: await givenEmail({ db: service.db, workspaceId: service.id }) });
    const before = await countEmails();
    const first = await put(blastId, { name: 'Once' }, 'inline');
    const second = await put(blastId, { name: 'Once' }, 'inline');
    expect(second.data).toEqual(first.data);
    const third = await must(put(blastId, { name: 'Twice' }));
    // The one that it takes the place of stays.
    expect([await countEmails(), third.email_id === first.data?.email_id]).toEqual([before + 2, false]);
    await must(api.POST('/v1/email-blasts/{blastId}/archive', at(blastId)));
    expect((await put(blastId, {})).error?.error_code).toBe('campaign_invalid_state');
    expect(await countEmails()).toBe(before + 2);
  });
});

test.runIf(isAtLength)('what is written is answered with in the same transaction', async () => {
  const { blastId, emailId, listId } = await prepareBlast(api, people(1, 'one.example'));
  const { pool } = service.db;
  /** How many connections a request takes. */
  async function taken(ask: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const note = () => {
      count += 1;
    };
    pool.on('acquire', note);
    await ask();
    pool.off('acquire', note);
    return count;
  }
  const path = at(blastId);
  const counts: number[] = [];
  for (const ask of [
    () => must(api.POST('/v1/email-blasts', { body: { name: 'Another' } })),
    () => must(api.PUT('/v1/email-blasts/{blastId}/email', { ...path, body: { source: 'existing', email_id: emailId } })),
    () => must(put(blastId, { html: '<p>Hi</p>' })),
    () => must(api.PUT('/v1/email-blasts/{blastId}/audience', { ...path, body: { source: 'existing', list_id: listId } })),
    () => must(api.PATCH('/v1/email-blasts/{blastId}', { ...path, body: { name: 'Renamed' } })),
    () => must(api.POST('/v1/email-blasts/{blastId}/archive', path)),
  ])
    counts.push(await taken(ask));
  // The key may be looked up again between two of them.
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});
