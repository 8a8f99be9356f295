import type { ErrorCode } from '../../shared/errors.ts';
import { apart } from '../versions/apart.ts';
import { checkSize } from '../versions/html.ts';
import type { Warning } from '../versions/warnings.ts';

export type Header = 'subject' | 'previewText' | 'fromName' | 'fromAddress' | 'replyToEmail';
export type Headers = Record<Header, string | null>;

/** What differs from one kind of document to the other. All else is the same for all of them, and stands in this folder once. */
export interface Kind {
  name: 'email' | 'email_template' | 'tent_template' | 'tent';
  /** Within a sentence, behind "the" or "this". */
  noun: 'email' | 'template' | 'tent';
  /** What clients call its identifier. */
  idName: 'email_id' | 'template_id' | 'tent_id';
  /** What one without a completed version answers to what needs a version. */
  notReady: ErrorCode;
  /** What a generator is asked for. */
  generates: 'email' | 'page';
  /** How its own headers are called by clients; undefined: it has none. */
  headers?: Record<Header, string>;
  /** Those that have to be filled in while it is approved, in the order in which the missing are named. */
  required: readonly Header[];
  /** Whether a plain text goes with the HTML. */
  hasText: boolean;
  /** Whether the preview text is sent, as the preheader of the HTML. That of a template is a default of emails that start from it. */
  hasPreheader: boolean;
  /** Whether its merge tags are sent as they are. Those of a template may be tokens, which are filled in when something starts from it. */
  sendsTags: boolean;
  /** Whether an approval that does not say of which version waits for a generation whose outcome nobody has seen. */
  waitsForGeneration: boolean;
  /** Whether a prompt that was carried out makes it a draft again. */
  unapprovedByPrompt: boolean;
  /** The codes of a refusal to withdraw or delete one that a blast or flow needs. Undefined: it is never refused. */
  inUse?: Record<'email_blast' | 'email_flow', ErrorCode>;
  /** What is answered to a prompt that names a file which is not attached to the document. */
  assetUnknown: ErrorCode;
  /** What a copy is called that nobody has called anything, before it is cut. */
  copyName: (name: string) => string;
  /** What keeps HTML from becoming a version, or null. The words follow the name of a field. */
  check: (workspaceId: string, html: string) => Promise<string | null>;
  /** What of HTML that passes does not work where it is shown. @param previewText what the document sends as its preheader */
  warn: (workspaceId: string, html: string, previewText: string | null) => Promise<Warning[]>;
}

const checkMail: Kind['check'] = async (workspaceId, html) => checkSize(html) ?? apart(workspaceId, 'checkHtml', html);

const warnOfMail: Kind['warn'] = (workspaceId, html, previewText) => apart(workspaceId, 'mailWarnings', html, previewText);

const namedCopy = (name: string): string => `Copy of ${name}`;

export const EMAIL: Kind = {
  name: 'email',
  noun: 'email',
  idName: 'email_id',
  notReady: 'email_not_ready',
  generates: 'email',
  headers: {
    subject: 'subject',
    previewText: 'preview_text',
    fromName: 'from_name',
    fromAddress: 'from_address',
    replyToEmail: 'reply_to_email',
  },
  required: ['subject', 'fromName', 'fromAddress', 'replyToEmail'],
  hasText: true,
  hasPreheader: true,
  sendsTags: true,
  waitsForGeneration: true,
  unapprovedByPrompt: true,
  inUse: { email_blast: 'email_in_scheduled_blast', email_flow: 'email_in_active_flow' },
  assetUnknown: 'asset_not_found',
  copyName: namedCopy,
  check: checkMail,
  warn: warnOfMail,
};

export const EMAIL_TEMPLATE: Kind = {
  name: 'email_template',
  noun: 'template',
  idName: 'template_id',
  notReady: 'template_not_ready',
  generates: 'email',
  headers: {
    subject: 'default_subject',
    previewText: 'default_preview_text',
    fromName: 'default_from_name',
    fromAddress: 'default_from_address',
    replyToEmail: 'default_reply_to_email',
  },
  required: [],
  hasText: true,
  hasPreheader: false,
  sendsTags: false,
  waitsForGeneration: true,
  unapprovedByPrompt: false,
  assetUnknown: 'asset_not_found',
  copyName: (name) => `${name} (copy)`,
  check: checkMail,
  warn: warnOfMail,
};

export const TENT_TEMPLATE: Kind = {
  name: 'tent_template',
  noun: 'template',
  idName: 'template_id',
  notReady: 'template_not_ready',
  generates: 'page',
  required: [],
  hasText: false,
  hasPreheader: false,
  sendsTags: false,
  // What a generation makes is a newer version, used only when it is approved in its turn.
  waitsForGeneration: false,
  unapprovedByPrompt: false,
  assetUnknown: 'asset_not_found',
  copyName: namedCopy,
  check: async (_workspaceId, html) => checkSize(html),
  warn: (workspaceId, html) => apart(workspaceId, 'pageWarnings', html),
};

/** Instead of being approved, a tent is published: its status is `published` then. */
export const TENT: Kind = {
  ...TENT_TEMPLATE,
  name: 'tent',
  noun: 'tent',
  idName: 'tent_id',
  notReady: 'conflict',
  assetUnknown: 'not_found',
};

export const KINDS: Record<Kind['name'], Kind> = {
  email: EMAIL,
  email_template: EMAIL_TEMPLATE,
  tent_template: TENT_TEMPLATE,
  tent: TENT,
};
