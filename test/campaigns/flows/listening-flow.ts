/** Flows with triggers, and the events in their inbox. */
import type { Trigger } from '../../../src/campaigns/flows/definition.ts';
import { hear, unhear } from '../../../src/campaigns/flows/listening/inbox.repo.ts';
import { type Db, sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';

interface Where {
  db: Db;
  clock: { now(): Date };
}

/** An active flow with these triggers and nothing else: no member moves, so that its inbox stays unchanged. */
export async function listeningFlow({ db, clock }: Where, workspaceId: string, triggers: Trigger[]): Promise<string> {
  const id = newId();
  const now = clock.now();
  await db.prisma.flow.create({
    data: { workspaceId, id, name: 'Listening', status: 'active', reentryPolicy: 'allow', createdAt: now, updatedAt: now },
  });
  await db.transaction((tx) => hear({ db: tx, workspaceId, now }, { flowId: id, triggers }));
  return id;
}

/** As pausing does. */
export const pauseFlow = ({ db }: Pick<Where, 'db'>, workspaceId: string, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.prisma.flow.update({ where: { workspaceId_id: { workspaceId, id } }, data: { status: 'paused' } });
    await unhear({ db: tx, workspaceId }, id);
  });

export interface Row {
  kind: string;
  contactId: string;
  enteredVia: string | null;
}

/** Takes the entries from the inbox of a flow. */
export async function takeInbox({ db }: Pick<Where, 'db'>, flowId: string): Promise<Row[]> {
  const rows = await db.query<Row & { id: string }>(sql`
    DELETE FROM flow_inbox WHERE flow_id = ${flowId}::uuid
    RETURNING id::text, kind, contact_id::text AS "contactId", entered_via AS "enteredVia"`);
  return rows.sort((a, b) => Number(a.id) - Number(b.id)).map(({ id: _id, ...row }) => row);
}

/** The contacts that wait to enter the flow, sorted, with their triggers. */
export async function takeEntries(where: Pick<Where, 'db'>, flowId: string): Promise<[contactId: string, via: string | null][]> {
  const rows = await takeInbox(where, flowId);
  return rows.map(({ contactId, enteredVia }): [string, string | null] => [contactId, enteredVia]).sort();
}
