/**
 * The main job, start to end, against the running service: a file of people becomes contacts and a list, an email goes out
 * to them, some read it, and the report tells. It can be run again and again; the second time the people are updated.
 *
 *   npm run demo
 *   npm run demo -- pages    the way of a page instead: written, published, visited, its form sent, and its figures
 *
 * BASE_URL says where the service runs, BIVOUAC_API_KEY in which workspace to work. Without a key one is made by the
 * command line in the workspace "Demo", for which DATA_DIR or DATABASE_URL have to be those of the service.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../generated/api.d.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { demoPages } from './demo/pages.ts';
import { type Person, readPeople } from './demo/people.ts';
import { openMailbox, readMail } from './demo/readers.ts';
import { pace, recipients, summary } from './demo/report.ts';
import { type Api, ask, expectReady, makeKey, openApi } from './demo/service.ts';
import { count, DemoError, heading, remark, step } from './demo/terminal.ts';

const PEOPLE = new URL('demo/people.csv', import.meta.url);
const EMAIL = new URL('demo/email.html', import.meta.url);
const HEADERS = {
  subject: '{{contact.first_name | default: "Good morning"}}, the trails are open again',
  preview_text: 'Boots, a tent for two, and a free map for Saturday',
  from_name: 'Juniper Trail',
  from_address: 'hello@example.com',
  reply_to_email: 'hello@example.com',
};

/** As many as the API takes in one request. */
const CONTACTS_AT_ONCE = 100;
const MEMBERS_AT_ONCE = 500;
const POLL_MS = 250;
const PATIENCE_MS = 60_000;
/** Of the people who get the mail: how many open it, and how many of those follow a link or unsubscribe. */
const OPENERS = 40;
const CLICKERS = 15;
const LEAVERS = 3;
const RECIPIENTS_SHOWN = 8;

