/** What the listener of published pages asks of whoever knows them. It knows no table; they know no request. */
export interface Pages {
  /** What stands at an address; undefined when no workspace has its pages on this host. */
  find(host: string, path: string): Promise<Found | undefined>;
  /** Tells that somebody was shown a page. Never waits and never throws. */
  viewed(view: PageView): void;
  /** Takes what a visitor typed into a form. */
  submit(submission: Submission): Promise<SubmissionOutcome>;
}

/** A host of a workspace, and what it has at the path: a page, the address of one, or nothing. */
export interface Found {
  workspaceId: string;
  page?: LivePage;
  redirect?: string;
}

export interface LivePage {
  tentId: string;
  /** Names these bytes, in quotes. */
  etag: string;
  html(): Promise<Buffer>;
  brotli(): Promise<Buffer>;
}

export interface PageView {
  workspaceId: string;
  tentId: string;
  /** Of the visitor, as the trusted proxies tell it. Kept nowhere. */
  address: string;
  userAgent: string | undefined;
  /** As the browser sent it. */
  referrer: string | undefined;
  /** The host that the page was asked for. */
  host: string;
}

export interface Submission {
  workspaceId: string;
  tentId: string;
  formId: string;
  /** By the form's own names, in their order; several values of one name one after the other. */
  fields: [name: string, value: string][];
}

export type SubmissionOutcome =
  | { accepted: true /** A robot's is answered like everybody's and thrown away. */; kept: boolean }
  /** No such form, or its page is not live. */
  | { accepted: false; reason: 'unknown' }
  | { accepted: false; reason: 'invalid'; issues: { path: string; message: string }[] };

/** The bytes of a page are not those any more that were found at its address: look there again. */
export class PageChanged extends Error {}
