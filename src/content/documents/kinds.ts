import type { WorkspaceId } from '../../platform/ids.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { apart } from '../versions/apart.ts';
import { checkSize } from '../versions/html.ts';
import type { Warning } from '../versions/warnings.ts';

export type Header = 'subject' | 'previewText' | 'fromName' | 'fromAddress' | 'replyToEmail';
export type Headers = Record<Header, string | null>;

/** The differences between kinds of documents; all else in this folder is the same for all. */
export interface Kind {
  name: 'email' | 'email_template' | 'tent_template' | 'tent';
  /** Within a sentence, behind "the" or "this". */
  noun: 'email' | 'template' | 'tent';
  idName: 'email_id' | 'template_id' | 'tent_id';
  /** The error where a version is needed and none is completed. */
  notReady: ErrorCode;
  generates: 'email' | 'page';
  headers?: Record<Header, string>;
  /** Required for an approval. Missing ones are named in this order. */
  required: readonly Header[];
  hasText: boolean;
  /** Whether the preview text is sent, as the preheader of the HTML. That of a template is a default of its emails. */
  hasPreheader: boolean;
  /** Whether its merge tags are sent as they are. Those of a template may be tokens, filled in when a document starts from it. */
  sendsTags: boolean;
  /** Whether an approval without a version waits for a running generation. */
  waitsForGeneration: boolean;
  /** Whether a completed prompt makes it a draft again. */
  unapprovedByPrompt: boolean;
  /** Error codes when a blast or flow needs it. Undefined: it is never refused. */
  inUse?: Record<'email_blast' | 'email_flow', ErrorCode>;
  /** The error for a file that is not attached to the document. */
  assetUnknown: ErrorCode;
  /** The default name of a copy. */
  copyName: (name: string) => string;
  /** The problem that keeps HTML from becoming a version, or null, in words that follow the name of a field. */
  check: (workspaceId: WorkspaceId, html: string) => Promise<string | null>;
  /** @param previewText the preheader that the document sends */
  warn: (workspaceId: WorkspaceId, html: string, previewText: string | null) => Promise<Warning[]>;
}

const checkMail: Kind['check'] = async (workspaceId, html) => checkSize(html) ?? apart(workspaceId, 'checkHtml', html);

const warnOfMail: Kind['warn'] = (workspaceId, html, previewText) => apart(workspaceId, 'mailWarnings', html, previewText);

const headerFields = (prefix: string): Record<Header, string> => ({
  ...{ subject: `${prefix}subject`, previewText: `${prefix}preview_text` },
  ...{ fromName: `${prefix}from_name`, fromAddress: `${prefix}from_address`, replyToEmail: `${prefix}reply_to_email` },
});

const namedCopy = (name: string): string => `Copy of ${name}`;

export const EMAIL: Kind = {
  name: 'email',
  noun: 'email',
  idName: 'email_id',
  notReady: 'email_not_ready',
  generates: 'email',
  headers: headerFields(''),
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
  headers: headerFields('default_'),
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
  // A generation makes a newer version, used only once it is approved.
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
