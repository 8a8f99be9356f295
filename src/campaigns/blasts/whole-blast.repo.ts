import type { Blast, BlastPreparation } from '../../../generated/prisma/client.ts';
import { policyOf } from '../../audience/consent/mail-policy.ts';
import { topicsAmong } from '../../audience/consent/topics.repo.ts';
import { findBroken, type RuleFinding } from '../../audience/rules/rules.service.ts';
import { findNames, findUnknownTags } from '../../content/documents/merge-tags.ts';
import { type Ctx, type Scope, sql } from '../../platform/db.ts';
import type { BlastId, EmailId } from '../../platform/ids.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { findHalt } from '../deliveries/breaker.repo.ts';
import { countsOf } from '../deliveries/counts.repo.ts';
import { type DeliveryCounts, deliveryCounts } from '../deliveries/deliveries.repo.ts';
import type { WaitingFor } from '../deliveries/dispatches.repo.ts';
import { findEmails, findPlaceholders, type SendableEmail } from '../messages/emails.repo.ts';
import { addCounts, keptCounts, NO_COUNTS } from '../retention/figures.repo.ts';
import { type AnonymousCounts, anonymousOf, NONE_ANONYMOUS } from '../tracking/anonymous.repo.ts';
import { countMachines, type MachineCounts, NO_MACHINES } from '../tracking/machines.repo.ts';
import { type AudienceLook, lookAtAudience } from './audience.repo.ts';
import type { Audience, AudienceList } from './audience.ts';
import { findAudiences } from './audience-lists.repo.ts';

interface Counters extends DeliveryCounts {
  pending: number;
  qualified: number;
}

export interface WholeBlast {
  blast: Blast;
  audience: Audience | null;
  brokenRules: RuleFinding[];
  /** Null where it was not counted. */
  look: AudienceLook | null;
  email: SendableEmail | null;
  hasPlaceholder: boolean;
  /** Whether the workspace has a postal address, which is looked up for drafts. */
  hasAddress: boolean;
  /** Whether too much of the latest mail bounced or was called spam, which is looked up for drafts. */
  isRisky: boolean;
  /** Those of drafts that exist. */
  topics: ReadonlySet<string>;
  unknownTags: string[];
  counters: Counters | null;
  machines: MachineCounts;
  anonymous: AnonymousCounts;
  /** Null while it is not under way, or being prepared. */
  progress: Progress | null;
  preparation: BlastPreparation | null;
  now: Date;
}

export interface Progress {
  waitingFor: WaitingFor | null;
  trouble: string | null;
  wakeAt: Date;
  pace: number | null;
}

/** One statement each for the audiences, the emails, the counters and the progress, however many blasts there are. */
export async function completeBlasts(ctx: Ctx, blasts: Blast[]): Promise<WholeBlast[]> {
  const audiences = await findAudiences(ctx, blasts);
  const emails = await findEmails(ctx, present(blasts.map(({ emailId }) => emailId)));
  const drafts = blasts.filter(({ status }) => status === 'draft');
  const brokenRules = await findBrokenByList(
    ctx,
    drafts.flatMap(({ id }) => listsOf(audiences.get(id))),
  );
  const draftEmails = present(drafts.map(({ emailId }) => emailId));
  const placeholders = await findPlaceholders(ctx, draftEmails);
  const unknownTags = await findUnknownByEmail(ctx, draftEmails);
  const hasAddress = drafts.length === 0 || Boolean((await findWorkspace(ctx)).postalAddress);
  const isRisky = drafts.length > 0 && (await findHalt(ctx)) !== null;
  const topics = await topicsAmong(ctx, present(drafts.map(({ topicId }) => topicId)));
  // A draft has no recipients yet.
  const counters = await countRecipients(
    ctx,
    idsOf(blasts, (status) => status !== 'draft'),
  );
  const started = idsOf(blasts, (status) => status !== 'draft' && status !== 'scheduled');
  const machines = await countMachines(ctx, started);
  const anonymous = await anonymousOf(ctx, started);
  const progress = await findProgress(
    ctx,
    idsOf(blasts, (status) => status === 'sending'),
  );
  const preparations = await findPreparations(ctx, started);
  return blasts.map((blast) => ({
    blast,
    audience: audiences.get(blast.id) ?? null,
    brokenRules: listsOf(audiences.get(blast.id)).flatMap(({ id }) => brokenRules.get(id) ?? []),
    look: null,
    hasAddress,
    isRisky,
    topics,
    email: emails.get(blast.emailId ?? '') ?? null,
    hasPlaceholder: placeholders.has(blast.emailId ?? ''),
    unknownTags: unknownTags.get(blast.emailId ?? '') ?? [],
    counters: counters.get(blast.id) ?? null,
    machines: machines.get(blast.id) ?? NO_MACHINES,
    anonymous: anonymous.get(blast.id) ?? NONE_ANONYMOUS,
    progress: progress.get(blast.id) ?? null,
    preparation: preparations.get(blast.id) ?? null,
    now: ctx.now,
  }));
}

