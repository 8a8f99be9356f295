import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../../generated/api.d.ts';
import type { EmailId } from '../../platform/ids.ts';
import { ToolError } from '../api.ts';
import { objectOf } from '../schemas.ts';
import type { Answer, Context, Journey } from './journey.types.ts';

/** Clients give up after a minute; whoever is told before knows how to go on. */
const WAIT_MS = 40_000;
const FIRST_LOOK_MS = 200;
const LOOK_MS = 1_000;
const MOST_TEXT = 4_000;

const headerOf = (name: string) => ({ $ref: `#/components/schemas/CreateEmailRequest/properties/${name}` });
const HEADERS = ['subject', 'preview_text', 'from_name', 'from_address', 'reply_to_email'] as const;
/** Those without which nothing is approved. */
const NEEDED = ['subject', 'from_name', 'from_address', 'reply_to_email'] as const;

type Headers = Partial<Record<(typeof HEADERS)[number], string | null>>;

interface Input extends Headers {
  email_id?: string;
  name?: string;
  prompt?: string;
  draft?: components['schemas']['EmailDraft'];
  html?: string;
}

export const writeEmail: Journey<Input> = {
  name: 'write_email',
  title: 'Write an email',
  description:
    'Makes an email, or changes the one with "email_id", and shows it. Write its blocks in "draft", and they are laid out for every mail program; or ' +
    'say in "prompt" what it is to say, or what to change, and it is written for you; or send the whole "html" yourself. With none of them, a new email is a blank design, and of one that is there only the headers change. Waits up ' +
    `to ${WAIT_MS / 1_000} seconds for what is being written, and says so when it takes longer. HTML and headers may carry merge tags (read_guide: ` +
    'Merge tags), such as {{contact.first_name | default: "there"}}. Nothing is sent by this. Of an approved email the approved content is sent until a ' +
    'newer version is approved with approve_email; changed headers count at once.',
  input: objectOf([], {
    email_id: { $ref: '#/components/schemas/Uuid', description: 'The email to change, in place of a new one.' },
    name: { ...headerOf('name'), description: 'What you call the email; recipients never see it. A new email needs one.' },
    prompt: headerOf('prompt'),
    // Spelt out, it would be more than all other tools of this set together.
    draft: { type: 'object', description: 'An EmailDraft. describe_operation of createEmailFromDraft says which blocks there are.' },
    html: { $ref: '#/components/schemas/SaveEmailCodeRequest/properties/code' },
    ...Object.fromEntries(HEADERS.map((name) => [name, headerOf(name)])),
  }),
  hints: { destroys: true },
  async run({ email_id, name, prompt, draft, html, ...headers }, context) {
    const { api } = context;
    if ([prompt, draft, html].filter((content) => content !== undefined).length > 1)
      throw new ToolError('Send one of "prompt", "draft" and "html", not more.');
    if (email_id === undefined) {
      if (name === undefined) throw new ToolError('A new email needs a "name". To change one that is there, send its "email_id".');
      const { email_id: made } =
        draft === undefined
          ? await api.ask('createEmail', { body: { name, prompt, ...headers } })
          : await api.ask('createEmailFromDraft', { body: { name, draft, ...headers } });
      return finish(context, made, html, true);
    }
    const path = { emailId: email_id };
    if (name !== undefined || Object.keys(headers).length > 0) await api.ask('updateEmail', { path, body: { name, ...headers } });
    if (prompt !== undefined) await api.ask('iterateEmail', { path, body: { prompt } });
    if (draft !== undefined) await api.ask('saveEmailDraft', { path, body: { draft } });
    return finish(context, email_id, html, false);
  },
};

async function finish(context: Context, emailId: EmailId, html: string | undefined, isNew: boolean): Promise<Answer> {
  try {
    if (html !== undefined) await context.api.ask('saveEmailCode', { path: { emailId }, body: { code: html } });
    return await show(context, emailId);
  } catch (error) {
    if (!isNew || !(error instanceof ToolError)) throw error;
    throw new ToolError(`${error.message}\nThe new email is there. Call again with "email_id": "${emailId}" to go on with it.`);
  }
}

export const showEmail: Journey<{ email_id: string }> = {
  name: 'show_email',
  title: 'Show an email',
  description:
    'Shows an email as it stands: its headers, the text of its newest version, whether it is approved, and what it still needs for that. Waits ' +
    `up to ${WAIT_MS / 1_000} seconds when it is being written. The HTML is read with get_email_content. To approve it, call approve_email with the ` +
    'version that was looked at.',
  input: objectOf(['email_id'], { email_id: { $ref: '#/components/schemas/Uuid', description: 'The email.' } }),
  hints: { reads: true },
  run: ({ email_id }, context) => show(context, email_id),
};

async function show(context: Context, emailId: EmailId): Promise<Answer> {
  const { api } = context;
  const path = { emailId };
  const email = await written(context, emailId);
  const text = email.current_version === null ? undefined : (await api.ask('getEmailPlainText', { path })).content;
  const failed =
    email.latest_generation_status === 'failed'
      ? (await api.ask('getEmailGeneration', { path: { ...path, generationId: email.latest_generation_id } })).error_message
      : null;
  const missing = NEEDED.filter((name) => !email[name]);
  const isWriting = email.latest_generation_status === 'generating';
  const isApproved = email.status === 'approved';
  const version = email.current_version === null ? 'without content yet' : `version ${email.current_version}`;
  return {
    words: [
      `Email "${email.name}" (email_id ${emailId}), ${isApproved ? `approved at version ${email.approved_version}` : 'a draft'}, ${version}.`,
      ...(isWriting ? ['It is still being written. Call show_email with its email_id in a little while.'] : []),
      ...(failed ? [`The last attempt to write it failed: ${failed}`] : []),
      ...HEADERS.map((name) => `${name}: ${email[name] ?? '(empty)'}`),
      ...(text === undefined
        ? []
        : ['', text.slice(0, MOST_TEXT), ...(text.length > MOST_TEXT ? ['(The text goes on: get_email_plain_text.)'] : []), '']),
      isApproved && email.approved_version !== email.current_version
        ? `Version ${email.current_version}, which is shown here, is not approved: a blast still sends version ${email.approved_version}. To change that, call approve_email with email_id "${emailId}" and version ${email.current_version}.`
        : isApproved
          ? 'It can be sent with a blast.'
          : missing.length > 0
            ? `Before it can be approved it needs ${missing.join(', ')}: fill them in with write_email.`
            : `It is not approved. When it is as it should be, call approve_email with email_id "${emailId}" and version ${email.current_version}.`,
    ].join('\n'),
    data: {
      email_id: emailId,
      status: email.status,
      current_version: email.current_version,
      approved_version: email.approved_version,
      generation: email.latest_generation_status,
      missing,
    },
  };
}

/** The email, when what is being written is there, or the wait has been long enough. */
async function written({ api, isClosing }: Context, emailId: EmailId) {
  const until = performance.now() + WAIT_MS;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(LOOK_MS, pause * 2)) {
    const email = await api.ask('getEmail', { path: { emailId } });
    if (email.latest_generation_status !== 'generating' || performance.now() > until || isClosing()) return email;
    await delay(pause, undefined, { signal: api.signal });
  }
}
