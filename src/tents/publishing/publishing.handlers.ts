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
  const unpublishTent: Handler<'unpublishTent'> = async ({ path }, { db, workspaceId, now }) => {
    const { outcome, updatedAt, paths } = await unpublish(db, workspaceId, path.tentId, now);
    db.afterCommit(() => forgetPages(workspaceId, paths));
    const body: Unpublished = { id: path.tentId, updated_at: updatedAt.toISOString(), message: UNPUBLISHED[outcome] };
    return { status: 200, body };
  };

  const publishTent: Handler<'publishTent'> = async ({ path, body }, { db, workspaceId, now }) => {
    const wanted = { alias: body?.custom_page_alias, removeBranding: body?.remove_branding };
    const { outcome, updatedAt } = await publish(db, host, workspaceId, path.tentId, wanted, now);
    db.afterCommit(() => forgetPages(workspaceId, outcome.paths));
    const addressOf = addressesOf(host, (await findWorkspace(db, workspaceId)).slug);
    const { publication, message, asItWas } = outcome;
    const shown = asItWas && publication.live ? toLivePublication(publication.live, addressOf) : toPublication(publication, addressOf);
    return { status: 200, body: { id: path.tentId, updated_at: updatedAt.toISOString(), message, publication: shown } };
  };

  return { publishTent, unpublishTent } satisfies Partial<Handlers>;
}
