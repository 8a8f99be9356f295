import { FIRST_ID } from '../../platform/chunks.ts';
import { empty, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { BlastId, ContactId } from '../../platform/ids.ts';
import { type Positioned, readPage, type SortKey } from '../../platform/listing.ts';
import { containing, type Page, type PageRequest } from '../../shared/paging.ts';
import { countsOf } from '../deliveries/counts.repo.ts';
import { keptCounts } from '../retention/figures.repo.ts';
import type { MachineReason } from '../tracking/machines.ts';

export interface ReportRow {
  id: string;
  contactId: ContactId;
  displayName: string;
  email: string | null;
  contactDeleted: boolean;
  status: string;
  error: string | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  openedAt: Date | null;
  clickedAt: Date | null;
  clickedUrl: string | null;
  machineOpenedAt: Date | null;
  machineClickedAt: Date | null;
  machineReasons: MachineReason[];
  bouncedAt: Date | null;
  unsubscribedAt: Date | null;
  complainedAt: Date | null;
  /** Null before it is sent. */
  tracking: string | null;
}

const HAPPENED = {
  recipients: empty,
  sent: sql`AND r.sent_at IS NOT NULL`,
  delivered: sql`AND r.delivered_at IS NOT NULL`,
  opened: sql`AND r.opened_at IS NOT NULL`,
  clicked: sql`AND r.clicked_at IS NOT NULL`,
  bounced: sql`AND r.bounced_at IS NOT NULL`,
  unsubscribed: sql`AND r.unsubscribed_at IS NOT NULL`,
  spam: sql`AND r.complained_at IS NOT NULL`,
};

const SORTS = {
  sent_at: { by: 'r.sent_at', type: 'timestamptz' },
  delivered_at: { by: 'r.delivered_at', type: 'timestamptz' },
  opened_at: { by: 'r.opened_at', type: 'timestamptz' },
  clicked_at: { by: 'r.clicked_at', type: 'timestamptz' },
  bounced_at: { by: 'r.bounced_at', type: 'timestamptz' },
  unsubscribed_at: { by: 'r.unsubscribed_at', type: 'timestamptz' },
  complained_at: { by: 'r.complained_at', type: 'timestamptz' },
  display_name: { by: 'lower(r.display_name)', type: 'text' },
  email: { by: 'r.email', type: 'text' },
  recipient_id: { by: 'r.id', type: 'uuid' },
} satisfies Record<string, Pick<SortKey, 'by' | 'type'>>;

export interface ReportQuery extends PageRequest {
  category: keyof typeof HAPPENED;
  sort: keyof typeof SORTS;
  order: 'asc' | 'desc';
  search?: string | undefined;
}

export async function findRecipients(ctx: Scope, blastId: BlastId, query: ReportQuery): Promise<Page<ReportRow>> {
  const { db, workspaceId } = ctx;
  const { category, sort, order, search } = query;
  const key: SortKey = { by: 'r.id', type: 'uuid', order };
  const where = sql`r.workspace_id = ${workspaceId}::uuid AND r.message_id = ${blastId}::uuid ${HAPPENED[category]} ${matching(search)}`;
  return readPage<ReportRow>(
    ctx,
    { of: 'recipients', blastId, ...query },
    {
      keys: sort === 'recipient_id' ? [key] : [{ ...SORTS[sort], order, optional: true }, key],
      // Behind a search, the rows are counted.
      ...(!search && { kept: await keptTotal(ctx, blastId, query) }),
      from: sql`FROM deliveries r WHERE ${where}`,
      // Only the contacts on the page are joined, not those of the whole blast.
      read: ({ rows, order: inOrder, position }) =>
        db.query<Positioned<ReportRow>>(
          sql`SELECT ${shown}, r.position FROM (SELECT r.*, ${position} ${rows}) r ${withContact} ${inOrder}`,
        ),
    },
  );
}

const COUNTED = {
  recipients: 'recipients',
  sent: 'sent',
  delivered: 'delivered',
  opened: 'opened',
  clicked: 'clicked',
  bounced: 'bounced',
  unsubscribed: 'unsubscribed',
  spam: 'complained',
} as const;

/** Undefined where there is no kept count, or not of the rows that are left: then they are counted. */
async function keptTotal(ctx: Scope, blastId: BlastId, { category, total }: ReportQuery): Promise<number | undefined> {
  if (total === 'none' || (await keptCounts(ctx, [blastId])).size > 0) return undefined;
  return (await countsOf(ctx, [blastId])).get(blastId)?.[COUNTED[category]];
}

/** Of a delivery `r`. A waiting one that a run has in hand is being sent. */
const shown = sql`
  r.id::text, r.contact_id::text AS "contactId", r.display_name AS "displayName", r.email, c.id IS NULL AS "contactDeleted",
  CASE WHEN r.status = 'pending' AND r.next_attempt_at IS NULL AND EXISTS (
    SELECT FROM claims h WHERE h.workspace_id = r.workspace_id AND h.message_id = r.message_id AND r.id = ANY(h.ids)
  ) THEN 'sending' ELSE r.status END AS status,
  r.error, r.sent_at AS "sentAt", r.delivered_at AS "deliveredAt", r.opened_at AS "openedAt", r.clicked_at AS "clickedAt",
  r.clicked_url AS "clickedUrl", r.bounced_at AS "bouncedAt", r.unsubscribed_at AS "unsubscribedAt", r.complained_at AS "complainedAt",
  CASE WHEN r.sent_at IS NOT NULL THEN coalesce(r.tracking, 'full') END AS tracking,
  m.opened_at AS "machineOpenedAt", m.clicked_at AS "machineClickedAt", m.reasons AS "machineReasons"`;
/** Both are looked up for the recipients on the page. */
const withContact = sql`
  LEFT JOIN contacts c ON c.workspace_id = r.workspace_id AND c.id = r.contact_id
  CROSS JOIN LATERAL (
    SELECT min(h.hit_at) FILTER (WHERE h.position < 0) AS opened_at, min(h.hit_at) FILTER (WHERE h.position >= 0) AS clicked_at,
      coalesce(array_agg(DISTINCT reason) FILTER (WHERE reason IS NOT NULL), '{}') AS reasons
    FROM machine_hits h CROSS JOIN LATERAL unnest(h.reasons) AS reason
    WHERE h.workspace_id = r.workspace_id AND h.delivery_id = r.id
  ) m`;

const PAGE_SIZE = 1_000;

/** A page at a time; nothing is held open in between. */
export async function* pagesOfRecipients(
  { db, workspaceId }: Scope,
  blastId: BlastId,
  category: ReportQuery['category'],
): AsyncGenerator<ReportRow[]> {
  for (let after: string = FIRST_ID; ; ) {
    const page: ReportRow[] = await db.query<ReportRow>(sql`
      SELECT ${shown} FROM (
        SELECT * FROM deliveries r
        WHERE r.workspace_id = ${workspaceId}::uuid AND r.message_id = ${blastId}::uuid AND r.id > ${after}::uuid ${HAPPENED[category]}
        ORDER BY r.id LIMIT ${PAGE_SIZE}::int
      ) r ${withContact}
      ORDER BY r.id`);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

function matching(search: string | undefined): Sql {
  if (!search) return empty;
  const pattern = containing(search);
  return sql`AND (lower(r.display_name) LIKE lower(${pattern}::text) OR lower(r.email) LIKE lower(${pattern}::text))`;
}
