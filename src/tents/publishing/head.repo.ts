import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import type { PageHead } from './head.ts';

const DEFAULTS: Readonly<PageHead> = { metaTitle: null, metaDescription: null, noindex: false, language: null };

export async function findHead({ db, workspaceId }: Scope, tentId: TentId): Promise<PageHead | undefined> {
  const row = await db.prisma.tentSettings.findFirst({ where: { workspaceId, tentId } });
  return row ? { metaTitle: row.metaTitle, metaDescription: row.metaDescription, noindex: row.noindex, language: row.language } : undefined;
}

export const headOf = async (ctx: Scope, tentId: TentId): Promise<PageHead> => (await findHead(ctx, tentId)) ?? DEFAULTS;

/** The caller holds the tent. */
export async function changeHead({ db, workspaceId }: Scope<Tx>, tentId: TentId, changes: Partial<PageHead>): Promise<void> {
  const place = { workspaceId, tentId };
  await db.prisma.tentSettings.upsert({
    where: { workspaceId_tentId: place },
    create: { ...place, ...changes },
    update: changes,
  });
}

export async function copyHead({ db, workspaceId }: Ctx<Tx>, fromId: TentId, toId: TentId): Promise<void> {
  await db.query(sql`
    INSERT INTO tent_settings (workspace_id, tent_id, meta_title, meta_description, noindex, language)
    SELECT workspace_id, ${toId}::uuid, meta_title, meta_description, noindex, language FROM tent_settings
    WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${fromId}::uuid`);
}
