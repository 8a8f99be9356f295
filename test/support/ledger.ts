/**
 * The ledger of sending by itself: a database in which everything stands four times. A blast has a sibling in its workspace, and
 * both have twins of the same ids in another workspace. Who works on one of the four and touches another is seen by `changes`.
 */
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Reason } from '../../src/audience/suppressions/suppressions.repo.ts';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { givenSuppressions } from './given.ts';

/** The moment at which everything happens. */
export const NOW = new Date('2026-04-14T09:30:00.000Z');
export const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
/** The run whose work is looked at, and another. */
export const RUN = newId();
export const OTHER_RUN = newId();

/** Who waits for a lock in vain is told so long before the test has lost its patience. */
const STATEMENT_MS = 10_000;
const BEFORE = at(-3600);
const TABLES = [
  'blasts',
  'blast_messages',
  'blast_links',
  'recipients',
  'contacts',
  'contact_moments',
  'contact_activities',
  'suppressions',
];

export interface Place {
  workspaceId: string;
  blastId: string;
}

type Blast = Partial<Prisma.BlastCreateManyInput>;
type Recipient = Partial<Prisma.DeliveryCreateManyInput>;
type Contact = Partial<Prisma.ContactCreateManyInput>;
type Row = Record<string, unknown>;

export interface Ledger {
  db: Database;
  /** `here` is what a test works on; physically it is neither the first nor the last of the four. */
  here: Place;
  sibling: Place;
  twin: Place;
  all: Place[];
  /** The four blasts, with what they have in common. */
  givenBlasts(values?: Blast): Promise<void>;
  /** People by their names, in both workspaces under the same ids. The later ones have the lower ids. */
  givenContacts(people: Record<string, Contact>): Promise<void>;
  /** Why people are not mailed, by their names, in both workspaces. */
  givenSuppressions(reasons: Record<string, Reason>): Promise<void>;
  /** Recipients of each of the four blasts, by the names of the people. The later ones have the lower ids, if they are no contacts. */
  givenRecipients(rows: Record<string, Recipient>): Promise<void>;
  setBlast(place: Place, values: Blast): Promise<void>;
  contactId(name: string): string;
  recipientId(name: string, place?: Place): string;
  recipient(name: string, place?: Place): Promise<Row>;
  blast(place?: Place): Promise<Row>;
  /** What of each row is another value after the work: `{}` where a row was written for nothing, the whole row where it is new. */
  changes(work: () => Promise<unknown>): Promise<Record<string, Row>>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openLedger(): Promise<Ledger> {
  const database: TestDatabase = await createDatabase();
  const db = openDatabase(database.url, () => {}, { statementMs: STATEMENT_MS });
  const [own, other, first, second] = [newId(), newId(), newId(), newId()] as [string, string, string, string];
  const here = { workspaceId: own, blastId: first };
  const sibling = { workspaceId: own, blastId: second };
  const twin = { workspaceId: other, blastId: first };
  const all = [sibling, here, twin, { workspaceId: other, blastId: second }];
  const placeNames = new Map([...all.entries()].map(([i, { workspaceId, blastId }]) => [workspaceId + blastId, PLACES[i]]));

  // The names of what was made, and the other way round.
  let ids = new Map<string, string>();
  const nameOf = (id: unknown) => [...ids].find(([, known]) => known === id)?.[0] ?? 'new';
  /** Ids that go down while rows are written, so that the order of a table is not the order of its ids. */
  function idsFor(names: string[]): void {
    const fresh = names.map(() => newId()).reverse();
    for (const [i, name] of names.entries()) ids.set(name, fresh[i] as string);
  }
  const idOf = (name: string): string => {
    const id = ids.get(name);
    if (!id) throw new Error(`Nobody is called ${name}.`);
    return id;
  };
  const recipientName = (name: string, { blastId }: Place) => `${name} of the ${blastId === first ? 'first' : 'second'}`;

  async function snapshot(): Promise<Map<string, Row>> {
    const rows = new Map<string, Row>();
    for (const table of TABLES) {
      const { rows: found } = await db.pool.query(`SELECT xmin::text AS version, * FROM ${table}`);
      for (const row of found) {
        const { workspace_id, id, blast_id, contact_id, position } = row;
        const place =
          blast_id || table === 'blasts' ? placeNames.get(workspace_id + (blast_id ?? id)) : workspace_id === own ? 'here' : 'twin';
        const names: Record<string, string> = {
          contacts: nameOf(id),
          contact_moments: nameOf(contact_id),
          recipients: nameOf(contact_id),
          contact_activities: `${nameOf(contact_id)} ${row.type}`,
          suppressions: `${row.address} ${row.reason}`,
        };
        const name = names[table];
        rows.set([table, place, name ?? position].filter((part) => part !== undefined).join(' '), row);
      }
    }
    return rows;
  }

  const rowOf = async (table: string, workspaceId: string, id: string): Promise<Row> =>
    (await db.pool.query(`SELECT * FROM ${table} WHERE workspace_id = $1 AND id = $2`, [workspaceId, id])).rows[0];

  const ledger: Ledger = {
    db,
    here,
    sibling,
    twin,
    all,
    async givenBlasts(values = {}) {
      for (const { workspaceId, blastId: id } of all) {
        await db.prisma.blast.create({
          data: { workspaceId, id, name: 'Spring', status: 'sending', preparedAt: BEFORE, createdAt: BEFORE, updatedAt: BEFORE, ...values },
        });
      }
    },
    async givenContacts(people) {
      idsFor(Object.keys(people));
      for (const workspaceId of [own, other]) {
        await db.prisma.contact.createMany({
          data: Object.entries(people).map(([name, values]) => ({
            workspaceId,
            id: idOf(name),
            email: `${name}@mail.example`,
            displayName: name,
            originalSource: 'public_api',
            createdAt: BEFORE,
            ...values,
          })),
        });
      }
    },
    async givenSuppressions(reasons) {
      const byAddress = Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [`${name}@mail.example`, reason]));
      for (const workspaceId of [own, other]) await givenSuppressions(db, workspaceId, byAddress, BEFORE);
    },
    async givenRecipients(rows) {
      const names = Object.keys(rows);
      idsFor(names.filter((name) => !ids.has(name)));
      for (const blastId of [first, second]) idsFor(names.map((name) => recipientName(name, { workspaceId: own, blastId })));
      for (const place of all) {
        await db.prisma.delivery.createMany({
          data: names.map((name) => ({
            workspaceId: place.workspaceId,
            messageId: place.blastId,
            id: idOf(recipientName(name, place)),
            contactId: idOf(name),
            displayName: name,
            email: `${name}@mail.example`,
            status: 'pending',
            ...rows[name],
          })),
        });
      }
    },
    async setBlast({ workspaceId, blastId: id }, values) {
      await db.prisma.blast.update({ where: { workspaceId_id: { workspaceId, id } }, data: values });
    },
    contactId: idOf,
    recipientId: (name, place = here) => idOf(recipientName(name, place)),
    recipient: (name, place = here) => rowOf('recipients', place.workspaceId, idOf(recipientName(name, place))),
    blast: (place = here) => rowOf('blasts', place.workspaceId, place.blastId),
    async changes(work) {
      const before = await snapshot();
      await work();
      const after = await snapshot();
      const changed: Record<string, Row> = {};
      for (const [key, { version, ...row }] of after) {
        const old = before.get(key);
        if (version === old?.version) continue;
        changed[key] = old ? Object.fromEntries(Object.entries(row).filter(([name, value]) => !isSame(value, old[name]))) : row;
      }
      for (const key of before.keys()) if (!after.has(key)) changed[key] = { gone: true };
      return changed;
    },
    async clear() {
      ids = new Map();
      await db.pool.query('DELETE FROM workspaces; TRUNCATE contact_activities');
      for (const [i, id] of [own, other].entries()) {
        await db.prisma.workspace.create({
          data: { id, name: `Workspace ${i}`, slug: `workspace-${i}`, plan: 'paid', credits: 0, createdAt: BEFORE, updatedAt: BEFORE },
        });
      }
    },
    async close() {
      await db.close();
      await database.drop();
    },
  };
  return ledger;
}

const PLACES = ['sibling', 'here', 'twin', "twin's sibling"];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
