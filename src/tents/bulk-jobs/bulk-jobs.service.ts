import { keepDocument } from '../../content/documents/documents.repo.ts';
import type { Content } from '../../content/documents/documents.service.ts';
import { TENT, TENT_TEMPLATE } from '../../content/documents/kinds.ts';
import { approvedTemplate } from '../../content/documents/seeding.service.ts';
import { ANY_SIZE, type FilledPage, type TooLarge } from '../../content/documents/tokens.ts';
import { generationEnded } from '../../content/events.ts';
import type { Draft } from '../../content/generation/draft/draft.ts';
import type { Wake, Wish } from '../../content/generation/generations.service.ts';
import { cancelGenerations } from '../../content/generation/generations.service.ts';
import { apart, requireThreadTime } from '../../content/versions/apart.ts';
import { LARGEST_HTML_BYTES, TOO_LARGE } from '../../content/versions/html.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { type Events, type Subscription, subscription } from '../../platform/events.ts';
import { type GenerationId, newId, type TemplateId, type TentId, type WorkspaceId } from '../../platform/ids.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { DomainError, type Issue, notFound, unknown } from '../../shared/errors.ts';
import { escapeHtml } from '../../shared/html.ts';
import { reserveCredits } from '../../workspaces/credits.service.ts';
import { tentDeleted } from '../events.ts';
import { createTents, type NewPage } from '../tents/tents.service.ts';
import { type Item, isWanted, type Judged, judgeItem, type Rejected, rejectRepeatedAliases, turnedDown, type Wanted } from './admission.ts';
import {
  findItems,
  findLeftovers,
  holdOpenItems,
  type ItemRow,
  insertJob,
  jobsAfter,
  type Leftover,
  noteLeftovers,
  settleItems,
  type WrittenLeftover,
} from './bulk-jobs.repo.ts';

export interface BulkRequest {
  templateId: TemplateId;
  items: Item[];
  /** The schema's issues of each item, or null. */
  itemIssues: (Issue[] | null)[];
  /** Names tents without a name, before the number. */
  prefix: string;
  startIndex: number;
  autoPublish: boolean;
  removeBranding?: boolean | undefined;
  reasoning: Wish['reasoning'];
  createdByName: string;
}

export interface Accepted extends Wanted {
  tentName: string;
  tentId: TentId;
  generationId: GenerationId;
  page: FilledPage;
}

export interface Admitted {
  id: string;
  templateId: TemplateId;
  autoPublish: boolean;
  /** In the order of the request. */
  items: (Accepted | Rejected)[];
  createdAt: Date;
}

export const isAccepted = (item: Accepted | Rejected): item is Accepted => !('code' in item);

/**
 * Admits the items that are valid, for a credit each, and writes them in a handful of statements, all or nothing.
 * @throws not_found for the template, template_not_ready when it is not approved, budget_exceeded
 */
export async function createBulkJob(
  ctx: Ctx,
  wake: Wake,
  { items, itemIssues, templateId, autoPublish, ...rest }: BulkRequest,
): Promise<Admitted> {
  const { html, draft } = await approvedTemplate(ctx, TENT_TEMPLATE, templateId);
  const judged = items.map((item, index) => judgeItem(item, itemIssues[index] ?? null, index, { autoPublish }));
  await requireThreadTime(ctx, html);
  const filled = await fillIn(ctx.workspaceId, { html, draft }, judged);
  const wanted = rejectRepeatedAliases(judged.map((item) => sized(item, filled.get(item.index))));
  return transaction(ctx, async (tx) => {
    // The files of the template are copied, and it may be deleted meanwhile.
    if (!(await keepDocument(tx, TENT_TEMPLATE, templateId))) throw notFound(unknown('template_id'));
    const admitted = await takeOn(tx, wanted, filled, rest);
    const pages = admitted.filter(isAccepted).map((item) => pageOf(item, { html, draft }));
    await createTents(tx, wake, pages, { templateId, autoPublish, ...rest });
    const job = { id: newId(), templateId, autoPublish, items: admitted, createdAt: ctx.now };
    await insertJob(tx, job);
    return job;
  });
}

/** Each job as its items. @throws invalid_cursor */
export async function pageOfJobs(
  ctx: Scope,
  limit: number,
  cursor: string | undefined,
): Promise<{ jobs: ItemRow[][]; next: { next_cursor?: string } }> {
  const { rows, next } = await cursorPage(
    { of: 'bulk_job' },
    { limit, cursor },
    {
      isKey: (key) => key === '',
      read: (after, most) => jobsAfter(ctx, after?.id, most),
      positionOf: (id) => ({ key: '', id }),
    },
  );
  return { jobs: [...Map.groupBy(await findItems(ctx, rows), ({ jobId }) => jobId).values()], next };
}

/** @throws not_found, or conflict when no item waits or runs */
export const cancelBulkJob = (ctx: Ctx, events: Events, id: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const open = await holdOpenItems(tx, id);
    if ((await cancelGenerations(tx, events, TENT, open)) > 0) return;
    if ((await findItems(tx, [id])).length === 0) throw notFound();
    throw new DomainError('conflict', 'The job has ended; only one with items that wait or run can be cancelled.');
  });

type Pages = ReadonlyMap<number, FilledPage | TooLarge>;

