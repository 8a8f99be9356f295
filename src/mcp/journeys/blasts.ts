import type { BlastId, WorkspaceId } from '../../platform/ids.ts';
import { type Api, ToolError } from '../api.ts';
import { type Action, CONFIRMED_FOR_MINUTES, type Facts, type Outlook } from '../confirmation.ts';
import { objectOf } from '../schemas.ts';
import type { Answer, Context, Delivery, Journey } from './journey.types.ts';

const BLAST = { $ref: '#/components/schemas/Uuid', description: 'The blast.' };
const ONE_BLAST = objectOf(['blast_id'], { blast_id: BLAST });

/** Later versions may add names, which then appear as they are. */
const MISSING: Record<string, string> = {
  audience: 'No list is set: call prepare_blast with a list_id.',
  email: 'No email is set: call prepare_blast with an email_id.',
  email_approval: 'The email is not approved: look at it with show_email, and approve it with approve_email.',
  email_headers:
    'The email has no subject, from_name, from_address or reply_to_email: fill in what is empty with write_email, then approve it.',
  sender_domain: "The domain of the email's from_address is not verified for this workspace. Ask the operator of the service to verify it.",
};
const WARNINGS: Record<string, string> = {
  empty_static_audience: 'The list has no members, so the blast would reach no contact.',
  newer_email_version: 'The email has a newer version than the approved one, which is what goes out.',
  no_postal_address:
    'The workspace has no postal address for the footer, which many countries require in marketing mail: ask the operator to set it.',
  audience_without_consent:
    'None of the members who would get the blast has agreed to it: record what they agreed to, or ask them to confirm.',
  placeholder_text: 'The email still has the words of the blank design, "This is where your story goes", and would go out with them.',
};

const WAITING: Record<string, string> = {
  preparing: 'Its recipients are just being taken down.',
  mail_server: 'The mail server is in trouble, and is asked again.',
  transport_rate: 'It waits its turn: the mail server takes only so many messages a second.',
  workspace_rate: 'It waits its turn: the workspace may send only so many messages a second.',
  retries: 'All others are done; the rest want it later, and are asked again for up to 24 hours.',
};

type Blast = Awaited<ReturnType<typeof readBlast>>;
export const readBlast = (api: Api, blastId: BlastId) => api.ask('getEmailBlast', { path: { blastId } });

/** What a draft lacks; `schedule` stands there always, and sending now needs none. */
function readinessOf({ approval_readiness: readiness }: Blast) {
  return {
    missing: (readiness?.missing ?? []).filter((name) => name !== 'schedule').map((name) => MISSING[name] ?? name),
    warnings: (readiness?.warnings ?? []).map((name) => WARNINGS[name] ?? name),
  };
}

export const checkBlast: Journey<{ blast_id: string }> = {
  name: 'check_blast',
  title: 'Check what a blast still needs',
  description: 'Says what keeps a draft blast from going out, in words, and what is allowed but probably not meant. Changes nothing.',
  input: ONE_BLAST,
  hints: { reads: true },
  async run({ blast_id }, { api }) {
    const blast = await readBlast(api, blast_id);
    return blast.status === 'draft' ? standing(blast) : howItGoes(blast);
  },
};

function standing(blast: Blast): Answer {
  const { missing, warnings } = readinessOf(blast);
  const isReady = missing.length === 0;
  return {
    words: [
      isReady
        ? `The blast "${blast.name}" (blast_id ${blast.blast_id}) is ready. Call prepare_blast with its blast_id to see what would go out.`
        : `The blast "${blast.name}" (blast_id ${blast.blast_id}) cannot go out yet:`,
      ...[...missing, ...warnings].map((sentence) => `- ${sentence}`),
      ...(isReady ? [] : [`Then call prepare_blast with "blast_id": "${blast.blast_id}"; with a name it would make another draft.`]),
    ].join('\n'),
    data: { blast_id: blast.blast_id, ready: isReady, missing, warnings },
  };
}

interface Preparation {
  blast_id?: string;
  name?: string;
  list_id?: string;
  email_id?: string;
  operational?: boolean;
  send_at?: string;
}

