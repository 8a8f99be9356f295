import type { Ctx, Scope, Tx } from '../../platform/db.ts';
import { identifiersOf, undoable } from '../contacts/batch.repo.ts';
import type { ContactUpdate, ListMember } from '../events.ts';
import type { ImportRow } from './chunks.service.ts';
import { type Decided, decideRows } from './decide.service.ts';
import * as repo from './merge.repo.ts';
import type { Counts } from './runs.repo.ts';

interface Flight {
  held: Promise<ReadonlySet<string>>;
  committed: Promise<void>;
}

const LANDED: Flight = { held: Promise.resolve(new Set<string>()), committed: Promise.resolve() };

/**
 * While one chunk writes, the next one reads and writes as far as it does not need the first. More of them would hold more locks and be no
 * faster.
 */
export function openPipeline() {
  let [last, beforeLast] = [LANDED, LANDED];
  return {
    /** Waits until the chunk before has its locks, and only that one is under way. @throws the error of a chunk */
    async room(): Promise<void> {
      await beforeLast.committed;
      await last.held;
    },
    /** Call `room` first. */
    async add(work: (turn: Pick<Turn, 'ahead' | 'onHeld'>) => Promise<void>): Promise<void> {
      const ahead: Ahead = { about: await last.held, committed: last.committed };
      const { promise: held, resolve: onHeld, reject } = Promise.withResolvers<ReadonlySet<string>>();
      const committed = work({ ahead, onHeld });
      // The promise may have no listener.
      committed.catch(reject);
      held.catch(() => {});
      [beforeLast, last] = [last, { held, committed }];
    },
    /** Waits until no chunk is under way. @throws the error of the first chunk that failed */
    async settled(): Promise<void> {
      const flights = [beforeLast.committed, last.committed];
      await Promise.allSettled(flights);
      for (const flight of flights) await flight;
    },
  };
}

/** A chunk under way, as the next one sees it. */
export interface Ahead {
  /** Ids of the existing contacts that its rows are about. */
  about: ReadonlySet<string>;
  committed: Promise<void>;
}

export interface Turn {
  chunk: number;
  /** The chunk before, which has all its locks, and may not be committed yet. */
  ahead: Ahead | null;
  /** Called when this chunk has its locks. */
  onHeld: (about: ReadonlySet<string>) => void;
}

/** Each contact is named once. */
export interface Merged {
  counts: Counts;
  created: string[];
  updated: ContactUpdate[];
  joined: ListMember[];
}

/**
 * Merges a chunk and writes its row results, in the caller's transaction, which commits after the chunk `ahead`. Locks are taken in the
 * order of all writers: identifiers, contacts by id, their moments by id, lists by id.
 *
 * Contacts are first read without locks, and only the ones that are written are locked; a row that changes nothing is right about the
 * moment at which its contact was read. If a contact was changed in between, all of them are locked, read and decided once more.
 *
 * A later row has to see the result of an earlier one, also across chunks. For rows that share an identifier the locks do that. Rows
 * that share only a contact, one by its email and one by its phone, wait here.
 */
export async function mergeChunk(
  tx: Ctx<Tx>,
  merge: repo.Merge,
  { rows, chunk, ahead, onHeld }: { rows: readonly ImportRow[] } & Turn,
): Promise<Merged> {
  const sound = rows.filter(({ fieldIssues }) => fieldIssues.length === 0);
  const all = (name: 'email' | 'phone' | 'external_id') => [...new Set(sound.flatMap(({ fields }) => fields[name] ?? []))];
  const named = { emails: all('email'), phones: all('phone'), externalIds: all('external_id') };
  const read = (hold: boolean) => repo.findKnown(tx, merge, { ...named, hold });

  await repo.holdRows(tx, [...new Set(sound.flatMap(({ fields }) => identifiersOf(fields)))], { runId: merge.runId, chunk });
  let known = await read(false);
  if (ahead && known.some(({ id }) => ahead.about.has(id))) {
    await ahead.committed;
    known = await read(false);
  }
  let decided = decideRows(rows, known, { ...merge, now: tx.now });
  if (!(await takeHold(tx, decided))) {
    // Before any contact is locked: the chunk ahead may wait for a writer that waits for this one.
    await ahead?.committed;
    decided = decideRows(rows, await read(true), { ...merge, now: tx.now });
    await takeHold(tx, decided);
  }
  onHeld(decided.about);

  if (decided.letGo.length > 0) await repo.takePhones(tx, decided.letGo);
  await repo.writeChunk(tx, merge, decided);
  await ahead?.committed;
  const created = decided.created.map(({ contact }) => contact.id);
  const joining = [...created, ...decided.joining];
  const joined = merge.listIds.length > 0 && joining.length > 0 ? await repo.joinLists(tx, merge, joining) : [];
  return { counts: decided.counts, created, updated: decided.updated, joined };
}

/** Locks the contacts that are written if they are unchanged, or none. */
async function takeHold(tx: Scope<Tx>, { held }: Decided): Promise<boolean> {
  if (held.length === 0) return true;
  return (await undoable(tx.db, async () => ((await repo.lockUnchanged(tx, held)) ? held : null))) !== null;
}
