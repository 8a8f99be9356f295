/**
 * The ledger of deliveries without a service: a database with four copies of everything. A message has a sibling in its workspace, and
 * both have twins with the same ids in another workspace. `changes` shows work on one of the four that touches another.
 */
import type { QueryResult } from 'pg';
import { expect } from 'vitest';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Reason } from '../../src/audience/suppressions/suppressions.repo.ts';
import { type Ctx, type Database, type Db, openDatabase, type Tx } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { givenMoments, givenSuppressions, SAID } from './given.ts';
import { deadlocksIn } from './race.ts';

/** The moment at which everything happens. */
export const NOW = new Date('2026-04-14T09:30:00.000Z');
export const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
/** The run under test, and another one. */
export const RUN = newId();
export const OTHER_RUN = newId();
/** The cursor of a message after the first attempt of all deliveries. */
export const AT_THE_END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A wait for a lock fails long before the time limit of the test. */
const STATEMENT_MS = 10_000;
const BEFORE = at(-3600);
const TABLES = [
  'blasts',
  'messages',
  'message_links',
  'message_chores',
  'link_recipients',
  'dispatches',
  'deliveries',
  'claims',
  'senders',
  'transports',
  'daily_email_allotments',
  'contacts',
  'contact_moments',
  'contact_activities',
  'suppressions',
];

export interface MessageRef {
  workspaceId: string;
  messageId: string;
}

type Blast = Partial<Prisma.BlastCreateManyInput>;
type Message = Partial<Prisma.MessageCreateManyInput>;
type Dispatch = Partial<Prisma.DispatchCreateManyInput>;
type Delivery = Partial<Prisma.DeliveryCreateManyInput>;
type Claim = Partial<Prisma.ClaimCreateManyInput>;
type Contact = Partial<Prisma.ContactCreateManyInput>;
export type Row = Record<string, unknown>;