export const prepareBlast: Journey<Preparation> = {
  name: 'prepare_blast',
  title: 'Prepare a blast and show what would go out',
  description:
    'Puts a blast together, a new one by "name" or the draft with "blast_id", and says what would go out: to whom and to how many, from whom, with ' +
    'which subject and text, when, and whether people really get it. Sends nothing. Show what it says to the person you work for and ask; with their yes, ' +
    `hand the "confirmation" to send_blast within ${CONFIRMED_FOR_MINUTES} minutes. It counts for exactly what was shown.`,
  input: objectOf([], {
    blast_id: { ...BLAST, description: 'A draft to go on with, in place of a new one.' },
    name: { type: 'string', minLength: 1, maxLength: 200, description: 'What a new blast is called; recipients never see it.' },
    list_id: { $ref: '#/components/schemas/Uuid', description: 'The list it goes to.' },
    email_id: { $ref: '#/components/schemas/Uuid', description: 'The email it carries, which has to be approved.' },
    operational: { $ref: '#/components/schemas/SendEmailBlastNowRequest/properties/operational' },
    send_at: {
      $ref: '#/components/schemas/ScheduleEmailBlastRequest/properties/scheduled_at',
      description: 'When it is to go out, as a timestamp with an offset or `Z`. Without it, as soon as send_blast is called.',
    },
  }),
  hints: {},
  async run({ blast_id, name, list_id, email_id, operational = false, send_at }, context) {
    const { api, workspaceId, confirmations, now } = context;
    if (send_at !== undefined) refuseTime(send_at, now());
    if ((blast_id === undefined) === (name === undefined))
      throw new ToolError('Send either the "name" of a new blast or the "blast_id" of a draft.');
    const blastId = blast_id ?? (await api.ask('createEmailBlast', { body: { name: name as string } })).blast_id;
    const path = { blastId };
    try {
      if (list_id !== undefined) await api.ask('setEmailBlastAudience', { path, body: { source: 'existing', list_id } });
      if (email_id !== undefined) await api.ask('setEmailBlastEmail', { path, body: { source: 'existing', email_id } });
      const blast = await draftOf(api, blastId);
      const { missing } = readinessOf(blast);
      if (missing.length > 0) return standing(blast);
      const { words, data, facts } = await outlookOf(blast, { operational, sendAt: send_at }, context);
      return {
        words: [
          ...words,
          `Nothing has been sent. With a yes, call send_blast with this blast_id and the confirmation, within ${CONFIRMED_FOR_MINUTES} minutes.`,
        ].join('\n'),
        data: {
          ready: true,
          ...data,
          confirmation: confirmations.give(actionOf(workspaceId, blastId), facts, [operational ? 1 : 0, send_at ?? 0]),
        },
      };
    } catch (error) {
      if (blast_id !== undefined || !(error instanceof ToolError)) throw error;
      throw new ToolError(`${error.message}\nThe new draft is there. Call again with "blast_id": "${blastId}" in place of the name.`);
    }
  },
};

const actionOf = (workspaceId: WorkspaceId, blastId: BlastId): Action => ({
  workspaceId,
  name: `send_blast.${blastId}`,
  again: 'Call prepare_blast with this blast_id again.',
});

export const sendBlast: Journey<{ blast_id: string; confirmation: string }> = {
  name: 'send_blast',
  title: 'Send a prepared blast',
  description:
    'Sends, or schedules, what prepare_blast has shown, and nothing else: mail goes out to people, and cannot be taken back. Call it only after the person ' +
    'you work for has seen that summary and said yes. When anything has changed since, it sends nothing and says what has changed.',
  input: {
    ...ONE_BLAST,
    required: ['blast_id', 'confirmation'],
    properties: {
      blast_id: BLAST,
      confirmation: {
        type: 'string',
        minLength: 1,
        maxLength: 2_000,
        description: 'What prepare_blast has given for this blast, as it is.',
      },
    },
  },
  hints: { destroys: true, leaves: true },
  async run({ blast_id, confirmation }, { api, workspaceId, confirmations }) {
    const { intent, requireUnchanged } = confirmations.read(actionOf(workspaceId, blast_id), confirmation);
    requireUnchanged((await outgoingOf(api, await draftOf(api, blast_id))).facts);
    const operational = intent[0] === 1;
    const sendAt = intent[1] ? String(intent[1]) : undefined;
    const path = { blastId: blast_id };
    const blast = sendAt
      ? await api.ask('scheduleEmailBlast', { path, body: { scheduled_at: sendAt, operational } })
      : await api.ask('sendEmailBlastNow', { path, body: { operational } });
    return howItGoes(blast);
  },
};