async function findUnknownByEmail(ctx: Scope, emailIds: EmailId[]): Promise<Map<string, string[]>> {
  const emails = [...(await findNames(ctx, emailIds, 'sent'))];
  const unknown = await findUnknownTags(
    ctx,
    emails.map(([, names]) => ({ names, place: 'blast' })),
  );
  return new Map(emails.map(([id], i) => [id, unknown[i] ?? []]));
}

export async function completeBlast(ctx: Ctx, blast: Blast): Promise<WholeBlast> {
  const [whole] = (await completeBlasts(ctx, [blast])) as [WholeBlast];
  const { audience } = whole;
  if (blast.status !== 'draft' || !audience) return whole;
  const policy = await policyOf(ctx, { operational: false, topicId: blast.topicId });
  return { ...whole, look: await lookAtAudience(ctx, audience, { policy }) };
}

const idsOf = (blasts: Blast[], having: (status: string) => boolean): string[] =>
  blasts.filter(({ status }) => having(status)).map(({ id }) => id);

const present = (ids: (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);

const listsOf = (audience: Audience | undefined): AudienceList[] => (audience ? [...audience.lists, ...audience.excluded] : []);

async function findBrokenByList(ctx: Scope, lists: AudienceList[]): Promise<Map<string, RuleFinding[]>> {
  const ruled = [...new Map(lists.map((list) => [list.id, list])).values()].filter(({ rules }) => rules !== null);
  const broken = await findBroken(
    ctx,
    ruled.map(({ rules }) => ({ tree: rules })),
  );
  return new Map(ruled.map(({ id }, i) => [id, broken[i] ?? []]));
}

/** In the rules of any list of an audience. */
export const findBrokenRules = async (ctx: Scope, audience: Audience): Promise<RuleFinding[]> =>
  [...(await findBrokenByList(ctx, listsOf(audience))).values()].flat();

/** Kept counts; the rows are counted where there are none, and those of deliveries that were deleted are added. */
export async function countRecipients(ctx: Scope, blastIds: BlastId[]): Promise<Map<string, Counters>> {
  const counts: Map<string, Counters> = await countsOf(ctx, blastIds);
  const others = blastIds.filter((id) => !counts.has(id));
  if (others.length === 0) return counts;
  const rows = await ctx.db.query<Counters & { blastId: BlastId }>(sql`
    SELECT d.message_id::text AS "blastId", ${deliveryCounts}, (count(*) FILTER (WHERE d.status = 'pending'))::int AS pending,
      (count(*) FILTER (WHERE d.status NOT IN ('blocked', 'unqualified')))::int AS qualified
    FROM deliveries d WHERE d.workspace_id = ${ctx.workspaceId}::uuid AND d.message_id = ANY(${others}::uuid[]) GROUP BY d.message_id`);
  for (const { blastId, ...counters } of rows) counts.set(blastId, counters);
  for (const [blastId, kept] of await keptCounts(ctx, others))
    counts.set(blastId, addCounts(counts.get(blastId) ?? { ...NO_COUNTS, pending: 0 }, kept));
  return counts;
}

async function findPreparations({ db, workspaceId }: Scope, blastIds: BlastId[]): Promise<Map<string, BlastPreparation>> {
  if (blastIds.length === 0) return new Map();
  const found = await db.prisma.blastPreparation.findMany({ where: { workspaceId, blastId: { in: blastIds } } });
  return new Map(found.map((preparation) => [preparation.blastId, preparation]));
}

async function findProgress({ db, workspaceId }: Scope, blastIds: BlastId[]): Promise<Map<string, Progress>> {
  if (blastIds.length === 0) return new Map();
  const rows = await db.query<Progress & { blastId: BlastId }>(sql`
    SELECT d.message_id::text AS "blastId", d.waiting_for AS "waitingFor", d.trouble, coalesce(d.rest_until, d.wake_at) AS "wakeAt", d.pace
    FROM dispatches d WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ANY(${blastIds}::uuid[])`);
  return new Map(rows.map(({ blastId, ...progress }) => [blastId, progress]));
}
