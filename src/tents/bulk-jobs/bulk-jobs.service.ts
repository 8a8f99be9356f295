import { keepDocument } from '../../content/documents/documents.repo.ts';
import type { Content } from '../../content/documents/documents.service.ts';
import { TENT, TENT_TEMPLATE } from '../../content/documents/kinds.ts';
import { approvedTemplate } from '../../content/documents/seeding.service.ts';
import type { FilledPage, TooLarge } from '../../content/documents/tokens.ts';
import type { Draft } from '../../content/generation/draft/draft.ts';
import type { Wake, Wish } from '../../content/generation/generations.service.ts';
import { cancelGenerations } from '../../content/generation/generations.service.ts';
import { apart, requireThreadTime } from '../../content/versions/apart.ts';
import { LARGEST_HTML_BYTES, TOO_LARGE } from '../../content/versions/html.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { DomainError, type Issue, notFound, unknown } from '../../shared/errors.ts';
import { reserveCredits } from '../../workspaces/credits.service.ts';
import { createTents, type NewPage } from '../tents/many.service.ts';
import { type Item, isWanted, type Judged, judgeItem, type Rejected, rejectRepeatedAliases, turnedDown, type Wanted } from './admission.ts';
import { findItems, holdOpenItems, type ItemRow, insertJob, jobsAfter } from './bulk-jobs.repo.ts';

/** What somebody wants made of a template. */
export interface BulkRequest {
  templateId: string;
  items: Item[];
  /** What the document says is wrong with an item, or null. */
  itemIssues: (Issue[] | null)[];
  /** What tents without a name are called, before the number. */
  prefix: string;
  /** The first number. */
  startIndex: number;
  autoPublish: boolean;
  removeBranding?: boolean | undefined;
  reasoning: Wish['reasoning'];
  createdByName: string;
}

/** An item that was taken on: its tent is there, and what it asks for waits for its turn. */
export interface Accepted extends Wanted {
  tentName: string;
  tentId: string;
  generationId: string;
  page: FilledPage;
}

/** A job on its way in. */
export interface Admitted {
  id: string;
  templateId: string;
  autoPublish: boolean;
  /** In the order of the request. */
  items: (Accepted | Rejected)[];
  createdAt: Date;
}

export const isAccepted = (item: Accepted | Rejected): item is Accepted => !('code' in item);

/**
 * Takes on what it can of a request, for a credit each. Every item is judged by itself, and what is judged is written in a handful
 * of statements, all or nothing.
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
    // Its files are copied, and somebody may be deleting it.
    if (!(await keepDocument(tx, TENT_TEMPLATE, templateId))) throw notFound(unknown('template_id'));
    const admitted = await takeOn(tx, wanted, filled, rest);
    const pages = admitted.filter(isAccepted).map((item) => pageOf(item, { html, draft }));
    await createTents(tx, wake, pages, { templateId, autoPublish, ...rest });
    const job = { id: newId(), templateId, autoPublish, items: admitted, createdAt: ctx.now };
    await insertJob(tx, job);
    return job;
  });
}

/** One page of jobs, each as its items, and where the next one begins. @throws invalid_cursor */
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

/** Ends the items that wait or are being written. @throws not_found, conflict where there are none */
export const cancelBulkJob = (ctx: Ctx, events: Events, id: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const open = await holdOpenItems(tx, id);
    if ((await cancelGenerations(tx, events, TENT, open)) > 0) return;
    if ((await findItems(tx, [id])).length === 0) throw notFound();
    throw new DomainError('conflict', 'The job has ended; only one with items that wait or run can be cancelled.');
  });

type Pages = ReadonlyMap<number, FilledPage | TooLarge>;

/** Of the pages of a request that are not the template as it is: all of them are in memory until they are written. */
const LARGEST_TOGETHER = 8 * 1024 * 1024;

const SAID: Record<TooLarge, string> = {
  each: `input_data makes HTML of the template that ${TOO_LARGE}.`,
  together: 'With this item the pages of the request would be larger than 8 MiB together. Send it in another request.',
};

/** What each page begins with, by the index of its item. */
async function fillIn(workspaceId: string, { html, draft }: Content, judged: readonly Judged[]): Promise<Pages> {
  const wanted = judged.filter(isWanted);
  const values = wanted.map((item) => item.values);
  const sizes = { each: LARGEST_HTML_BYTES, together: LARGEST_TOGETHER };
  const pages = await apart(workspaceId, 'fillPages', html, values, sizes, draft && JSON.stringify(draft));
  return new Map(wanted.map(({ index }, i) => [index, pages[i] as FilledPage | TooLarge]));
}

const sized = (item: Judged, page: FilledPage | TooLarge | undefined): Judged =>
  isWanted(item) && typeof page === 'string' ? turnedDown(item, 'INVALID_ITEM', SAID[page]) : item;

/**
 * Gives those a tent for which there is a credit, in their order. Credits are reserved before anything is written, for all that
 * follows is new: nobody can hold any of it, and wait for credits.
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

/** What is written for an item. */
const pageOf = ({ tentId, tentName, generationId, alias, instructions, withBrand, page }: Accepted, template: Content): NewPage => ({
  ...{ tentId, name: tentName, generationId, alias, prompt: instructions, withBrand },
  ...{ facts: given(page.rest), startHtml: page.html ?? template.html },
  startDraft: page.html === undefined ? template.draft : page.draft ? (JSON.parse(page.draft) as Draft) : null,
});

/** Facts that say something. */
const given = (facts: Record<string, string>) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value.trim() !== ''));
