import type { Scope } from '../../platform/db.ts';
import { type Issue, invalid } from '../../shared/errors.ts';
import { checkTemplate } from '../../shared/merge-tags.ts';
import { isVerifiedDomain } from '../../workspaces/sending-domains.ts';
import type { Header, Headers, Kind } from './kinds.ts';
import { blockProblem } from './merge-tags.ts';

/** Merge tags, and the right to send from the domain. @throws validation_failed */
export async function checkHeaders(ctx: Scope, kind: Kind, headers: Partial<Headers>): Promise<void> {
  const issues: Issue[] = [];
  const report = (header: Header, message: string | null) => {
    if (message) issues.push({ path: nameOf(kind, header), message });
  };
  // The sender's name is sent as it stands.
  for (const header of ['subject', 'previewText'] as const) {
    const text = headers[header] ?? '';
    report(header, checkTemplate(text) ?? (await blockProblem(ctx, text)));
  }
  const { fromAddress } = headers;
  if (fromAddress) {
    const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase();
    if (!(await isVerifiedDomain(ctx, domain)))
      report('fromAddress', `the domain ${domain} is not verified for this workspace; ask the operator of the service to verify it`);
  }
  if (issues.length > 0) throw invalid(...issues);
}

/** For a document that starts from another. */
export const copiedHeaders = ({ subject, previewText, fromName, fromAddress, replyToEmail }: Headers): Headers => ({
  ...{ subject, previewText, fromName, fromAddress, replyToEmail },
});

/** Only those that were sent. */
export const headersIn = (kind: Kind, body: object): Partial<Headers> => {
  const sent = new Map(Object.entries(body));
  const given = Object.entries(kind.headers ?? {}).filter(([, field]) => sent.get(field) !== undefined);
  return Object.fromEntries(given.map(([header, field]) => [header, sent.get(field) as string | null]));
};

export const missingHeaders = (kind: Kind, headers: Headers): string[] =>
  kind.required.filter((header) => !headers[header]?.trim()).map((header) => nameOf(kind, header));

const nameOf = (kind: Kind, header: Header): string => kind.headers?.[header] ?? header;
