import { type Ctx, transaction } from '../../platform/db.ts';
import type { TemplateId } from '../../platform/ids.ts';
import type { TrackingMode } from '../../shared/tracking-mode.ts';
import { copyAssets } from '../assets/assets.repo.ts';
import { brandOf } from '../brand.ts';
import { checkCode, createDocument, type WholeDocument } from '../documents/documents.service.ts';
import { checkHeaders, copiedHeaders } from '../documents/headers.ts';
import { EMAIL, EMAIL_TEMPLATE, type Headers } from '../documents/kinds.ts';
import { filledSeed, keptTemplate } from '../documents/seeding.service.ts';
import type { Tokens } from '../documents/tokens.ts';
import { createDraft, type Started, type Wake } from '../generation/generations.service.ts';
import { scaffold } from '../scaffold.ts';

export interface NewEmail {
  name: string;
  /** Headers that are left out are inherited from the template. */
  headers: Partial<Headers>;
  createdByName: string;
  templateId: TemplateId | undefined;
  tokens?: Tokens;
  html?: string | undefined;
  tracking?: TrackingMode | null | undefined;
}

/**
 * Makes a draft: from a prompt, from a template, from both, or with the blank design of the workspace. Without a prompt, version 1 is
 * there at once. With one, the values of a template's tags are filled in first, and given to the generator as well.
 * @throws validation_failed, not_found for an unknown template, template_not_ready
 */
export async function createEmail(
  ctx: Ctx,
  wake: Wake,
  { prompt, ...email }: NewEmail & { prompt: string | undefined },
): Promise<{ email: WholeDocument } | { started: Started }> {
  if (prompt === undefined) return { email: await createReadyEmail(ctx, email) };
  const { name, headers, createdByName, templateId, tokens, tracking = null } = email;
  await checkHeaders(ctx, EMAIL, headers);
  return transaction(ctx, async (tx) => {
    const template = templateId === undefined ? undefined : await keptTemplate(tx, EMAIL_TEMPLATE, templateId);
    const seed = template && (await filledSeed(tx, template, tokens ?? {}));
    const given = { name, createdByName, tracking, ...(seed && copiedHeaders(seed.template)), ...headers };
    const started = await createDraft(tx, wake, EMAIL, given, {
      prompt,
      facts: tokens ?? {},
      startHtml: seed?.html,
      startDraft: seed?.draft,
    });
    if (seed) await copyAssets(tx, seed.template.id, [started.documentId]);
    return { started };
  });
}

/** Makes a draft with a version 1. @throws validation_failed, not_found for an unknown template, template_not_ready */
export async function createReadyEmail(
  ctx: Ctx,
  { name, headers, createdByName, templateId, tokens = {}, tracking = null, html: ownHtml }: NewEmail,
): Promise<WholeDocument> {
  await checkHeaders(ctx, EMAIL, headers);
  if (ownHtml !== undefined) await checkCode(ctx, EMAIL, ownHtml, 'html');
  return transaction(ctx, async (tx) => {
    if (templateId !== undefined) {
      const seed = await keptTemplate(tx, EMAIL_TEMPLATE, templateId);
      const { template, html, draft, text } = await filledSeed(tx, seed, tokens);
      const given = { name, createdByName, tracking, ...copiedHeaders(template), ...headers };
      const email = await createDocument(tx, EMAIL, given, { type: 'template', html, draft, ...(text && { text }) });
      await copyAssets(tx, template.id, [email.id]);
      return email;
    }
    const beginning =
      ownHtml === undefined ? ({ type: 'scaffold', ...scaffold(await brandOf(tx)) } as const) : ({ type: 'code', html: ownHtml } as const);
    return createDocument(tx, EMAIL, { name, createdByName, tracking, ...headers }, beginning);
  });
}