/** Of pages that differ from the template: all of them are in memory until they are written. */
const LARGEST_TOGETHER = 8 * 1024 * 1024;

const SAID: Record<TooLarge, string> = {
  each: `input_data makes HTML of the template that ${TOO_LARGE}.`,
  together: 'With this item the pages of the request would be larger than 8 MiB together. Send it in another request.',
};

/** By the index of the item. */
async function fillIn(workspaceId: WorkspaceId, { html, draft }: Content, judged: readonly Judged[]): Promise<Pages> {
  const wanted = judged.filter(isWanted);
  const values = wanted.map((item) => item.values);
  const sizes = { each: LARGEST_HTML_BYTES, together: LARGEST_TOGETHER };
  const pages = await apart(workspaceId, 'fillPages', html, values, sizes, draft && JSON.stringify(draft));
  return new Map(wanted.map(({ index }, i) => [index, pages[i] as FilledPage | TooLarge]));
}

const sized = (item: Judged, page: FilledPage | TooLarge | undefined): Judged =>
  isWanted(item) && typeof page === 'string' ? turnedDown(item, 'INVALID_ITEM', SAID[page]) : item;

/**
 * Gives tents to as many items as there are credits for, in their order. Credits come before any other write: all other rows are new, so no
 * transaction can hold one of them and wait for credits.
 */
async function takeOn(
  tx: Ctx<Tx>,
  judged: readonly Judged[],
  pages: Pages,
  { prefix, startIndex }: Pick<BulkRequest, 'prefix' | 'startIndex'>,
): Promise<(Accepted | Rejected)[]> {
  const generationIds = judged.filter(isWanted).map(() => newId());
  const paid = generationIds.slice(0, await reserveCredits(tx, generationIds)).values();
  let counter = startIndex;
  return judged.map((item) => {
    if (!isWanted(item)) return item;
    const { value: generationId } = paid.next();
    if (generationId === undefined) return turnedDown(item, 'INSUFFICIENT_CREDITS', 'The workspace has no credits left for this item.');
    const tentName = item.tentName ?? `${prefix} (${counter++})`;
    return { ...item, tentName, tentId: newId(), generationId, page: pages.get(item.index) as FilledPage };
  });
}

const pageOf = ({ tentId, tentName, generationId, alias, instructions, withBrand, page }: Accepted, template: Content): NewPage => ({
  ...{ tentId, name: tentName, generationId, alias, prompt: instructions, withBrand },
  ...{ facts: given(page.rest), startHtml: page.html ?? template.html },
  startDraft: page.html === undefined ? template.draft : page.draft ? (JSON.parse(page.draft) as Draft) : null,
});

const given = (facts: Record<string, string>) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value.trim() !== ''));

/** The message of a page that was taken down before it was written. */
export const UNPUBLISHED = 'The tent was taken down before its page was written.';
const DELETED = 'The tent was deleted before its page was written.';

/**
 * Items end with their generations, in the same transaction: after the subscriber that publishes pages, and before the one that settles
 * credits.
 */
export const bulkSubscriptions = ({ clock }: { clock: Clock }): Subscription[] => [
  subscription(generationEnded, async (tx, ended) => {
    const items = ended.flatMap(({ kind, documentId: tentId, generationId, version, reason }) => {
      const outcome: 'completed' | 'failed' = version === null ? 'failed' : 'completed';
      return kind === 'tent' ? { tentId, generationId, outcome, reason } : [];
    });
    const completed = items.filter(({ outcome }) => outcome === 'completed').map(({ generationId }) => generationId);
    const leftovers = await findLeftovers(tx, completed);
    await noteLeftovers(tx, await Promise.all(leftovers.map((leftover) => judged(tx.workspaceId, leftover))));
    await settleItems({ ...tx, now: clock.now() }, items, UNPUBLISHED);
  }),
  subscription(tentDeleted, async (tx, deleted) => {
    const items = deleted.flatMap(({ tentId, generationId }) =>
      generationId === null ? [] : { tentId, generationId, outcome: 'failed' as const, reason: DELETED },
    );
    await settleItems({ ...tx, now: clock.now() }, items, UNPUBLISHED);
  }),
];

const MOST_NAMED = 5;

/** A generator may have filled in tags and used values. */
async function judged(
  workspaceId: WorkspaceId,
  { html, facts, ...leftover }: WrittenLeftover,
): Promise<Leftover & { warning: string | null }> {
  if (html !== null) {
    const [page] = await apart(workspaceId, 'fillPages', html, [{}], ANY_SIZE);
    leftover.unfilledTags = typeof page === 'object' ? page.unfilled : [];
    leftover.unusedValues = leftover.unusedValues.filter((name) => {
      const value = facts[name]?.trim();
      return !value || !(html.includes(value) || html.includes(escapeHtml(value)));
    });
  }
  const { autoPublish, unfilledTags } = leftover;
  return { ...leftover, warning: autoPublish && unfilledTags.length > 0 ? unfilledWarning(unfilledTags) : null };
}

const unfilledWarning = (tags: string[]): string => {
  const named = tags.slice(0, MOST_NAMED).map((tag) => `\`${tag}\``);
  return `The page shows tags that have no value: ${named.join(', ')}${tags.length > MOST_NAMED ? ', …' : ''}. Send them in \`input_data\`, or give the template other tags.`;
};
