import type { components } from '../../generated/api.d.ts';
import type { OperationId } from '../http/handler.types.ts';
import { type Api, ToolError } from './api.ts';
import type { Outlook } from './confirmation.ts';
import { deliveryOf, outlookOfBlast, readBlast } from './journeys/blasts.ts';
import type { Context } from './journeys/journey.types.ts';

/**
 * Mail, or data for others to read, that would leave the service by a call. It is shown before a confirmation is given, and compared when
 * the confirmation is used.
 */

type Schemas = components['schemas'];
type Given = Record<string, unknown>;
/** Undefined when nothing leaves by this very call. */
type Look = (given: Given, context: Context) => Promise<Outlook | undefined>;

/** Every operation that the document marks `x-sends-mail` or `x-lets-data-out` stands here. */
export const OUTLOOKS: Partial<Record<OperationId, Look>> = {
  sendEmailBlastNow: async ({ blast_id, operational }, context) =>
    outlookOfBlast(textIn(blast_id, 'blast_id'), { operational: operational === true }, context),
  scheduleEmailBlast: async ({ blast_id, operational, scheduled_at }, context) =>
    outlookOfBlast(
      textIn(blast_id, 'blast_id'),
      { operational: operational === true, sendAt: textIn(scheduled_at, 'scheduled_at') },
      context,
    ),
  resumeEmailBlast,
  sendEmailTest,
  sendMessage: (given, context) => outlookOfMessages([given], context),
  sendMessages: ({ items }, context) => outlookOfMessages(Array.isArray(items) ? items : [], context),
  sendContactConfirmation,
  activateEmailFlow,
  enrolContactInEmailFlow,
  createContactJob,
  exportContactList,
  exportContact,
  exportEmailBlastContacts,
  exportTentSubmissions,
  updateTentForm,
  publishTent,
  updateTent: async (given, context) =>
    given.publish_at ? onTheWeb([`Page: ${(await readTent(given, context)).name}, at ${String(given.publish_at)}`], {}) : undefined,
  createTent: async (given) => whenPublished(given, [], {}),
  editTent: async (given, context) =>
    given.auto_publish === true ? whenPublished(given, [`Page: ${(await readTent(given, context)).name}`], {}) : undefined,
  createBulkJob: async (given) =>
    whenPublished(given, [`Pages: ${Array.isArray(given.items) ? given.items.length : 'as many as there are items'}`], {}),
  createWebhookEndpoint: async (given) => sentTo(given),
  updateWebhookEndpoint: async (given) => (given.url || given.event_types || given.status === 'enabled' ? sentTo(given) : undefined),
};

/** Events carry what they are about: contacts with all their fields, for example. */
const sentTo = ({ url, event_types, endpoint_id }: Given): Outlook => ({
  words: [
    `From now on events are sent to ${url === undefined ? `the address of the endpoint ${endpoint_id}` : String(url)}, with the data of the contacts that they are about.`,
    ...(Array.isArray(event_types) ? [`Types: ${event_types.join(', ')}`] : []),
  ],
  data: {},
  facts: {},
});

async function resumeEmailBlast({ blast_id }: Given, { api, delivery }: Context): Promise<Outlook> {
  const blast = await readBlast(api, textIn(blast_id, 'blast_id'));
  const { details } = blast;
  const dealtWith = details.blast_sent_count + details.blast_failed_count + details.blast_blocked_count;
  const people = details.blast_recipient_count - dealtWith;
  return {
    words: [
      `The blast "${blast.name}" (blast_id ${blast.blast_id}) is ${blast.status} and goes on sending.`,
      details.blast_recipient_count > 0
        ? `To: ${people} of ${counted(details.blast_recipient_count, 'recipient')}, who have not been dealt with yet`
        : `To: the members of "${blast.audience?.name}", who have not been taken down yet`,
      deliveryOf(delivery),
    ],
    data: { people },
    facts: { 'how far the blast is': [blast.status, details.blast_recipient_count, dealtWith], 'the blast': blast.updated_at },
  };
}

async function sendEmailTest({ email_id, to, version }: Given, { api, delivery }: Context): Promise<Outlook> {
  const email = await api.ask('getEmail', { path: { emailId: textIn(email_id, 'email_id') } });
  if (!Array.isArray(to)) throw new ToolError('to: is required, as a list of addresses. Nothing was asked of the service.');
  return {
    words: [
      `A test of the email "${email.name}", version ${version ?? email.current_version}, goes to ${counted(to.length, 'address', 'addresses')}: ${to.join(', ')}`,
      `Subject: ${email.subject}`,
      `From: ${email.from_name} <${email.from_address}>`,
      deliveryOf(delivery),
    ],
    data: { people: to.length },
    facts: { 'the email': [email.current_version, email.updated_at] },
  };
}

