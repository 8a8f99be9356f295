import type { Tx } from '../../platform/db.ts';
import { identifiersOf, undoable } from '../contacts/batch.repo.ts';
import type { ContactUpdate, ListMember } from '../events.ts';
import type { ImportRow } from './chunks.service.ts';
import { type Decided, decideRows } from './decide.service.ts';
import * as repo from './merge.repo.ts';
import type { Counts } from './runs.repo.ts';

/** The chunks of a run, two of them side by side. */
export interface Pipeline {
  /** Waits for room for a chunk: until the one before has taken hold, and only that one is under way. @throws what one has failed with */
  room(): Promise<void>;
  /** Begins with a chunk, for which there is room. */
  add(work: (turn: Pick<Turn, 'ahead' | 'onHeld'>) => Promise<void>): Promise<void>;
  /** Waits until nothing is under way. @throws what the first chunk has failed with */
  settled(): Promise<void>;
}

interface Flight {
  held: Promise<ReadonlySet<string>>;
  committed: Promise<void>;
}

const LANDED: Flight = { held: Promise.resolve(new Set<string>()), committed: Promise.resolve() };

/**
 * Two chunks at a time: while one writes, the next looks its people up and writes as far as it does not need the other. More of them would
 * hold more and do it no faster.
 */
export function openPipeline(): Pipeline {
  let [last, beforeLast] = [LANDED, LANDED];
  return {
    async room() {
      await beforeLast.committed;
      await last.held;
    },
    async add(work) {
      const ahead: Ahead = { about: await last.held, committed: last.committed };
      const { promise: held, resolve: onHeld, reject } = Promise.withResolvers<ReadonlySet<string>>();
      const committed = work({ ahead, onHeld });
      // Whoever waits for it hears of it; so may nobody.
      committed.catch(reject);
      held.catch(() => {});
      [beforeLast, last] = [last, { held, committed }];
    },
    async settled() {
      const flights = [beforeLast.committed, last.committed];
      await Promise.allSettled(flights);
      for (const flight of flights) await flight;
    },
  };
}

/** A chunk under way, as the one behind it sees it. */
export interface Ahead {
  /** Ids of the contacts that its rows are about, those apart that it makes. */
  about: ReadonlySet<string>;
  /** Fulfilled when it is committed, rejected when it never is. */
  committed: Promise<void>;
}

export interface Turn {
  /** The number of the chunk in its run. */
  chunk: number;
  /** The chunk before, when it may still be under way. It has taken hold of all that it needs. */
  ahead: Ahead | null;
  /** Called when this one has. */
  onHeld: (about: ReadonlySet<string>) => void;
}

/** What became of a chunk. Nobody is named twice. */
export interface Merged {
  counts: Counts;
  created: string[];
  updated: ContactUpdate[];
  joined: ListMember[];
}

const ALONE: Turn = { chunk: 0, ahead: null, onHeld: () => {} };

/**
 * Merges a chunk and writes its row results, in the caller's transaction, which commits after the chunk `ahead` has. It takes what it needs
 * in the order of all writers: emails and phones, contacts by id, their moments by id, lists by id.
 *
 * People are first read without being held, and only those are held who are written; a row that changes nothing is right about the moment
 * at which its contact was read, whoever changes that one later. When somebody was changed in between, everybody is held, read and
 * decided once more, and then nobody else can get in between.
 *
 * The row that comes later has to see what the one before it has left, in the chunk ahead as well. Rows that share an email or phone do
 * by the locks on those. Rows that share a contact all the same, one by its email and one by its phone, wait here.
 */
export async function mergeChunk(
  tx: Tx,
  merge: repo.Merge,
  rows: readonly ImportRow[],
  now: Date,
  { chunk, ahead, onHeld }: Turn = ALONE,
): Promise<Merged> {
  const sound = rows.filter(({ fieldIssues }) => fieldIssues.length === 0);
  const identifiers = (name: 'email' | 'phone') => [...new Set(sound.flatMap(({ fields }) => identifiersOf({ [name]: fields[name] })))];
  const [emails, phones] = [identifiers('email'), identifiers('phone')];
  const read = (hold: boolean) => repo.findKnown(tx, merge, { emails, phones }, { hold });

  await repo.holdRows({ db: tx, workspaceId: merge.workspaceId }, [...emails, ...phones], chunk);
  let known = await read(false);
  if (ahead && known.some(({ id }) => ahead.about.has(id))) {
    await ahead.committed;
    known = await read(false);
  }
  let decided = decideRows(rows, known, merge, now);
  if (!(await takeHold(tx, merge, decided))) {
    // Before any contact is held: the chunk ahead may wait for somebody who waits for that.
    await ahead?.committed;
    decided = decideRows(rows, await read(true), merge, now);
    await takeHold(tx, merge, decided);
  }
  onHeld(decided.about);

  if (decided.letGo.length > 0) await repo.takePhones({ db: tx, workspaceId: merge.workspaceId }, decided.letGo);
  await repo.writeChunk(tx, merge, decided, now);
  await ahead?.committed;
  const created = decided.created.map(({ contact }) => contact.id);
  const joining = [...created, ...decided.joining];
  const joined = merge.listIds.length > 0 && joining.length > 0 ? await repo.joinLists(tx, merge, joining, now) : [];
  return { counts: decided.counts, created, updated: decided.updated, joined };
}

/** Holds those who are written, as they were read, or nobody. */
async function takeHold(tx: Tx, { workspaceId }: repo.Merge, { held }: Decided): Promise<boolean> {
  if (held.length === 0) return true;
  const work = async () => ((await repo.lockUnchanged({ db: tx, workspaceId }, held)) ? held : null);
  return (await undoable(tx, work)) !== null;
}
