import type { Ctx, Scope, Tx } from '../../platform/db.ts';
import type { TemplateId, WorkspaceId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import type { Draft } from '../generation/draft/draft.ts';
import { apart, requireThreadTime } from '../versions/apart.ts';
import { LARGEST_HTML_BYTES, TOO_LARGE } from '../versions/html.ts';
import { findVersion } from '../versions/versions.repo.ts';
import { type Document, keepDocument, readDocument } from './documents.repo.ts';
import { type Beginning, ownText } from './documents.service.ts';
import { EMAIL_TEMPLATE, type Kind } from './kinds.ts';
import { fillTokens, type Tokens } from './tokens.ts';

/** The approved version of a template. */
export interface Seed {
  template: Document;
  html: string;
  draft: Draft | null;
  text: Beginning['text'];
}

/** @throws not_found with the place of its id, template_not_ready */
export async function approvedTemplate(ctx: Scope, kind: Kind, templateId: TemplateId): Promise<Seed> {
  const template = await readDocument(ctx, kind, templateId);
  if (template && !template.approvedGenerationId) throw new DomainError('template_not_ready', 'The template is not approved.');
  // By its generation: a newer approval does not matter.
  const generationId = template?.approvedGenerationId;
  const version = generationId && (await findVersion(ctx, kind, templateId, { generationId }));
  if (!template || !version) throw notFound(unknown('template_id'));
  const stale = template.plainTextStale && template.approvedVersion === template.currentVersion;
  return { template, html: version.html, draft: version.draft, text: ownText(version, stale) };
}

/** Keeps the template from being deleted until the transaction ends: its files are going to be copied. */
export async function keptTemplate(tx: Scope<Tx>, kind: Kind, templateId: TemplateId): Promise<Seed> {
  await keepDocument(tx, kind, templateId);
  return approvedTemplate(tx, kind, templateId);
}

/** A subject and a preview text are one line each. */
const LONGEST = { subject: 998, previewText: 200 } as const;

/** Fills in the HTML, its text, and the headers. @throws validation_failed when a result is too long, budget_exceeded */
export async function filledSeed(tx: Ctx<Tx>, seed: Seed, tokens: Tokens): Promise<Seed> {
  await requireThreadTime(tx, seed.html);
  const lines = Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ') : value,
    ]),
  );
  const header = (name: keyof typeof LONGEST): string | null => {
    const given = seed.template[name];
    // Blanks at its ends are cut off, so a line that is too long by some of them may do.
    const line = given && fillTokens(given, lines, { escape: false, most: 10 * LONGEST[name] })?.trim();
    if (line === undefined || (line && line.length > LONGEST[name])) {
      const field = EMAIL_TEMPLATE.headers?.[name];
      throw invalid({ path: 'token_data', message: `makes the ${field} of the template longer than ${LONGEST[name]} characters` });
    }
    return line;
  };
  const html = await apart(tx.workspaceId, 'fillTokens', seed.html, tokens, { escape: true, most: LARGEST_HTML_BYTES });
  const problem = html === null ? TOO_LARGE : await EMAIL_TEMPLATE.check(tx.workspaceId, html);
  if (html === null || problem) throw invalid({ path: 'token_data', message: `makes HTML of the template that ${problem}` });
  const draft = seed.draft && (await apart(tx.workspaceId, 'fillDraft', JSON.stringify(seed.draft), tokens));
  const text = seed.text && { ...seed.text, plainText: await filledText(tx.workspaceId, seed.text.plainText, tokens) };
  return {
    template: { ...seed.template, subject: header('subject'), previewText: header('previewText') },
    html,
    text,
    draft: draft ? (JSON.parse(draft) as Draft) : null,
  };
}

/** @throws validation_failed */
async function filledText(workspaceId: WorkspaceId, plainText: string, tokens: Tokens): Promise<string> {
  const filled = await apart(workspaceId, 'fillTokens', plainText, tokens, { escape: false, most: LARGEST_HTML_BYTES });
  if (filled === null) throw invalid({ path: 'token_data', message: `makes plain text of the template that ${TOO_LARGE}` });
  return filled;
}