export interface Ledger {
  db: Database;
  /** Another way into the same database. */
  url: string;
  /** `here` is the message under test; in the table it is neither the first nor the last of the four. */
  here: MessageRef;
  /** The context of `here`. */
  in(db: Db, now?: Date): Ctx<Tx>;
  sibling: MessageRef;
  twin: MessageRef;
  all: MessageRef[];
  /** All but `here`. */
  others: MessageRef[];
  /** The four blasts, with shared values. */
  givenBlasts(values?: Blast): Promise<void>;
  /** The four messages, of a blast each, that are being sent. */
  givenMessages(dispatch?: Dispatch, message?: Message): Promise<void>;
  /** People by their names, in both workspaces under the same ids. The later ones have the lower ids. */
  givenContacts(people: Record<string, Contact>): Promise<void>;
  /** Suppressions by name, in both workspaces. */
  givenSuppressions(reasons: Record<string, Reason>): Promise<void>;
  /** Deliveries of each of the four messages, by the names of the people. The later ones have the lower ids. */
  givenDeliveries(rows: Record<string, Delivery>): Promise<void>;
  /** The claim of a run on each message; the sibling's claim has another run. */
  givenClaim(names: string[], values?: Claim): Promise<void>;
  setBlast(place: MessageRef, values: Blast): Promise<void>;
  setDispatch(place: MessageRef, values: Dispatch): Promise<void>;
  contactId(name: string): string;
  deliveryId(name: string, place?: MessageRef): string;
  delivery(name: string, place?: MessageRef): Promise<Row>;
  /** Status and attempts of each delivery here, by name. */
  statuses(): Promise<Record<string, string>>;
  dispatch(place?: MessageRef): Promise<Row>;
  blast(place?: MessageRef): Promise<Row>;
  /** The changed values of each row: `{}` for a needless write, the whole row for a new one. */
  changes(work: () => Promise<unknown>): Promise<Record<string, Row>>;
  /** Fails if a deadlock has occurred since the last `clear`, even one that was resolved. */
  expectNoCircle(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openLedger(): Promise<Ledger> {
  const database: TestDatabase = await createDatabase();
  const db = openDatabase(database.url, () => {}, { statementMs: STATEMENT_MS });
  const [own, other, first, second] = [newId(), newId(), newId(), newId()] as [string, string, string, string];
  const here = { workspaceId: own, messageId: first };
  const sibling = { workspaceId: own, messageId: second };
  const twin = { workspaceId: other, messageId: first };
  const all = [sibling, here, twin, { workspaceId: other, messageId: second }];
  const placeNames = new Map([...all.entries()].map(([i, { workspaceId, messageId }]) => [workspaceId + messageId, PLACES[i]]));

  // The names of what was made, and the other way round.
  let ids = new Map<string, string>();
  let deadlocks = 0;
  const nameOf = (id: unknown) => [...ids].find(([, known]) => known === id)?.[0];
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
  const deliveryName = (name: string, { messageId }: MessageRef) => `${name} of the ${messageId === first ? 'first' : 'second'}`;
  /** Of a delivery that was made here, by its id. */
  const personOf = (id: unknown) => nameOf(id)?.replace(/ of the .*/, '') ?? 'new';
  const runOf = (run: unknown) => (run === RUN || run === siblingOf(RUN) ? 'run' : run === OTHER_RUN ? 'other run' : 'new');

  async function snapshot(): Promise<Map<string, Row>> {
    const rows = new Map<string, Row>();
    // All in one statement of several parts: there are hundreds of snapshots.
    const statement = TABLES.map((table) => `SELECT xmin::text AS version, * FROM ${table}`).join('; ');
    const results = (await db.pool.query(statement)) as unknown as QueryResult[];
    for (const [i, table] of TABLES.entries()) {
      for (const row of results[i]?.rows ?? []) {
        const { workspace_id, id, message_id, contact_id, position } = row;
        const messageId = message_id ?? (table === 'blasts' || table === 'messages' ? id : undefined);
        const place = messageId ? placeNames.get(workspace_id + messageId) : workspace_id === other ? 'twin' : 'here';
        const names: Record<string, string | undefined> = {
          claims: runOf(row.run),
          contacts: nameOf(id) ?? 'new',
          contact_moments: nameOf(contact_id) ?? 'new',
          deliveries: nameOf(contact_id) ?? personOf(id),
          link_recipients: personOf(row.delivery_id),
          message_chores: row.kind,
          contact_activities: `${nameOf(contact_id) ?? 'new'} ${row.type}`,
          suppressions: `${row.address} ${row.reason}`,
          transports: row.name,
        };
        if (table === 'claims') row.ids = row.ids.map(personOf).sort();
        rows.set([table, place, names[table] ?? position].filter((part) => part !== undefined).join(' '), row);
      }
    }
    return rows;
  }

  const rowOf = async (table: string, key: string, workspaceId: string, id: string): Promise<Row> =>
    (await db.pool.query(`SELECT * FROM ${table} WHERE workspace_id = $1 AND ${key} = $2`, [workspaceId, id])).rows[0];

  const ledger: Ledger = {
    db,
    url: database.url,
    here,
    in: (db, now = NOW) => ({ db: db as Tx, workspaceId: own, now }),
    sibling,
    twin,
    all,
    others: all.filter((place) => place !== here),
    async givenBlasts(values = {}) {
      const common = { name: 'Spring', status: 'sending', preparedAt: BEFORE, createdAt: BEFORE, updatedAt: BEFORE, ...values };
      await db.prisma.blast.createMany({ data: all.map(({ workspaceId, messageId: id }) => ({ workspaceId, id, ...common })) });
    },
    async givenMessages(dispatch = {}, message = {}) {
      await ledger.givenBlasts();
      const common = { origin: 'blast', operational: false, createdAt: BEFORE, ...SAID, ...message };
      const sending = { origin: 'blast', lane: 'bulk', repeatable: true, state: 'open', wakeAt: BEFORE, ...dispatch };
      await db.prisma.message.createMany({
        data: all.map(({ workspaceId, messageId }) => ({ workspaceId, id: messageId, blastId: messageId, ...common })),
      });
      await db.prisma.dispatch.createMany({ data: all.map((place) => ({ ...place, ...sending })) });
    },
    async givenContacts(people) {
      idsFor(Object.keys(people));
      const rows = [own, other].flatMap((workspaceId) =>
        Object.entries(people).map(([name, values]) => ({
          workspaceId,
          id: idOf(name),
          email: `${name}@mail.example`,
          displayName: name,
          originalSource: 'public_api',
          createdAt: BEFORE,
          ...values,
        })),
      );
      await db.prisma.contact.createMany({ data: rows });
      await givenMoments({ db }, rows);
    },
    async givenSuppressions(reasons) {
      const byAddress = Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [`${name}@mail.example`, reason]));
      for (const workspaceId of [own, other]) await givenSuppressions({ db, workspaceId }, byAddress, BEFORE);
    },
    async givenDeliveries(rows) {
      const names = Object.keys(rows);
      idsFor(names.filter((name) => !ids.has(name)));
      for (const messageId of [first, second]) idsFor(names.map((name) => deliveryName(name, { workspaceId: own, messageId })));
      await db.prisma.delivery.createMany({
        data: all.flatMap(({ workspaceId, messageId }) =>
          names.map((name) => ({
            workspaceId,
            messageId,
            id: idOf(deliveryName(name, { workspaceId, messageId })),
            contactId: idOf(name),
            displayName: name,
            email: `${name}@mail.example`,
            status: 'pending',
            ...rows[name],
          })),
        ),
      });
    },
    async givenClaim(names, { run = RUN, ...values } = {}) {
      await db.prisma.claim.createMany({
        data: all.map((place) => ({
          ...place,
          run: place.messageId === first ? run : siblingOf(run),
          ids: names.map((name) => idOf(deliveryName(name, place))),
          leaseUntil: at(10),
          ...values,
        })),
      });
    },
    async setBlast({ workspaceId, messageId: id }, values) {
      await db.prisma.blast.update({ where: { workspaceId_id: { workspaceId, id } }, data: values });
    },
    async setDispatch(place, values) {
      await db.prisma.dispatch.update({ where: { workspaceId_messageId: place }, data: values });
    },
    contactId: idOf,
    deliveryId: (name, place = here) => idOf(deliveryName(name, place)),
    delivery: (name, place = here) => rowOf('deliveries', 'id', place.workspaceId, idOf(deliveryName(name, place))),
    async statuses() {
      const rows = await db.prisma.delivery.findMany({ where: here });
      return Object.fromEntries(rows.map(({ displayName, status, attempts }) => [displayName, `${status} ${attempts}`]));
    },
    dispatch: (place = here) => rowOf('dispatches', 'message_id', place.workspaceId, place.messageId),
    blast: (place = here) => rowOf('blasts', 'id', place.workspaceId, place.messageId),
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
    async expectNoCircle() {
      // The log shows the deadlocks; it is read only if there were any.
      if (db.usage().deadlocks > deadlocks) expect(await deadlocksIn(db)).toBe(0);
    },
    async clear() {
      deadlocks = db.usage().deadlocks;
      ids = new Map();
      await db.pool.query('DELETE FROM workspaces; TRUNCATE contact_activities, transports');
      const common = { plan: 'paid', credits: 0, createdAt: BEFORE, updatedAt: BEFORE };
      await db.prisma.workspace.createMany({
        data: [own, other].map((id, i) => ({ id, name: `Workspace ${i}`, slug: `workspace-${i}`, ...common })),
      });
    },
    async close() {
      await db.close();
      await database.drop();
    },
  };
  return ledger;
}

const PLACES = ['sibling', 'here', 'twin', "twin's sibling"];

/** The run of a sibling, since a run has one claim in a workspace. */
const siblingOf = (run: string): string => `${run.slice(0, -1)}${run.endsWith('0') ? 'f' : '0'}`;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
