/** A file of people becomes contacts and a list, an email goes out to them, some read it, and the report tells. */
import { readFile } from 'node:fs/promises';
import { type Client, type components, poll, unwrap, waitForBlastSent } from '../../src/client/index.ts';
import { SOON } from './patience.ts';
import { type Person, readPeople } from './people.ts';
import { readMailOf } from './readers.ts';
import { pace, recipients, summary } from './report.ts';
import { count, heading, remark, step } from './terminal.ts';

const PEOPLE = new URL('people.csv', import.meta.url);
const EMAIL = new URL('email.html', import.meta.url);
/** The sender of all emails of the demo. */
export const SENDER = { from_name: 'Juniper Trail', from_address: 'hello@example.com', reply_to_email: 'hello@example.com' };
const HEADERS = {
  ...SENDER,
  subject: '{{contact.first_name | default: "Good morning"}}, the trails are open again',
  preview_text: 'Boots, a tent for two, and a free map for Saturday',
};

/** As many as the API takes in one request. */
const CONTACTS_AT_ONCE = 100;
const MEMBERS_AT_ONCE = 500;
/** Of the people who get the mail: how many open it, and how many of those follow a link or unsubscribe. */
const OPENERS = 40;
const CLICKERS = 15;
const LEAVERS = 3;
const RECIPIENTS_SHOWN = 8;

export async function demoBlast(api: Client, baseUrl: string, name: string): Promise<string> {
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
    'Preparing an email',
    () => prepareEmail(api, name),
    () => 'saved, given its headers, approved',
  );
  const blast = await step(
    'Sending a blast',
    () => send(api, { name, listId, emailId }),
    ({ details }) => `${count(details.blast_sent_count)} of ${count(details.blast_qualified_count)}`,
  );
  const opened = await step(
    'Reading the mail',
    (show) => readMailOf(baseUrl, blast.approved_at ?? '', { openers: OPENERS, clickers: CLICKERS, leavers: LEAVERS }, show),
    (openers) => `${count(openers)} people opened it, some followed a link or unsubscribed`,
  );

  const path = { blastId: blast.blast_id };
  const report = await poll(
    () => unwrap(api.GET('/v1/email-blasts/{blastId}', { params: { path } })),
    ({ details }) => details.blast_opened_count >= opened,
    SOON,
  );
  const query = { sort: 'clicked_at', order: 'desc', limit: RECIPIENTS_SHOWN } as const;
  const { contacts } = await unwrap(api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path, query } }));
  return `${heading(`The blast "${name}"`)}\n\n${summary(report)}\n\n  Sent ${pace(report)}.\n\n${heading('Its recipients, last clicks first')}\n\n${recipients(contacts)}`;
}

/** Creates or updates contacts, and prints the reasons of refusals. Returns each contact once. */
async function writeContacts(api: Client, people: Person[]): Promise<string[]> {
  const contactIds = new Set<string>();
  const rejected: { line: number; reason: string }[] = [];
  const done = { created: 0, updated: 0 };

  const write = async (show: (text: string) => void) => {
    for (const batch of chunks(people, CONTACTS_AT_ONCE)) {
      const result = await unwrap(api.POST('/v1/contacts/upsert', { body: { items: batch.map(({ item }) => item) } }));
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

async function makeList(api: Client, name: string, contactIds: string[], show: (text: string) => void): Promise<string> {
  const { list_id: listId } = await unwrap(api.POST('/v1/contact-lists', { body: { name, kind: 'static' } }));
  let added = 0;
  for (const members of chunks(contactIds, MEMBERS_AT_ONCE)) {
    const result = await unwrap(
      api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids: members } }),
    );
    added += result.added_count;
    show(`${count(added)} of ${count(contactIds.length)}`);
  }
  return listId;
}

async function prepareEmail(api: Client, name: string): Promise<string> {
  const { email_id: emailId } = await unwrap(api.POST('/v1/emails', { body: { name } }));
  const params = { path: { emailId } };
  const { version } = await unwrap(api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: await readFile(EMAIL, 'utf8') } }));
  await unwrap(api.PATCH('/v1/emails/{emailId}', { params, body: HEADERS }));
  await unwrap(api.POST('/v1/emails/{emailId}/approve', { params, body: { version } }));
  return emailId;
}

type Blast = components['schemas']['EmailBlast'];

async function send(api: Client, { name, listId, emailId }: { name: string; listId: string; emailId: string }): Promise<Blast> {
  const { blast_id: blastId } = await unwrap(api.POST('/v1/email-blasts', { body: { name } }));
  const params = { path: { blastId } };
  await unwrap(api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id: listId } }));
  await unwrap(api.PUT('/v1/email-blasts/{blastId}/email', { params, body: { source: 'existing', email_id: emailId } }));
  await unwrap(api.POST('/v1/email-blasts/{blastId}/send-now', { params, body: { operational: false } }));

  return waitForBlastSent(api, { blast_id: blastId }, SOON);
}

function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
