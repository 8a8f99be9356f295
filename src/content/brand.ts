import type { Db } from '../platform/db.ts';
import { findWorkspace } from '../workspaces/workspaces.service.ts';
import type { Brand } from './generation/generator.ts';

/** How a workspace looks, as far as it has said so. What could not be put into HTML as it stands is left out. */
export async function brandOf(db: Db, workspaceId: string): Promise<Brand> {
  const { name, brand } = await findWorkspace(db, workspaceId);
  const { colors, logo_url: logo } = (brand ?? {}) as { colors?: { primary?: unknown } | null; logo_url?: unknown };
  const colour = colors?.primary;
  return {
    name,
    ...(typeof colour === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) && { primaryColor: colour }),
    ...(typeof logo === 'string' && /^https?:\/\/[^\s"'<>]+$/i.test(logo) && { logoUrl: logo }),
  };
}
