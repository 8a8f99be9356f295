import type { Db } from '../../platform/db.ts';
import { copyAssets } from '../assets/assets.repo.ts';
import { brandOf } from '../brand.ts';
import { checkCode, createDocument, type WholeDocument } from '../documents/documents.service.ts';
import { checkHeaders } from '../documents/headers.ts';
import { EMAIL, EMAIL_TEMPLATE, type Headers } from '../documents/kinds.ts';
import { filledSeed, inheritedHeaders, keptTemplate } from '../documents/seeding.service.ts';
import type { Tokens } from '../documents/tokens.ts';
import { createDraft, type Started, type Wake } from '../generation/generations.service.ts';
import { scaffold } from '../scaffold.ts';

export interface NewEmail {
  name: string;
  /** Those that were sent; of a template the others are inherited. */
  headers: Partial<Headers>;
  createdByName: string;
  templateId: string | undefined;
  /** Of a template. */
  tokens?: Tokens;
  /** In place of a template. */
  html?: string | undefined;
}

/**
 * Makes a draft: from a prompt, from a template, from both, or with the blank design of the workspace. Where nobody has to write,
 * its version 1 is there at once.
 * With a prompt the values of a template's tags are filled in first, in its headers too, and given to the generator beside that.
 * @throws validation_failed, not_found for an unknown template, template_not_ready
 */
export async function createEmail(
  db: Db,
  wake: Wake,
  workspaceId: string,
  { prompt, ...email }: NewEmail & { prompt: string | undefined },
  now: Date,
): Promise<{ email: WholeDocument } | { started: Started }> {
  if (prompt === undefined) return { email: await createReadyEmail(db, workspaceId, email, now) };
  const { name, headers, createdByName, templateId, tokens } = email;
  await checkHeaders(db, EMAIL, workspaceId, headers);
  return db.transaction(async (tx) => {
    const template = templateId === undefined ? undefined : await keptTemplate(tx, EMAIL_TEMPLATE, workspaceId, templateId);
    const seed = template && (await filledSeed(tx, workspaceId, template, tokens ?? {}, now));
    const given = { name, createdByName, ...(seed && inheritedHeaders(seed.template)), ...headers };
    const started = await createDraft(
      tx,
      wake,
      EMAIL,
      workspaceId,
      given,
      { prompt, facts: tokens ?? {}, startHtml: seed?.html, startDraft: seed?.draft },
      now,
    );
    if (seed) await copyAssets(tx, workspaceId, seed.template.id, [started.documentId], now);
    return { started };
  });
}

/**
 * Makes a draft whose version 1 is there at once: from a template, from HTML, or with the blank design of the workspace.
 * @throws validation_failed, not_found for an unknown template, template_not_ready
 */
export async function createReadyEmail(
  db: Db,
  workspaceId: string,
  { name, headers, createdByName, templateId, tokens = {}, html: ownHtml }: NewEmail,
  now: Date,
): Promise<WholeDocument> {
  await checkHeaders(db, EMAIL, workspaceId, headers);
  if (ownHtml !== undefined) await checkCode(db, EMAIL, workspaceId, ownHtml, now, 'html');
  return db.transaction(async (tx) => {
    if (templateId !== undefined) {
      const seed = await keptTemplate(tx, EMAIL_TEMPLATE, workspaceId, templateId);
      const { template, html, draft, text } = await filledSeed(tx, workspaceId, seed, tokens, now);
      const given = { name, createdByName, ...inheritedHeaders(template), ...headers };
      const email = await createDocument(tx, EMAIL, workspaceId, given, { type: 'template', html, draft, ...(text && { text }) }, now);
      await copyAssets(tx, workspaceId, template.id, [email.id], now);
      return email;
    }
    const beginning =
      ownHtml === undefined
        ? ({ type: 'scaffold', ...scaffold(await brandOf(tx, workspaceId)) } as const)
        : ({ type: 'code', html: ownHtml } as const);
    return createDocument(tx, EMAIL, workspaceId, { name, createdByName, ...headers }, beginning, now);
  });
}
