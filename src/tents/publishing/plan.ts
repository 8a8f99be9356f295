import type { Scope, Tx } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';
import type { Plan } from '../../workspaces/workspaces.service.ts';
import { countLive } from './publications.repo.ts';

/** Pages that a workspace on the free plan may have on the web. */
const FREE_PAGES = 1;

/** The plan has no room for another page. The message is for the author. */
export class NoRoom extends DomainError {
  constructor(limit: number, current: number) {
    const message = `The free plan has room for ${limit} published tent. Take another one down first, or change the plan.`;
    super('publish_limit_exceeded', 'The workspace cannot publish another tent.', undefined, { message, limit, current });
  }

  get reason(): string {
    return this.more?.message as string;
  }
}

/** Asked by whoever has the workspace's publishing to itself. @throws NoRoom */
export async function requireRoom(tx: Scope<Tx>, plan: Plan): Promise<void> {
  if (plan !== 'free') return;
  const live = await countLive(tx);
  if (live >= FREE_PAGES) throw new NoRoom(FREE_PAGES, live);
}