/** How many messages are shown one by one. */
const MOST_MESSAGES = 10;

async function outlookOfMessages(items: unknown[], { api, delivery }: Context): Promise<Outlook> {
  const messages = items.map((item) => (item ?? {}) as Partial<Schemas['SendMessageRequest']>);
  const emailIds = [...new Set(messages.flatMap(({ email_id }) => email_id ?? []))];
  const emails = await Promise.all(emailIds.map((emailId) => api.ask('getEmail', { path: { emailId } })));
  const subjectOf = ({ email_id, subject }: (typeof messages)[number]) =>
    subject ?? emails.find((email) => email.email_id === email_id)?.subject ?? '';
  const recipientsOf = ({ to, cc = [], bcc = [] }: (typeof messages)[number]) =>
    [to?.email ?? `the contact ${to?.contact_id}`, ...[...cc, ...bcc].map(({ email }) => email)].join(', ');
  const people = messages.reduce((sum, { cc = [], bcc = [] }) => sum + 1 + cc.length + bcc.length, 0);
  const left = messages.length - MOST_MESSAGES;
  const making = messages.filter((message) => message.create_contact).length;
  const flows =
    making > 0 ? await outlookOfFlows({ api, delivery }, ['contact_created'], { people: counted(making, 'contact') }) : undefined;
  return {
    words: [
      `${counted(messages.length, 'message goes', 'messages go')} out:`,
      ...messages.slice(0, MOST_MESSAGES).map((message) => `To ${recipientsOf(message)}: ${subjectOf(message)}`),
      ...(left > 0 ? [`and ${left} more`] : []),
      ...(flows?.words ?? [deliveryOf(delivery)]),
    ],
    data: { people, ...flows?.data },
    facts: { 'the emails': emails.map(({ approved_version, updated_at }) => [approved_version, updated_at]), ...flows?.facts },
  };
}

async function sendContactConfirmation({ contact_id, topic_ids }: Given, { api, delivery }: Context): Promise<Outlook> {
  const path = { contact_id: textIn(contact_id, 'contact_id') };
  const [contact, { topics }] = await Promise.all([api.ask('getContact', { path }), api.ask('getContactConsent', { path })]);
  const asked = topics.filter((topic) => Array.isArray(topic_ids) && topic_ids.includes(topic.topic_id) && topic.state !== 'subscribed');
  return {
    words: [
      `1 message goes to ${contact.display_name} <${contact.email ?? 'no email'}>, with a link by which to join: ${asked.map(({ name }) => name).join(', ')}`,
      deliveryOf(delivery),
    ],
    data: { people: 1 },
    facts: { 'the contact': contact.email, 'the topics': asked.map(({ name, state }) => [name, state]) },
  };
}

async function activateEmailFlow({ flow_id }: Given, { api, delivery }: Context): Promise<Outlook> {
  const flow = await readFlow(api, flow_id);
  const { active_count, waiting_count } = flow.details;
  const { words, facts } = await departuresOf(api, flow);
  const [now, later] = [active_count + waiting_count, flow.triggers.map((trigger) => LETS_IN[trigger.type] ?? trigger.type)];
  return {
    words: [
      `The flow "${flow.name}" (flow_id ${flow.flow_id}) becomes active, and then sends by itself until it is paused.`,
      `To: ${counted(now, 'member')} who ${now === 1 ? 'is' : 'are'} in it now, and from then on ${later.length > 0 ? [...new Set(later)].join(', ') : 'contacts who are enrolled'}; how many that will be is not known`,
      ...words,
      deliveryOf(delivery),
    ],
    data: { people_now: now },
    facts: { ...facts, 'who is in the flow': now },
  };
}

async function enrolContactInEmailFlow({ flow_id, contact_id }: Given, { api, delivery }: Context): Promise<Outlook> {
  const flow = await readFlow(api, flow_id);
  const contact = await api.ask('getContact', { path: { contact_id: textIn(contact_id, 'contact_id') } });
  const { words, facts } = await departuresOf(api, flow);
  return {
    words: [
      `1 contact enters the flow "${flow.name}" (flow_id ${flow.flow_id}), which is ${flow.status}: ${contact.display_name} <${contact.email ?? 'no email'}>`,
      ...words,
      deliveryOf(delivery),
    ],
    data: { people: 1 },
    facts: { ...facts, 'the contact': contact.email },
  };
}

