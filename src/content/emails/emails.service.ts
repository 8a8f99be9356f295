import type { Db } from '../../platform/db.ts';
import { copyAssets } from '../assets/assets.repo.ts';
import { brandOf } from '../brand.ts';
import { createDocument, type WholeDocument } from '../documents/documents.service.ts';
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
  prompt: string | undefined;
  templateId: string | undefined;
  tokens: Tokens;
}

/**
 * Makes a draft: from a prompt, from a template, from both, or with the blank design of the workspace. Where nobody has to write,
 * its version 1 is there at once.
 * @throws validation_failed, not_found for an unknown template, template_not_ready
 */
export async function createEmail(
  db: Db,
  wake: Wake,
  workspaceId: string,
  { name, headers, createdByName, prompt, templateId, tokens }: NewEmail,
  now: Date,
): Promise<{ email: WholeDocument } | { started: Started }> {
  await checkHeaders(db, EMAIL, workspaceId, headers);
  return db.transaction(async (tx) => {
    const seed = templateId === undefined ? undefined : await keptTemplate(tx, EMAIL_TEMPLATE, workspaceId, templateId);
    if (prompt !== undefined) {
      const given = { name, createdByName, ...(seed && inheritedHeaders(seed.template)), ...headers };
      const started = await createDraft(tx, wake, EMAIL, workspaceId, given, { prompt, facts: tokens, startHtml: seed?.html }, now);
      if (seed) await copyAssets(tx, workspaceId, seed.template.id, [started.documentId], now);
      return { started };
    }
    if (seed) {
      const { template, html, text } = await filledSeed(seed, tokens);
      const given = { name, createdByName, ...inheritedHeaders(template), ...headers };
      const email = await createDocument(tx, EMAIL, workspaceId, given, { type: 'template', html, ...(text && { text }) }, now);
      await copyAssets(tx, workspaceId, template.id, [email.id], now);
      return { email };
    }
    const blank = { type: 'scaffold', html: scaffold(await brandOf(tx, workspaceId)) } as const;
    return { email: await createDocument(tx, EMAIL, workspaceId, { name, createdByName, ...headers }, blank, now) };
  });
}
