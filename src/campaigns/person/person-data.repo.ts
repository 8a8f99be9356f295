import { type Ctx, raw, type Sql, sql } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';

/** What a table has of a person: rows with these columns, by a key that no two rows share. */
export interface PersonTable {
  name: string;
  columns: readonly string[];
  rows: (of: PersonScope) => Sql;
}

export interface PersonScope {
  workspaceId: string;
  contactId: ContactId;
}

export type PersonRow = Record<string, unknown>;

const owned = (table: string, { workspaceId, contactId }: PersonScope): Sql =>
  sql`FROM ${raw(table)} x WHERE x.workspace_id = ${workspaceId}::uuid AND x.contact_id = ${contactId}::uuid`;

/** Each kind by itself, in the order of the archive. Subjects and links are as they were written, with their merge tags. */
export const PERSON_TABLES: readonly PersonTable[] = [
  {
    name: 'lists',
    columns: ['list_id', 'name', 'added_at'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT m.list_id::text AS key, m.list_id::text, l.name, m.added_at
      FROM contact_list_members m JOIN contact_lists l ON l.workspace_id = m.workspace_id AND l.id = m.list_id
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ${contactId}::uuid AND l.owner_campaign_id IS NULL`,
  },
  {
    name: 'topics',
    columns: ['topic_id', 'name', 'state', 'since'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT s.topic_id::text AS key, s.topic_id::text, t.name, s.state, s.since
      FROM contact_topics s JOIN topics t ON t.workspace_id = s.workspace_id AND t.id = s.topic_id
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'consent',
    columns: ['at', 'topic_id', 'topic_name', 'state', 'source', 'ip', 'user_agent', 'text_shown', 'evidence'],
    rows: (of) => sql`
      SELECT x.id::text AS key, x.at, x.topic_id::text, x.topic_name, x.state, x.source, x.ip, x.user_agent, x.text_shown, x.evidence
      ${owned('consent_entries', of)}`,
  },
  {
    name: 'confirmations',
    columns: ['confirmation_id', 'topic_ids', 'created_at', 'expires_at', 'confirmed_at'],
    rows: (of) => sql`
      SELECT x.id::text AS key, x.id::text AS confirmation_id, to_jsonb(x.topic_ids) AS topic_ids, x.created_at, x.expires_at, x.confirmed_at
      ${owned('consent_confirmations', of)}`,
  },
  {
    name: 'activities',
    columns: ['occurred_at', 'type', 'metadata'],
    rows: (of) => sql`
      SELECT lpad(x.seq::text, 20, '0') AS key, x.occurred_at, x.type, x.metadata ${owned('contact_activities', of)}`,
  },
  {
    name: 'deliveries',
    columns: [
      ...['delivery_id', 'origin', 'blast_id', 'subject', 'address', 'name', 'status', 'error', 'sent_at', 'delivered_at', 'opened_at'],
      ...['clicked_at', 'clicked_url', 'bounced_at', 'unsubscribed_at', 'complained_at'],
    ],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT d.id::text AS key, shown_id(d.id) AS delivery_id, m.origin, m.blast_id::text, m.subject, d.email AS address, d.display_name AS name,
        d.status, d.error, d.sent_at, d.delivered_at, d.opened_at, d.clicked_at, d.clicked_url, d.bounced_at, d.unsubscribed_at, d.complained_at
      FROM deliveries d JOIN messages m ON m.workspace_id = d.workspace_id AND m.id = d.message_id
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'clicks',
    columns: ['delivery_id', 'url', 'clicked_at'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT d.id || ' ' || lpad(k.position::text, 10, '0') AS key, shown_id(d.id) AS delivery_id, l.url, k.clicked_at
      FROM deliveries d JOIN delivery_clicks k ON k.workspace_id = d.workspace_id AND k.delivery_id = d.id
      LEFT JOIN message_links l ON l.workspace_id = d.workspace_id AND l.message_id = d.message_id AND l.position = k.position
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'machine_hits',
    columns: ['delivery_id', 'url', 'hit_at', 'reasons'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT d.id || ' ' || lpad((h.position + 1)::text, 10, '0') AS key, shown_id(d.id) AS delivery_id, l.url, h.hit_at, to_jsonb(h.reasons) AS reasons
      FROM deliveries d JOIN machine_hits h ON h.workspace_id = d.workspace_id AND h.delivery_id = d.id
      LEFT JOIN message_links l ON l.workspace_id = d.workspace_id AND l.message_id = d.message_id AND l.position = h.position
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'messages',
    columns: [
      ...[
        'message_id',
        'created_at',
        'subject',
        'from_address',
        'reply_to',
        'to_name',
        'copies',
        'data',
        'headers',
        'tags',
        'text',
        'html',
      ],
      ...['scheduled_at', 'cancelled_at', 'ended_at'],
    ],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT t.id::text AS key, shown_id(t.id) AS message_id, t.created_at, m.subject, m.from_address, m.reply_to, t.to_name, t.copies, t.data, t.headers,
        to_jsonb(t.tags) AS tags, m.plain_text AS text, m.html, t.scheduled_at, t.cancelled_at, t.ended_at
      FROM transactional_messages t JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.id
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'flow_memberships',
    columns: [
      ...['membership_id', 'flow_id', 'flow_name', 'status', 'entered_via', 'entered_at', 'ended_at', 'drop_reason'],
      ...['dynamic_context', 'entry_context'],
    ],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT x.id::text AS key, shown_id(x.id) AS membership_id, x.flow_id::text, f.name AS flow_name, x.status, x.entered_via, x.entered_at, x.ended_at,
        x.drop_reason, x.dynamic_context, x.entry_context
      FROM flow_memberships x JOIN flows f ON f.workspace_id = x.workspace_id AND f.id = x.flow_id
      WHERE x.workspace_id = ${workspaceId}::uuid AND x.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'flow_visits',
    columns: ['membership_id', 'step_id', 'type', 'status', 'outcome', 'started_at', 'completed_at', 'details'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT v.member_id || ' ' || lpad(v.visit::text, 10, '0') AS key, shown_id(v.member_id) AS membership_id, v.step_id, v.type, v.status, v.outcome,
        v.started_at, v.completed_at, v.details
      FROM flow_memberships m JOIN flow_visits v ON v.workspace_id = m.workspace_id AND v.member_id = m.id
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'submissions',
    columns: ['submission_id', 'submitted_at', 'tent_id', 'tent_name', 'form_id', 'fields', 'origin'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT x.id::text AS key, shown_id(x.id) AS submission_id, x.submitted_at, x.tent_id::text, d.name AS tent_name, x.form_id, x.fields, x.origin
      FROM submissions x LEFT JOIN documents d ON d.workspace_id = x.workspace_id AND d.id = x.tent_id
      WHERE x.workspace_id = ${workspaceId}::uuid AND x.contact_id = ${contactId}::uuid`,
  },
  {
    name: 'custom_events',
    columns: ['name', 'received_at', 'properties'],
    rows: (of) => sql`SELECT x.id::text AS key, x.name, x.received_at, x.properties ${owned('custom_events', of)}`,
  },
  {
    name: 'suppressions',
    columns: ['address', 'reason', 'source', 'detail', 'since'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT s.reason AS key, s.address, s.reason, s.source, s.detail, s.since
      FROM contacts c JOIN suppressions s ON s.workspace_id = c.workspace_id AND s.address = c.email
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${contactId}::uuid`,
  },
  {
    name: 'import_results',
    columns: ['import_run_id', 'row_number', 'status', 'field_issues', 'cells'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT r.id || ' ' || lpad(i.row_number::text, 10, '0') AS key, shown_id(r.id) AS import_run_id, i.row_number, i.status, i.field_issues, i.cells
      FROM contact_import_runs r JOIN contact_import_results i ON i.run_id = r.id AND i.contact_id = ${contactId}::uuid
      WHERE r.workspace_id = ${workspaceId}::uuid AND i.workspace_id = r.workspace_id`,
  },
  {
    name: 'merged_contacts',
    columns: ['contact_id', 'merged_at'],
    rows: ({ workspaceId, contactId }) => sql`
      SELECT m.contact_id::text AS key, m.contact_id::text, m.merged_at FROM contact_merges m
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.kept_id = ${contactId}::uuid`,
  },
];

const PAGE_SIZE = 200;

/** By the key. Each page is a statement of its own: no cursor or transaction stays open while the file is written. */
export async function* pagesOf({ db, workspaceId }: Ctx, table: PersonTable, contactId: ContactId): AsyncGenerator<PersonRow[]> {
  for (let after = ''; ; ) {
    const page = await db.query<PersonRow & { key: string }>(sql`
      SELECT * FROM (${table.rows({ workspaceId, contactId })}) AS rows
      WHERE key COLLATE "C" > ${after}::text ORDER BY key COLLATE "C" LIMIT ${PAGE_SIZE}::int`);
    if (page.length > 0) yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)?.key as string;
  }
}