/** The triggers that each action of a job may fire. */
const FIRED_BY: Record<string, readonly string[]> = {
  update: ['contact_updated', 'date_based', 'entered_segment', 'left_segment'],
  add_to_list: ['added_to_static_list'],
  remove_from_list: ['removed_from_static_list'],
};

async function createContactJob(given: Given, context: Context): Promise<Outlook | undefined> {
  const { action, flow_id, list_id, target_list_id, dry_run } = given;
  const { api, delivery } = context;
  if (dry_run === true) return undefined;
  if (action !== 'enrol')
    return outlookOfFlows(context, FIRED_BY[String(action)] ?? [], { people: 'the contacts of the job', listId: target_list_id });
  const flow = await readFlow(api, flow_id);
  const { words, facts } = await departuresOf(api, flow);
  const chosen = list_id === undefined ? 'All contacts that match the rules' : `All members of the list ${list_id}`;
  return {
    words: [`${chosen} enter the flow "${flow.name}" (flow_id ${flow.flow_id}), which is ${flow.status}`, ...words, deliveryOf(delivery)],
    data: {},
    facts,
  };
}

async function exportContactList({ list_id }: Given, { api }: Context): Promise<Outlook> {
  const path = { listId: textIn(list_id, 'list_id') };
  const list = await api.ask('getContactList', { path });
  const { member_count: people } = await api.ask('getContactListMemberCount', { path });
  return {
    words: [
      `A file with the ${people === null ? 'members' : counted(people, 'member')} of the list "${list.name}", with all their fields, is written.`,
      READABLE,
    ],
    data: { people },
    facts: { 'the list': [list.rules, people] },
  };
}

async function exportContact({ contact_id }: Given, { api }: Context): Promise<Outlook> {
  const contact = await api.ask('getContact', { path: { contact_id: textIn(contact_id, 'contact_id') } });
  return {
    words: [
      `A file with everything that the workspace has of ${contact.display_name} <${contact.email ?? 'no email'}> is written.`,
      READABLE,
    ],
    data: { people: 1 },
    facts: { 'the contact': contact.email },
  };
}

async function exportTentSubmissions(given: Given, context: Context): Promise<Outlook> {
  const { id, name } = await readTent(given, context);
  const words = [`A file with the submissions of the page "${name}", with all that visitors typed, is written.`, READABLE];
  return { words, data: {}, facts: { 'the page': id } };
}

/** Undefined for settings by which nothing goes out. */
async function updateTentForm(given: Given, context: Context): Promise<Outlook | undefined> {
  const { notify, redirect_url, form_id } = given;
  const addresses = Array.isArray(notify) ? notify : [];
  if (addresses.length === 0 && typeof redirect_url !== 'string') return undefined;
  const { name } = await readTent(given, context);
  return {
    words: [
      `Settings of the form "${String(form_id)}" of the page "${name}" change.`,
      ...(addresses.length > 0 ? [`From now on each submission is mailed to ${addresses.join(', ')}.`] : []),
      ...(typeof redirect_url === 'string' ? [`Visitors are led to ${redirect_url}.`] : []),
    ],
    data: {},
    facts: {},
  };
}

async function exportEmailBlastContacts({ blast_id }: Given, { api }: Context): Promise<Outlook> {
  const blast = await readBlast(api, textIn(blast_id, 'blast_id'));
  const people = blast.details.blast_recipient_count;
  return {
    words: [`A file with what became of ${counted(people, 'recipient')} of the blast "${blast.name}" is written.`, READABLE],
    data: { people },
    facts: { 'how many recipients the blast has': people },
  };
}

async function publishTent(given: Given, context: Context): Promise<Outlook> {
  const tent = await readTent(given, context);
  return onTheWeb([`Page: ${tent.name}, version ${tent.current_version}`], { 'the page': tent.current_version });
}

const whenPublished = (given: Given, words: string[], facts: Outlook['facts']): Outlook | undefined =>
  given.auto_publish === true ? onTheWeb(words, facts) : undefined;

const onTheWeb = (words: string[], facts: Outlook['facts']): Outlook => ({
  words: ['What is written is published: anybody on the web can read it, and its forms take what visitors send.', ...words],
  data: {},
  facts,
});

