/** Every operation that makes or changes content, sent twice under one key: it is done once, and the first answer comes back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
import { operations } from '../support/client.ts';
import { page, testGenerator } from '../support/generator.ts';
import { request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator: testGenerator() });
});
afterAll(() => service.stop());

const HEADERS = { subject: 'Hi', from_name: 'Juniper', from_address: 'hello@example.com', reply_to_email: 'hello@example.com' };
const code = page('<p>x</p>');
const email = async () => ({ emailId: (await must(service.api.POST('/v1/emails', { body: { name: 'x', ...HEADERS } }))).email_id });
const emailTemplate = async () => ({
  templateId: (await must(service.api.POST('/v1/email-templates', { body: { name: 'x' } }))).template_id,
});
const tentTemplate = async () => ({
  templateId: (await must(service.api.POST('/v1/tent-templates', { body: { name: 'x', code } }))).template_id,
});
const tent = async () => {
  const { id } = await must(service.api.POST('/v1/tents', { body: { prompt: 'A page for a bakery in Leeds' } }));
  await service.drain();
  return { tentId: id };
};
const nothing = async () => ({});
const draft = { lang: 'en', title: 'x', blocks: [{ kind: 'hero', heading: 'x' }] };
const mail = { ...draft, subject: 'x' };
/** A second version stands, so that the first can come back. */
const twice = (given: () => Promise<Record<string, string>>, save: string, body: object) => async (): Promise<Record<string, string>> => {
  const path = await given();
  const operation = operations.find(({ operationId }) => operationId === save) as (typeof operations)[number];
  for (const _version of [1, 2])
    expect((await request(service.url, operation, { apiKey: service.apiKey, path, body })).response.status).toBe(200);
  return path;
};

type Case = [operation: string, body: object | undefined, given: () => Promise<Record<string, string>>];
const CASES: Case[] = [
  ['createEmail', { name: 'x' }, nothing],
  ['createEmail', { name: 'x', prompt: 'x' }, nothing],
  ['createEmailFromDraft', { draft: mail }, nothing],
  ['saveEmailDraft', { draft: mail }, email],
  ['restoreEmail', { version: 1 }, twice(email, 'saveEmailCode', { code })],
  ['iterateEmail', { prompt: 'x' }, email],
  ['saveEmailCode', { code }, email],
  ['approveEmail', {}, email],
  ['unapproveEmail', undefined, email],
  ['sendEmailTest', { to: ['me@example.com'] }, email],
  ['duplicateEmail', undefined, email],
  ['createEmailTemplate', { name: 'x', code }, nothing],
  ['createEmailTemplate', { name: 'x', prompt: 'x' }, nothing],
  ['saveEmailTemplateDraft', { draft: mail }, emailTemplate],
  ['restoreEmailTemplate', { version: 1 }, twice(emailTemplate, 'saveEmailTemplateCode', { code })],
  ['iterateEmailTemplate', { prompt: 'x' }, emailTemplate],
  ['saveEmailTemplateCode', { code }, emailTemplate],
  ['cloneEmailTemplate', {}, emailTemplate],
  ['approveEmailTemplate', {}, emailTemplate],
  ['unapproveEmailTemplate', undefined, emailTemplate],
  ['createTentTemplate', { name: 'x', code }, nothing],
  ['saveTentTemplateDraft', { draft }, tentTemplate],
  ['restoreTentTemplate', { version: 1 }, twice(tentTemplate, 'saveTentTemplateCode', { code })],
  ['iterateTentTemplate', { prompt: 'x' }, tentTemplate],
  ['saveTentTemplateCode', { code }, tentTemplate],
  ['cloneTentTemplate', {}, tentTemplate],
  ['approveTentTemplate', {}, tentTemplate],
  ['unapproveTentTemplate', undefined, tentTemplate],
  ['createTentTemplateFromTent', {}, tent],
  ['createTent', { prompt: 'A page for a bakery in Leeds' }, nothing],
  ['createTent', { prompt: 'A page for a bakery in Leeds', auto_publish: true, custom_page_alias: 'once' }, nothing],
  ['createTentFromDraft', { draft }, nothing],
  ['saveTentDraft', { draft }, tent],
  ['restoreTent', { version: 1 }, twice(tent, 'saveTentDraft', { draft })],
  ['saveTentCode', { code }, tent],
  ['editTent', { prompt: 'x' }, tent],
  ['cloneTent', {}, tent],
  ['publishTent', {}, tent],
  ['unpublishTent', undefined, tent],
  ['exportTentSubmissions', undefined, tent],
];

/** All that is written, and what waits to be. */
const everything = async () => [
  await service.db.prisma.document.findMany({ orderBy: { id: 'asc' } }),
  await service.db.prisma.generation.findMany({ orderBy: { id: 'asc' } }),
  await service.db.prisma.version.findMany({ orderBy: { id: 'asc' } }),
  await service.db.prisma.creditEntry.findMany({ orderBy: { id: 'asc' } }),
  await service.db.prisma.publication.findMany({ orderBy: { tentId: 'asc' } }),
  await service.db.query({ text: "SELECT id::text FROM pgboss.job WHERE name = 'generations' ORDER BY id", values: [] }),
];

test.each(CASES)('%s %j is done once', async (operationId, body, given) => {
  const operation = operations.find((found) => found.operationId === operationId) as (typeof operations)[number];
  const path = await given();
  const key = newId();
  const send = () => request(service.url, operation, { apiKey: service.apiKey, path, body, headers: { 'idempotency-key': key } });
  const first = await send();
  expect(first.response.status).toBeLessThan(300);
  expect(first.response.headers.get('idempotency-replayed')).toBeNull();
  const before = await everything();
  const again = await send();
  expect([again.response.status, again.body]).toEqual([first.response.status, first.body]);
  expect(again.response.headers.get('idempotency-replayed')).toBe('true');
  expect(await everything()).toEqual(before);
});

test('no operation of theirs that takes a key is missing here, but for uploads, jobs in bulk and cancelling', () => {
  const ofContent = operations.filter(
    ({ path, idempotent, upload }) =>
      idempotent && !upload && !path.endsWith('/cancel') && /^\/v1\/(emails|email-templates|tent-templates|tents(?!\/bulk))/.test(path),
  );
  expect([...new Set(CASES.map(([operationId]) => operationId))].sort()).toEqual(ofContent.map(({ operationId }) => operationId).sort());
});
