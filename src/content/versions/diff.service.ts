import type { Scope } from '../../platform/db.ts';
import { inThread } from '../../platform/threads.ts';
import { DomainError } from '../../shared/errors.ts';
import { notReady, requireDocument } from '../documents/documents.service.ts';
import type { Kind } from '../documents/kinds.ts';
import type { Comparison, TASKS } from './compare.ts';
import { findVersion, type Version } from './versions.repo.ts';

const apart = inThread<typeof TASKS>(new URL('./compare.ts', import.meta.url), 5_000);

export interface VersionDiff extends Comparison {
  from: Pick<Version, 'version' | 'generationId'>;
  to: Pick<Version, 'version' | 'generationId'>;
}

/**
 * @param wanted numbers of versions: by default the newest, and the one before it
 * @throws not_found, NotDoneInTime
 */
export async function diffVersions(
  ctx: Scope,
  kind: Kind,
  id: string,
  wanted: { from?: number | undefined; to?: number | undefined },
): Promise<VersionDiff> {
  const { currentVersion } = await requireDocument(ctx, kind, id);
  if (currentVersion === null) throw new DomainError('not_found', notReady(kind).message);
  const after = wanted.to ?? currentVersion;
  const [from, to] = [await requireVersion(wanted.from ?? Math.max(after - 1, 1)), await requireVersion(after)];
  const side = ({ version, html, draft }: Version) => ({ version, html, draft });
  return { from, to, ...(await apart(ctx.workspaceId, 'compareVersions', side(from), side(to))) };

  async function requireVersion(number: number): Promise<Version> {
    const version = await findVersion(ctx, kind, id, { number });
    if (!version) throw new DomainError('not_found', `This ${kind.noun} has no version ${number}.`);
    return version;
  }
}