export const reportBlast: Journey<{ blast_id: string }> = {
  name: 'report_blast',
  title: 'Tell how a blast does',
  description:
    'Tells how far a blast is and what came of it: how many got it, opened it, clicked, bounced, unsubscribed, and why it waits or has failed. Single ' +
    'recipients are listed with list_email_blast_contacts.',
  input: ONE_BLAST,
  hints: { reads: true },
  run: async ({ blast_id }, { api }) => howItGoes(await readBlast(api, blast_id)),
};

function howItGoes(blast: Blast): Answer {
  const { details } = blast;
  const count = (name: keyof typeof details) => Number(details[name]);
  const hasBegun = count('blast_recipient_count') > 0;
  return {
    words: [
      `The blast "${blast.name}" (blast_id ${blast.blast_id}) is ${blast.status}${blast.status === 'scheduled' ? ` for ${blast.scheduled_at}` : ''}.`,
      ...(blast.status === 'scheduled' ? ['Until then the operation unschedule_email_blast (call_writing_operation) takes it back.'] : []),
      ...(blast.status === 'sending'
        ? [
            'It goes on by itself. Call report_blast to see how; the operation pause_email_blast (call_writing_operation) stops it on its way.',
          ]
        : []),
      ...(blast.status === 'draft' ? ['Call check_blast to see what it still needs.'] : []),
      ...(hasBegun
        ? [
            `Sent to ${count('blast_sent_count')} of ${count('blast_recipient_count')}. Held back because the address is suppressed: ` +
              `${count('blast_blocked_count')}. Could not be handed over: ${count('blast_failed_count')}. Bounced: ${count('blast_bounced_count')}.`,
            `Opened: ${count('blast_opened_count')}. Clicked: ${count('blast_clicked_count')}. Unsubscribed: ${count('blast_unsubscribed_count')}. ` +
              `Reported as spam: ${count('blast_spam_count')}.`,
          ]
        : []),
      ...(details.blast_waiting_for ? [WAITING[details.blast_waiting_for] ?? `It waits for: ${details.blast_waiting_for}.`] : []),
      ...(details.blast_error ? [`The mail server says: ${details.blast_error}`] : []),
    ].join('\n'),
    data: { blast_id: blast.blast_id, status: blast.status, scheduled_at: blast.scheduled_at, sent_at: blast.sent_at, details },
  };
}

/** Before a person agrees to it. @throws ToolError */
function refuseTime(sendAt: string, now: Date): void {
  if (!/\d:\d.*(Z|[+-]\d\d:?\d\d)$/i.test(sendAt))
    throw new ToolError('send_at: say the time of day, too, with an offset or `Z`: 2027-03-01T09:00:00+01:00. Nothing was prepared.');
  if (Date.parse(sendAt) <= now.getTime())
    throw new ToolError(`send_at: ${sendAt} is in the past; it is ${now.toISOString()} now. Nothing was prepared.`);
}

async function draftOf(api: Api, blastId: BlastId): Promise<Blast> {
  const blast = await readBlast(api, blastId);
  if (blast.status === 'draft') return blast;
  throw new ToolError(`Nothing was sent by this, for the blast is no draft.\n${howItGoes(blast).words}`);
}

/** What would go out now, and the facts that a confirmation holds on to. */
async function outgoingOf(api: Api, { audience, email: inShort }: Blast) {
  // A blast that lacks one of them has changed since it was shown.
  if (!audience || !inShort) throw new ToolError('Nothing was sent, for the blast has no list or no email any more. Call check_blast.');
  const email = await api.ask('getEmail', { path: { emailId: inShort.email_id } });
  const generationId = email.approved_generation_id;
  const text = generationId
    ? (await api.ask('getEmailGenerationPlainText', { path: { emailId: email.email_id, generationId } })).content
    : undefined;
  const { people, heldBack, newest, rules } = await audienceOf(api, audience);
  const { subject, preview_text, from_name, from_address, reply_to_email } = email;
  const facts: Facts = {
    'the list': [audience.list_id, rules],
    'how many it goes to': [people, heldBack, newest],
    'the approved version of the email': [email.email_id, email.status, generationId],
    'the text of the email': text,
    'the subject or sender of the email': [subject, preview_text, from_name, from_address, reply_to_email],
  };
  return { email, text, people, heldBack, facts };
}

