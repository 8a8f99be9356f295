/** Tents with forms as publishing leaves them. */
import type { Scope } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { PageForm } from '../../src/tents/forms/find.ts';
import { type Answer, ask, type GivenPage, givenPage } from '../support/pages.ts';

export const SIGNUP: PageForm = {
  formId: 'signup',
  fields: ['name', 'email', 'phone', 'company', 'favourite_trail', 'party_size', 'unsubscribed'].map((name) => ({
    name,
    type: 'text',
    label: null,
    required: name === 'email',
  })),
};

/** A tent with a live page, by default with a form; not live if `path` is null. Returns its id. */
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

let senders = 0;

/** Sends the form of a tent, each time from another network address. */
export function sendSignup(
  { port, slug, tentId }: { port: number; slug: string; tentId: string },
  email: string,
  accept = 'application/json',
): Promise<Answer> {
  senders += 1;
  const headers = {
    accept,
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': `198.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
  };
  const body = new URLSearchParams({ email, name: 'Noor', favourite_trail: 'Ridge' }).toString();
  return ask(port, `/submit/${tentId}/signup`, { method: 'POST', host: `${slug}.localhost`, headers, body });
}
