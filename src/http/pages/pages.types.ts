/** The listener's view of published pages: it has no access to tables. */
import type { TentId, WorkspaceId } from '../../platform/ids.ts';

export interface Pages {
  /** Undefined when no workspace has its pages on this host. */
  find(host: string, path: string): Promise<Found | undefined>;
  /** Counts a view. Never waits and never throws. */
  viewed(view: PageView): void;
  submit(submission: Submission): Promise<SubmissionOutcome>;
  /** The defaults for a form without settings. */
  formRules(place: FormPlace): Promise<FormRules>;
  /** For a form with a captcha: what its visitor's browser has to solve. */
  challenge(place: FormPlace): Promise<object>;
}

/** The workspace of the host, and what it has at the path: a page, a redirect, a page that was there for a time, or nothing. */
export interface Found {
  workspaceId: WorkspaceId;
  page?: LivePage;
  /** A path or a whole address. */
  redirect?: string;
  /** Without one the redirect is temporary: the address of a live page is spelt otherwise. */
  status?: 301 | 302;
  isGone?: true;
}

export interface LivePage {
  tentId: TentId;
  etag: string;
  html(): Promise<Buffer>;
  brotli(): Promise<Buffer>;
}

export interface PageView {
  workspaceId: WorkspaceId;
  tentId: TentId;
  /** Of the visitor. Never stored. */
  address: string;
  userAgent: string | undefined;
  referrer: string | undefined;
  host: string;
}

export interface FormPlace {
  workspaceId: WorkspaceId;
  tentId: TentId;
  formId: string;
}

/** The settings of a form as far as visitors meet them. */
export interface FormRules {
  redirectUrl: string | null;
  /** Plain text. */
  thankYou: string | null;
  /** As browsers spell them. */
  allowedOrigins: readonly string[];
  captcha: 'altcha' | null;
}

export interface Submission extends FormPlace {
  /** The site with the form, where that is not the tent's page. */
  origin?: string | undefined;
  /** By the form's own names, in their order; a name may repeat. */
  fields: [name: string, value: string][];
}

export type SubmissionOutcome =
  /** Not kept: a robot's, which gets the same answer. */
  | { accepted: true; kept: boolean; submissionId: string; rules: FormRules }
  | { accepted: false; reason: 'unknown' | 'captcha' }
  /** The workspace asks as many people to confirm by mail as it may. */
  | { accepted: false; reason: 'busy'; seconds: number }
  | { accepted: false; reason: 'invalid'; issues: { path: string; message: string }[] };

/** The page at the address has changed since the lookup: look it up again. */
export class PageChanged extends Error {}
