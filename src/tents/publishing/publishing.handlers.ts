import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { addressesOf, type PagesHost } from './addresses.ts';
import { toLivePublication, toPublication } from './publications.view.ts';
import { publishTent as publish, unpublishTent as unpublish } from './publishing.service.ts';

type Unpublished = components['schemas']['TentUnpublished'];

const UNPUBLISHED = {
  live: 'The page is taken down.',
  waiting: 'The page was not published, and no longer waits to be.',
  neither: 'The page was not published; nothing has changed.',
};

const unpublishTent: Handler<'unpublishTent'> = async ({ path }, { db, workspaceId, now }) => {
  const { outcome, updatedAt } = await unpublish(db, workspaceId, path.tentId, now);
  const body: Unpublished = { id: path.tentId, updated_at: updatedAt.toISOString(), message: UNPUBLISHED[outcome] };
  return { status: 200, body };
};

export function createPublishingHandlers(host: PagesHost) {
  const publishTent: Handler<'publishTent'> = async ({ path, body }, { db, workspaceId, now }) => {
    const wanted = { alias: body?.custom_page_alias, removeBranding: body?.remove_branding };
    const { outcome, updatedAt } = await publish(db, workspaceId, path.tentId, wanted, now);
    const addressOf = addressesOf(host, (await findWorkspace(db, workspaceId)).slug);
    const { publication, message, asItWas } = outcome;
    const shown = asItWas ? toLivePublication(publication, addressOf) : toPublication(publication, addressOf);
    return { status: 200, body: { id: path.tentId, updated_at: updatedAt.toISOString(), message, publication: shown } };
  };

  return { publishTent, unpublishTent } satisfies Partial<Handlers>;
}
