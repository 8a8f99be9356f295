import type { Scope } from '../platform/db.ts';
import { looksOf } from '../workspaces/workspace.view.ts';
import { findWorkspace } from '../workspaces/workspaces.service.ts';
import type { Brand } from './generation/generator.ts';

/** How a workspace is called and looks. */
export async function brandOf(ctx: Scope): Promise<Brand> {
  const { name, brand } = await findWorkspace(ctx);
  return { name, ...looksOf(brand) };
}
