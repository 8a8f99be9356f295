import type { components } from '../../../generated/api.d.ts';
import type { PageRedirect } from '../../../generated/prisma/client.ts';
import type { Handlers } from '../../http/handler.types.ts';
import { cursorPage } from '../../shared/cursor.ts';
import type { ForgetPages, PagesHost } from '../publishing/addresses.ts';
import { redirectsAfter } from './redirects.repo.ts';
import { createRedirect, deleteRedirect, requireRedirect } from './redirects.service.ts';

const toRedirect = ({ id, path, target, status, createdAt }: PageRedirect): components['schemas']['PageRedirect'] => ({
  redirect_id: id,
  path,
  target,
  status: status as 301 | 302,
  created_at: createdAt.toISOString(),
});

export function createRedirectHandlers({ forgetPages, ...host }: PagesHost & { forgetPages: ForgetPages }) {
  return {
    async listPageRedirects({ query }, ctx) {
      const { rows, next } = await cursorPage({ list: 'page_redirects' }, query, {
        isKey: (key) => key === 'id',
        positionOf: ({ id }: PageRedirect) => ({ key: 'id', id }),
        read: (after, most) => redirectsAfter(ctx, after, most),
      });
      return { status: 200, body: { redirects: rows.map(toRedirect), ...next } };
    },

    async createPageRedirect({ body }, ctx) {
      const { path, target, status = 301 } = body;
      const { redirect, place } = await createRedirect(ctx, host, { path, target, status });
      ctx.db.afterCommit(() => forgetPages(ctx.workspaceId, [place]));
      return { status: 201, body: toRedirect(redirect) };
    },

    async getPageRedirect({ path }, ctx) {
      return { status: 200, body: toRedirect(await requireRedirect(ctx, path.redirect_id)) };
    },

    async deletePageRedirect({ path }, ctx) {
      const place = await deleteRedirect(ctx, path.redirect_id);
      ctx.db.afterCommit(() => forgetPages(ctx.workspaceId, [place]));
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