const READABLE = 'Anyone with the address of the file can read it for an hour.';

const LETS_IN: Record<string, string> = {
  contact_created: 'every new contact',
  contact_updated: 'contacts whose fields change',
  added_to_static_list: 'contacts who are added to a list',
  removed_from_static_list: 'contacts who are removed from a list',
  date_based: 'contacts whose date has come',
  entered_segment: 'contacts who begin to match a dynamic list',
  left_segment: 'contacts who no longer match a dynamic list',
  event_received: 'contacts of a custom event',
  form_submitted: 'people who send a form',
};

const MOST_EMAILS = 20;

async function departuresOf(api: Api, flow: Schemas['EmailFlow']): Promise<Pick<Outlook, 'words' | 'facts'>> {
  const ids = [...new Set(flow.steps.flatMap((step) => (step.type === 'send_email' && step.email_id ? [step.email_id] : [])))];
  const emails = [];
  for (const emailId of ids.slice(0, MOST_EMAILS)) emails.push(await api.ask('getEmail', { path: { emailId } }));
  const hosts = new Set(
    flow.steps.flatMap((step) => (step.type === 'send_webhook' && step.endpoint_url ? [new URL(step.endpoint_url).host] : [])),
  );
  return {
    words: [
      ...emails.map(({ subject, from_address, name }) => `Mail: "${subject}" from ${from_address}, the email "${name}"`),
      ...(ids.length > emails.length ? [`Mail: ${ids.length - emails.length} more emails`] : []),
      ...(hosts.size > 0 ? [`Data of contacts to: ${[...hosts].join(', ')}`] : []),
    ],
    facts: {
      'the flow': [flow.status, flow.triggers, flow.steps, flow.entry_step_id, flow.disqualification_rules, flow.settings],
      'the emails of the flow': emails.map(({ email_id, approved_generation_id, updated_at }) => [
        email_id,
        approved_generation_id,
        updated_at,
      ]),
    },
  };
}

const PAGE = 100;

/**
 * What active flows would do about a write to contacts or lists.
 * @param triggers that the write may fire
 * @param about the people in words, and the only list whose members change
 * @returns undefined when no flow would act
 */
export async function outlookOfFlows(
  { api, delivery }: Pick<Context, 'api' | 'delivery'>,
  triggers: readonly string[],
  { people, listId }: { people: string; listId?: unknown },
): Promise<Outlook | undefined> {
  const waiting: Schemas['EmailFlowSummary'][] = [];
  const fires = (trigger: Schemas['FlowTrigger']) =>
    triggers.includes(trigger.type) && (listId === undefined || !('list_id' in trigger) || trigger.list_id === listId);
  for (let page = 1, more = true; more; page++) {
    const { flows } = await api.ask('listEmailFlows', { query: { status: 'active', page, limit: PAGE, sort_by: 'created_at' } });
    waiting.push(...flows.filter((flow) => flow.triggers.some(fires)));
    more = flows.length === PAGE;
  }
  if (waiting.length === 0) return undefined;
  return {
    words: [
      `This may let ${people} into ${waiting.length === 1 ? 'a flow that is' : `${waiting.length} flows that are`} active, which then mail${waiting.length === 1 ? 's' : ''} them:`,
      ...waiting.map((flow) => {
        const why = new Set(flow.triggers.filter(fires).map(({ type }) => LETS_IN[type] ?? type));
        return `- "${flow.name}" (flow_id ${flow.flow_id}) lets in ${[...why].join(', ')}`;
      }),
      deliveryOf(delivery),
    ],
    data: { flow_ids: waiting.map(({ flow_id }) => flow_id) },
    facts: { 'the flows that wait for it': waiting.map(({ flow_id, updated_at }) => [flow_id, updated_at]) },
  };
}

export function peopleIn({ items, contact_ids, addresses, contact_id }: Given): string {
  const many = [items, contact_ids, addresses].find(Array.isArray) as unknown[] | undefined;
  return many ? counted(many.length, 'contact') : contact_id === undefined ? 'the contacts of this call' : '1 contact';
}

const readFlow = (api: Api, flowId: unknown) => api.ask('getEmailFlow', { path: { flowId: textIn(flowId, 'flow_id') } });
const readTent = ({ tent_id }: Given, { api }: Context) => api.ask('getTent', { path: { tentId: textIn(tent_id, 'tent_id') } });

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** @throws ToolError */
function textIn(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ToolError(`${name}: is required, as a text. Nothing was asked of the service.`);
}
