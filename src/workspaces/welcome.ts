import { type Db, sql } from '../platform/db.ts';
import { createKey } from './keys.service.ts';
import { addDomain } from './sending-domains.ts';
import { createWorkspace } from './workspaces.service.ts';

export interface Welcome {
  workspace: string;
  apiKey: string;
}

/** On an empty database: a workspace to try things in, with a key and a domain to send from. Undefined afterwards. */
export async function createWelcome(db: Db, now: Date): Promise<Welcome | undefined> {
  return db.transaction(async (tx) => {
    if (await isAnyWorkspace(tx)) return undefined;
    const workspace = await createWorkspace(tx, { name: 'Demo', plan: 'paid', credits: 1_000 }, now);
    await addDomain(tx, { workspaceId: workspace.id, domain: 'example.com', verified: true }, now);
    const key = await createKey(tx, { workspaceId: workspace.id, name: 'Demo' }, now);
    return { workspace: workspace.name, apiKey: key.token };
  });
}

/** Each start calls this, so it does without Prisma's client. */
export const isAnyWorkspace = async (db: Db): Promise<boolean> => (await db.query(sql`SELECT 1 AS one FROM workspaces LIMIT 1`)).length > 0;
