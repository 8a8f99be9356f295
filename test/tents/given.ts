/** Tents with forms as publishing leaves them. */
import type { Scope } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { PageForm } from '../../src/tents/forms/form.types.ts';
import { type GivenPage, givenPage } from '../support/pages.ts';

export const SIGNUP: PageForm = {
  formId: 'signup',
  fields: ['name', 'email', 'phone', 'company', 'favourite_trail', 'party_size', 'unsubscribed'].map((name) => ({
    name,
    type: 'text',
    label: null,
    required: name === 'email',
  })),
};

/** A tent whose page is live, with a form unless told otherwise; or one that is not, where `path` is null. Returns its id. */
export async function givenTent(
  ctx: Scope,
  { name = 'Guided hikes', forms = [SIGNUP], path, ...page }: Omit<GivenPage, 'path'> & { path?: string | null } = {},
): Promise<string> {
  if (path !== null) return givenPage(ctx, { name, forms, ...(path && { path }), ...page });
  const now = new Date();
  const id = newId();
  const document = { workspaceId: ctx.workspaceId, id, kind: 'tent', name, status: 'draft', createdByName: 'Test' };
  await ctx.db.prisma.document.create({ data: { ...document, createdAt: now, updatedAt: now } });
  return id;
}
