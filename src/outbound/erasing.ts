import { type Scope, type Sql, sql, type Tx } from '../platform/db.ts';
import { type ErasedChunk, type ErasedPerson, mentionPattern } from '../shared/erased-person.ts';

/** Replaces what an event says of a person. What is left fits the schema of its type, and tells which contact it was about. */
const REDACTED = sql`e.data
  || CASE WHEN e.data ? 'contact' THEN jsonb_build_object('contact', e.data -> 'contact' || ${JSON.stringify({
    display_name: '',
    first_name: '',
    last_name: '',
    email: null,
    email_domain: null,
    phone: null,
    external_id: null,
    company: '',
    job_title: '',
    address: null,
    address2: null,
    city: null,
    state: null,
    country: null,
    zip_code: null,
    timezone: null,
    language: null,
    lead_status: '',
    lifecycle_stage: '',
    service_score: null,
    tags: [],
    original_source_detail: null,
    custom_fields: {},
  })}::jsonb) ELSE '{}'::jsonb END
  || CASE WHEN e.data ? 'address' THEN '{"address": ""}'::jsonb ELSE '{}'::jsonb END
  || CASE WHEN e.data ? 'url' AND NOT e.data ? 'blast_id' AND NOT e.data ? 'flow_id' THEN '{"url": ""}'::jsonb ELSE '{}'::jsonb END
  || CASE WHEN e.data ? 'address' AND e.data ? 'reason' THEN '{"reason": null}'::jsonb ELSE '{}'::jsonb END
  || CASE WHEN e.data ? 'fields' THEN '{"fields": {}}'::jsonb ELSE '{}'::jsonb END
  || CASE WHEN e.data ? 'properties' THEN '{"properties": {}}'::jsonb ELSE '{}'::jsonb END
  || CASE WHEN e.data ? 'error' THEN '{"error": null}'::jsonb ELSE '{}'::jsonb END`;

/**
 * Takes the person out of events, which keep their places in the feed, and drops the answers of receivers, who may repeat what they got.
 * @param chosen `position` and `id` of events
 */
async function redact({ db, workspaceId }: Scope<Tx>, chosen: Sql): Promise<{ events: number; webhook_answers: number }> {
  const [redacted] = await db.query<{ events: number; answers: number }>(sql`
    WITH chosen AS MATERIALIZED (${chosen}), redacted AS (
      UPDATE events e SET data = ${REDACTED} FROM chosen
      WHERE e.workspace_id = ${workspaceId}::uuid AND e.position = chosen.position AND e.id = chosen.id AND e.data IS DISTINCT FROM (${REDACTED})
      RETURNING 1
    ), answers AS (
      UPDATE webhook_deliveries d SET response_body = NULL
      FROM chosen JOIN webhook_endpoints p ON p.workspace_id = ${workspaceId}::uuid
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.endpoint_id = p.id AND d.event_id = chosen.id AND d.response_body IS NOT NULL
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM redacted) AS events, (SELECT count(*)::int FROM answers) AS answers`);
  return { events: redacted?.events ?? 0, webhook_answers: redacted?.answers ?? 0 };
}

/** The event of the deletion alone, in its own transaction: receivers never get the person's data with it. */
export async function redactDeletion(tx: Scope<Tx>, contactId: string): Promise<void> {
  await redact(
    tx,
    sql`SELECT position, id FROM events
      WHERE workspace_id = ${tx.workspaceId}::uuid AND contact_id = ${contactId}::uuid AND type = 'contact.deleted'`,
  );
}

const AT_ONCE = 5_000;

/** Walks through the workspace's events: those about the person's contacts, and those that mention the person. */
export async function eraseEvents(tx: Scope<Tx>, person: ErasedPerson, cursor: string | null): Promise<ErasedChunk> {
  const [position = '0', id = '00000000-0000-0000-0000-000000000000'] = cursor?.split(' ') ?? [];
  const behind = sql`workspace_id = ${tx.workspaceId}::uuid AND (position, id) > (${position}::bigint, ${id}::uuid)`;
  const [last] = await tx.db.query<{ position: string; id: string }>(sql`
    SELECT position::text, id::text FROM (SELECT position, id FROM events WHERE ${behind} ORDER BY position, id LIMIT ${AT_ONCE}::int) AS part
    ORDER BY part.position DESC, part.id DESC LIMIT 1`);
  if (!last) return { counts: {}, cursor: null };
  const pattern = mentionPattern(person);
  const counts = await redact(
    tx,
    sql`SELECT position, id FROM events
      WHERE ${behind} AND (position, id) <= (${last.position}::bigint, ${last.id}::uuid)
        AND (contact_id = ANY(${person.contactIds}::uuid[]) OR lower(data::text) ~ ${pattern}::text)`,
  );
  return { counts, cursor: `${last.position} ${last.id}` };
}
