import { notReady, requireDocument } from '../../content/documents/documents.service.ts';
import { EMAIL, EMAIL_TEMPLATE, type Kind, TENT, TENT_TEMPLATE } from '../../content/documents/kinds.ts';
import type { Handlers } from '../../http/handler.types.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import { type ContactId, fromUlid } from '../../platform/ids.ts';
import { expiryIn, keyOf, type PageLinks } from '../../platform/page-links.ts';
import type { SignedAddresses } from '../../platform/signed-addresses.ts';
import { notFound, unknown } from '../../shared/errors.ts';
import { noBlast } from '../blasts/blasts.service.ts';
import { findSample, hasVersion } from '../tests/tests.repo.ts';
import { type ReportKind, revokePreviews, revokeReports } from './links.repo.ts';

interface Wish {
  version?: number | undefined;
  contact_id?: ContactId | undefined;
  expires_in_seconds?: number | undefined;
}

const LONGEST_SECONDS = 7 * 24 * 60 * 60;

export function createPageLinkHandlers({ addresses, links }: { addresses: SignedAddresses; links: PageLinks }) {
  /** @throws not_found, and the code of the kind for a document without a version */
  const createPreview = (ctx: Ctx, kind: Kind, id: string, wish: Wish = {}) =>
    transaction(ctx, async (tx) => {
      const document = await requireDocument(tx, kind, id);
      const version = wish.version ?? document.currentVersion;
      if (version === null) throw notReady(kind);
      if (!(await hasVersion(tx, id, version))) throw notFound(unknown('version'));
      const { contact_id: contact, expires_in_seconds: seconds = LONGEST_SECONDS } = wish;
      if (contact !== undefined && !(await findSample(tx, contact))) throw notFound(unknown('contact_id'));
      const facts = { r: String(document.previewRevocations), version: String(version), ...(contact !== undefined && { contact }) };
      const url = addresses.sign('PREVIEW', keyOf({ workspaceId: ctx.workspaceId, kind: kind.name, id }), facts, seconds);
      return { status: 200 as const, body: { preview_url: url, version, expires_at: expiryIn(new URL(url)).toISOString() } };
    });

  const revokePreview = async ({ workspaceId, ...ctx }: Ctx, { name }: Kind, id: string) => {
    const previewRevocations = await revokePreviews({ ...ctx, workspaceId }, name, id);
    if (previewRevocations === undefined) throw notFound();
    const preview_url = links.preview(name, { workspaceId, id, previewRevocations });
    return { status: 200 as const, body: { revoked: true as const, preview_url } };
  };

  const revokeReport = async ({ workspaceId, ...ctx }: Ctx, kind: ReportKind, id: string) => {
    const reportRevocations = await revokeReports({ ...ctx, workspaceId }, kind, id);
    if (reportRevocations === undefined) return kind === 'blast' ? noBlast({ ...ctx, workspaceId }, id) : Promise.reject(notFound());
    const report_url = links.report(kind, { workspaceId, id, reportRevocations });
    return { status: 200 as const, body: { revoked: true as const, report_url } };
  };

  return {
    createEmailPreviewLink: ({ path, body }, ctx) => createPreview(ctx, EMAIL, path.emailId, body),
    createEmailTemplatePreviewLink: ({ path, body }, ctx) => createPreview(ctx, EMAIL_TEMPLATE, path.templateId, body),
    createTentTemplatePreviewLink: ({ path, body }, ctx) => createPreview(ctx, TENT_TEMPLATE, fromUlid(path.templateId), body),
    createTentPreviewLink: ({ path, body }, ctx) => createPreview(ctx, TENT, path.tentId, body),
    revokeEmailPreviewLinks: ({ path }, ctx) => revokePreview(ctx, EMAIL, path.emailId),
    revokeEmailTemplatePreviewLinks: ({ path }, ctx) => revokePreview(ctx, EMAIL_TEMPLATE, path.templateId),
    revokeTentTemplatePreviewLinks: ({ path }, ctx) => revokePreview(ctx, TENT_TEMPLATE, fromUlid(path.templateId)),
    revokeTentPreviewLinks: ({ path }, ctx) => revokePreview(ctx, TENT, path.tentId),
    revokeTentReportLinks: ({ path }, ctx) => revokeReport(ctx, 'tent', path.tentId),
    revokeEmailBlastReportLinks: ({ path }, ctx) => revokeReport(ctx, 'blast', path.blastId),
    revokeEmailFlowReportLinks: ({ path }, ctx) => revokeReport(ctx, 'flow', path.flowId),
    revokeContactImportReportLinks: ({ path }, ctx) => revokeReport(ctx, 'import', fromUlid(path.import_run_id)),
  } satisfies Partial<Handlers>;
}