type Audience = NonNullable<Blast['audience']>;

async function audienceOf(api: Api, { list_id: listId, source, member_count }: Audience) {
  // Only the blast refers to its private list, and a change replaces it.
  if (source === 'inline') return { people: member_count, heldBack: null, newest: null, rules: null };
  const path = { listId };
  const { member_count: people, blocked_count: heldBack } = await api.ask('getContactListMemberCount', { path });
  const { rules, kind } = await api.ask('getContactList', { path });
  // A contact off the list and another on it leave the number the same.
  const query = { limit: 1, sort: 'member_added_at', order: 'desc' } as const;
  const newest =
    kind === 'static' ? (await api.ask('listContactListMembers', { path, query })).contacts.map(({ contact_id }) => contact_id) : null;
  return { people, heldBack, newest, rules };
}

interface Release {
  operational: boolean;
  sendAt?: string | undefined;
}

/** What would go out of a draft. @throws ToolError when it is no draft, or is not ready */
export async function outlookOfBlast(blastId: BlastId, release: Release, context: Context): Promise<Outlook> {
  const blast = await draftOf(context.api, blastId);
  if (readinessOf(blast).missing.length > 0) throw new ToolError(standing(blast).words);
  return outlookOf(blast, release, context);
}

async function outlookOf(blast: Blast, release: Release, { api, workspaceId, delivery, isFree }: Context): Promise<Outlook> {
  const outgoing = await outgoingOf(api, blast);
  return {
    words: describe(blast, outgoing, release, { delivery, free: await isFree(workspaceId) }),
    data: {
      blast_id: blast.blast_id,
      people: outgoing.people,
      held_back: release.operational ? null : outgoing.heldBack,
      subject: outgoing.email.subject,
      from: outgoing.email.from_address,
      send_at: release.sendAt ?? null,
      delivery,
      credits: 0,
    },
    facts: outgoing.facts,
  };
}

const MOST_TEXT = 1_500;

function describe(
  blast: Blast,
  { email, text, people, heldBack }: Awaited<ReturnType<typeof outgoingOf>>,
  { operational, sendAt }: Release,
  { delivery, free }: { delivery: Delivery; free: boolean },
): string[] {
  const whom = `"${blast.audience?.name}"`;
  const held = heldBack
    ? ` Of these, held back because the address is suppressed: ${heldBack}${operational ? ', less those who have only unsubscribed' : ''}.`
    : '';
  return [
    `The blast "${blast.name}" (blast_id ${blast.blast_id}) is ready:`,
    `To: ${people === null ? `everybody whom the rules of ${whom} fit when it goes out` : `the ${people} ${people === 1 ? 'member' : 'members'} of ${whom}`}.${held}`,
    `From: ${email.from_name} <${email.from_address}>, answers to ${email.reply_to_email}`,
    `Subject: ${email.subject}`,
    `Content: the email "${email.name}", approved at version ${email.approved_version}`,
    ...readinessOf(blast).warnings.map((warning) => `Mind: ${warning}`),
    operational ? 'Kind: operational; it also goes to whoever has unsubscribed' : 'Kind: marketing, with a link to unsubscribe',
    `When: ${sendAt ? `at ${sendAt}` : 'at once, when it is confirmed'}`,
    deliveryOf(delivery),
    `Cost: no credits${free ? '; it counts for the 100 emails that the free plan has a day' : ''}.`,
    '',
    (text ?? '').slice(0, MOST_TEXT),
    '',
  ];
}

const DELIVERIES: Record<Delivery, string> = {
  mailbox: 'Delivery: to the built-in mailbox of this service only. No mail leaves the machine.',
  mail_server: 'Delivery: real mail to real people.',
  test_mailbox: 'Delivery: to the test mailbox of the workspace only, since the key is a test key.',
};

export const deliveryOf = (delivery: Delivery): string => DELIVERIES[delivery];