async function demo(): Promise<void> {
  const began = performance.now();
  const config = readConfig(process.env);
  const { baseUrl } = config;
  await expectReady(baseUrl);
  process.stderr.write(`\n${heading(`Bivouac at ${baseUrl}`)}\n\n`);

  const key =
    process.env.BIVOUAC_API_KEY ||
    (await step(
      'Making a key',
      () => makeKey(config),
      () => 'in the workspace "Demo", for an hour',
    ));
  const api = openApi(baseUrl, key);
  const at = new Date().toLocaleString('sv');
  if (process.argv[2] === 'pages') return demoPages(api, `Ridge hikes ${at}`);
  const name = `Spring newsletter ${at}`;

  const people = await step(
    'Reading people.csv',
    () => readPeople(PEOPLE),
    ({ length }) => `${count(length)} rows`,
  );
  const contactIds = await writeContacts(api, people);
  const listId = await step(
    'Making a list',
    (show) => makeList(api, name, contactIds, show),
    () => `"${name}", ${count(contactIds.length)} members`,
  );
  const emailId = await step(
    'Preparing the email',
    () => prepareEmail(api, name),
    () => 'saved, given its headers, approved',
  );
  const blast = await step(
    'Sending',
    (show) => send(api, { name, listId, emailId }, show),
    ({ details }) => `${count(details.blast_sent_count)} of ${count(details.blast_qualified_count)}`,
  );
  const mailbox = await step(
    'Reading the mail',
    (show) => readSome(baseUrl, blast, show),
    ({ said }) => said,
  );

  const path = { blastId: blast.blast_id };
  const report = await ask(api.GET('/v1/email-blasts/{blastId}', { params: { path } }));
  const query = { sort: 'clicked_at', order: 'desc', limit: RECIPIENTS_SHOWN } as const;
  const { contacts } = await ask(api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path, query } }));
  console.log(`\n${heading(name)}\n\n${summary(report)}\n\n${heading('Recipients, last clicks first')}\n\n${recipients(contacts)}\n`);
  console.log(`Sent ${pace(report)}; everything took ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  if (mailbox.found) console.log(`The messages are in the mailbox: ${heading(`${baseUrl}/mailbox`)}`);
}

/** Creates or updates everybody, and says why the rest was refused. Returns each contact once. */
async function writeContacts(api: Api, people: Person[]): Promise<string[]> {
  const contactIds = new Set<string>();
  const rejected: { line: number; reason: string }[] = [];
  const done = { created: 0, updated: 0 };

  const write = async (show: (text: string) => void) => {
    for (const batch of chunks(people, CONTACTS_AT_ONCE)) {
      const result = await ask(api.POST('/v1/contacts/upsert', { body: { items: batch.map(({ item }) => item) } }));
      done.created += result.created_count;
      done.updated += result.updated_count;
      for (const item of result.items) {
        if (item.status !== 'rejected') contactIds.add(item.contact_id);
        else rejected.push({ line: (batch[item.index] as Person).line, reason: reasonOf(item) });
      }
      show(`${count(done.created + done.updated + rejected.length)} of ${count(people.length)}`);
    }
  };
  await step(
    'Writing contacts',
    write,
    () => `${count(done.created)} created, ${count(done.updated)} updated, ${count(rejected.length)} rejected`,
  );
  for (const [reason, rows] of Map.groupBy(rejected, (row) => row.reason)) {
    remark(`${reason}: line${rows.length > 1 ? 's' : ''} ${rows.map(({ line }) => line).join(', ')}`);
  }
  return [...contactIds];
}

function reasonOf({ message, issues = [] }: Omit<components['schemas']['ContactRejected'], 'contact'>): string {
  return issues.map((issue) => `${issue.path} ${issue.message}`.trim()).join(', ') || message.replace(/\.$/, '');
}

async function makeList(api: Api, name: string, contactIds: string[], show: (text: string) => void): Promise<string> {
  const { list_id: listId } = await ask(api.POST('/v1/contact-lists', { body: { name, kind: 'static' } }));
  let added = 0;
  for (const members of chunks(contactIds, MEMBERS_AT_ONCE)) {
    const result = await ask(
      api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids: members } }),
    );
    added += result.added_count;
    show(`${count(added)} of ${count(contactIds.length)}`);
  }
  return listId;
}

async function prepareEmail(api: Api, name: string): Promise<string> {
  const { email_id: emailId } = await ask(api.POST('/v1/emails', { body: { name } }));
  const params = { path: { emailId } };
  const { version } = await ask(api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: await readFile(EMAIL, 'utf8') } }));
  await ask(api.PATCH('/v1/emails/{emailId}', { params, body: HEADERS }));
  await ask(api.POST('/v1/emails/{emailId}/approve', { params, body: { version } }));
  return emailId;
}

type Blast = components['schemas']['EmailBlast'];

async function send(
  api: Api,
  { name, listId, emailId }: { name: string; listId: string; emailId: string },
  show: (text: string) => void,
): Promise<Blast> {
  const { blast_id: blastId } = await ask(api.POST('/v1/email-blasts', { body: { name } }));
  const params = { path: { blastId } };
  await ask(api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id: listId } }));
  await ask(api.PUT('/v1/email-blasts/{blastId}/email', { params, body: { source: 'existing', email_id: emailId } }));
  await ask(api.POST('/v1/email-blasts/{blastId}/send-now', { params, body: { operational: false } }));

  let dealtWith = -1;
  let movedAt = performance.now();
  for (;;) {
    const blast = await ask(api.GET('/v1/email-blasts/{blastId}', { params }));
    if (blast.status === 'sent') return blast;
    if (blast.status !== 'sending')
      throw new DemoError(`The blast is ${blast.status}: ${blast.details.blast_error ?? 'somebody stopped it'}`);

    const {
      blast_sent_count: sent,
      blast_failed_count: failed,
      blast_bounced_count: bounced,
      blast_qualified_count: qualified,
    } = blast.details;
    if (qualified > 0) show(`${count(sent)} of ${count(qualified)}`);
    if (sent + failed + bounced !== dealtWith) {
      dealtWith = sent + failed + bounced;
      movedAt = performance.now();
    } else if (performance.now() - movedAt > PATIENCE_MS) {
      const cause = 'Does a worker run (ROLE=all or worker), and does the mail server answer? The log of the service says more.';
      throw new DemoError(
        `Nothing has been sent for ${PATIENCE_MS / 1_000} s, after ${count(sent)} of ${count(qualified)} messages. ${cause}`,
      );
    }
    await delay(POLL_MS);
  }
}

/** Plays some of the readers, spread over those who have just got the mail. */
async function readSome(baseUrl: string, { approved_at }: Blast, show: (text: string) => void): Promise<{ found: boolean; said: string }> {
  const mailbox = await openMailbox(baseUrl);
  if (typeof mailbox === 'string') return { found: false, said: mailbox };
  const received = mailbox.filter(({ received_at }) => approved_at !== null && Date.parse(received_at) >= Date.parse(approved_at));
  const openers = Math.min(OPENERS, received.length);
  for (let index = 0; index < openers; index += 1) {
    const mail = received[Math.floor((index * received.length) / openers)];
    if (!mail) break;
    const reader = await readMail(baseUrl, mail);
    await reader.open();
    if (index < CLICKERS) await reader.click(index % 2);
    if (index >= OPENERS - LEAVERS) await reader.unsubscribe();
    show(`${index + 1} of ${openers}`);
  }
  return { found: true, said: `${openers} people opened it, some followed a link or unsubscribed` };
}

function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

try {
  await demo();
} catch (error) {
  const expected = error instanceof DemoError || error instanceof ConfigError;
  console.error(expected ? `\n${error.message}` : error);
  process.exitCode = 1;
}
