import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { addressesOf, type ForgetPages, type PagesHost } from './addresses.ts';
import { toLivePublication, toPublication } from './publications.view.ts';
import { publishTent as publish, unpublishTent as unpublish } from './publishing.service.ts';

type Unpublished = components['schemas']['TentUnpublished'];

const UNPUBLISHED = {
  live: 'The page is taken down.',
  waiting: 'The page was not published, and no longer waits to be.',
  neither: 'The page was not published; nothing has changed.',
};

export function createPublishingHandlers({ forgetPages, ...host }: PagesHost & { forgetPages: ForgetPages }) {
  const unpublishTent: Handler<'unpublishTent'> = async ({ path }, ctx) => {
    const { outcome, updatedAt, paths } = await unpublish(ctx, path.tentId);
    ctx.db.afterCommit(() => forgetPages(ctx.workspaceId, paths));
    const body: Unpublished = { id: path.tentId, updated_at: updatedAt.toISOString(), message: UNPUBLISHED[outcome] };
    return { status: 200, body };
  };

  const publishTent: Handler<'publishTent'> = async ({ path, body }, ctx) => {
    const wanted = { alias: body?.custom_page_alias, removeBranding: body?.remove_branding };
    const { outcome, updatedAt } = await publish(ctx, host, path.tentId, wanted);
    ctx.db.afterCommit(() => forgetPages(ctx.workspaceId, outcome.paths));
    const addressOf = addressesOf(host, (await findWorkspace(ctx)).slug);
    const { publication, message, asItWas } = outcome;
    const shown = asItWas && publication.live ? toLivePublication(publication.live, addressOf) : toPublication(publication, addressOf);
    return { status: 200, body: { id: path.tentId, updated_at: updatedAt.toISOString(), message, publication: shown } };
  };

  return { publishTent, unpublishTent } satisfies Partial<Handlers>;
}
