import { changeDocument } from '../../content/documents/documents.repo.ts';
import { withDocument } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Ctx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import { type Issue, invalid } from '../../shared/errors.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { fileOriginsOf, type PagesHost, safeAddress } from '../publishing/addresses.ts';
import { noteFormerAddresses } from '../publishing/former-addresses.repo.ts';
import { refreshLive } from '../publishing/go-live.ts';
import { changeHead } from '../publishing/head.repo.ts';
import type { PageHead } from '../publishing/head.ts';
import { putSchedule, type Schedule, scheduleOf } from '../publishing/schedules.repo.ts';

type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

export interface TentChanges {
  name?: string | undefined;
  head: Given<PageHead>;
  schedule: Given<Schedule>;
}

const isGiven = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);

/**
 * Changes what does not belong to a version. The live page shows it at once.
 * @returns the paths whose caches are outdated
 * @throws not_found, validation_failed, budget_exceeded, NotDoneInTime
 */
export const updateTent = (ctx: Ctx, host: PagesHost, tentId: TentId, { name, head, schedule }: TentChanges): Promise<string[]> =>
  withDocument(ctx, TENT, tentId, async (tx) => {
    await changeDocument(tx, tentId, { ...(name !== undefined && { name }), updatedAt: tx.now });
    const { slug } = await findWorkspace(tx);
    const origins = fileOriginsOf(host, slug);
    const paths: string[] = [];
    if (isGiven(schedule)) {
      await putSchedule(tx, tentId, planned(tx.now, origins.pages, { before: await scheduleOf(tx, tentId), given: schedule }));
      if (schedule.expiredRedirectUrl !== undefined) paths.push(...(await noteFormerAddresses(tx, tentId)));
    }
    if (isGiven(head)) {
      await changeHead(tx, tentId, head);
      paths.push(...(await refreshLive(tx, tentId, origins)));
    }
    return paths;
  });

/** @throws validation_failed */
function planned(now: Date, pagesOrigin: string, { before, given }: { before: Schedule; given: Given<Schedule> }): Schedule {
  const issues: Issue[] = [];
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const schedule: Schedule = { ...before, ...defined };
  const { publishAt, unpublishAt, expiredRedirectUrl } = schedule;
  for (const [path, at] of [
    ['publish_at', given.publishAt],
    ['unpublish_at', given.unpublishAt],
  ] as const)
    if (at && at <= now) issues.push({ path, message: 'must lie in the future' });
  if (publishAt && unpublishAt && unpublishAt <= publishAt)
    issues.push({ path: 'unpublish_at', message: 'must be later than `publish_at`' });
  if (!publishAt && given.publishAlias) issues.push({ path: 'publish_alias', message: 'needs a `publish_at`' });
  if (!publishAt && typeof given.publishRemoveBranding === 'boolean')
    issues.push({ path: 'publish_remove_branding', message: 'needs a `publish_at`' });
  const address = expiredRedirectUrl === null ? null : safeAddress(expiredRedirectUrl, pagesOrigin);
  if (expiredRedirectUrl !== null && address === null)
    issues.push({ path: 'expired_redirect_url', message: 'must be an https address, or one of the workspace’s own pages' });
  if (issues.length > 0) throw invalid(...issues);
  return { ...schedule, expiredRedirectUrl: address, ...(!publishAt && { publishAlias: null, publishRemoveBranding: null }) };
}
