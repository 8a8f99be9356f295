import { undoable } from '../../audience/contacts/batch.repo.ts';
import { eraseExports, eraseImportResults, eraseSessions, isStillMoving, returnedByImport } from '../../audience/erasing.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { eraseEvents } from '../../outbound/erasing.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Ctx, type Db, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage.ts';
import { LeaseLost } from '../../queue/lease.ts';
import type { Claim } from '../../queue/ledger.ts';
import { type Outcome, rowWork } from '../../queue/rows.ts';
import type { Work } from '../../queue/work.ts';
import { distinct } from '../../shared/entries.ts';
import type { ErasedChunk, ErasedPerson } from '../../shared/erased-person.ts';
import { eraseSubmissions, eraseTents } from '../../tents/erasing.ts';
import { eraseTestMails } from '../test-mailbox/erasing.ts';
import * as repo from './erasures.repo.ts';
import { erasureQueue, removePerson } from './erasures.service.ts';
import { eraseMemberships, tentsOf } from './flows.repo.ts';
import { eraseAnswers, eraseDeliveries, eraseMessages, eraseSamples, findEarlierContacts, wakeMessages } from './mail.repo.ts';
import { eraseMailbox } from './mailbox.repo.ts';

export interface ErasureDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  events: Events;
  storage: Storage;
  forgetPages: (workspaceId: WorkspaceId, paths: string[]) => void;
}

const MOST_ATTEMPTS = 10;
const PAUSE_MS = 30_000;
const SETTLING_MS = 1_000;
/**
 * From the request to the second look, which takes what was in the memory of a process or on its way to another service when the contact
 * went: a click, the answer of a webhook, a mail in hand.
 */
const SECOND_LOOK_MS = 60_000;
const NEXT_LOOK_MS = 30_000;
const STUCK = 'Not everything of the person could be erased yet. The log of the service has the reason.';

/** The counts of a stage, and further identifiers of the person that it found. */
type Done = ErasedChunk & { person?: ErasedPerson };

interface Stage {
  name: string;
  /** One part in one transaction, which may run twice. */
  erase(tx: Ctx<Tx>, person: ErasedPerson, at: { cursor: string | null; signal: AbortSignal; since: Date }): Promise<Done>;
}

const stagesOf = ({ events, storage, forgetPages }: ErasureDependencies): Stage[] => [
  { name: 'earlier_contacts', erase: (tx, person, { cursor }) => learnEarlier(tx, person, cursor) },
  { name: 'returned', erase: (tx, person, { since }) => eraseReturned(tx, events, person, since) },
  {
    name: 'tents',
    async erase(tx, person) {
      const { count, paths } = await eraseTents(tx, events, await tentsOf(tx, person));
      tx.db.afterCommit(() => forgetPages(tx.workspaceId, paths));
      return { counts: { tents: count }, cursor: null };
    },
  },
  { name: 'flow_memberships', erase: eraseMemberships },
  { name: 'waiting_messages', erase: wakeMessages },
  // While the messages still show what they are about.
  { name: 'mailbox', erase: (tx, person, { cursor }) => eraseMailbox(tx, person, cursor) },
  { name: 'test_mailbox', erase: (tx, person, { cursor }) => eraseTestMails(tx, person, cursor) },
  // While the deliveries still have the address, which finds messages that no contact has.
  { name: 'messages', erase: (tx, person, { cursor }) => eraseMessages(tx, person, cursor) },
  { name: 'deliveries', erase: eraseDeliveries },
  { name: 'samples', erase: eraseSamples },
  { name: 'submissions', erase: eraseSubmissions },
  { name: 'import_results', erase: (tx, person, { cursor }) => eraseImportResults(tx, person, cursor) },
  { name: 'import_sessions', erase: (tx, person, { cursor, signal }) => eraseSessions(tx, { storage, signal }, person, cursor) },
  { name: 'exports', erase: (tx, person, { cursor, signal }) => eraseExports(tx, { storage, signal }, person, cursor) },
  { name: 'idempotent_answers', erase: (tx, person, { cursor }) => eraseAnswers(tx, person, cursor) },
  // Last, since the stages before write events.
  { name: 'events', erase: (tx, person, { cursor }) => eraseEvents(tx, person, cursor) },
];

async function learnEarlier(tx: Ctx<Tx>, person: ErasedPerson, cursor: string | null): Promise<Done> {
  const found = await findEarlierContacts(tx, person, cursor);
  const contactIds = distinct([...person.contactIds, ...found.ids]);
  return { counts: {}, cursor: found.cursor, person: { ...person, contactIds } };
}

/** Erases contacts that an import under way has made again. */
async function eraseReturned(tx: Ctx<Tx>, events: Events, person: ErasedPerson, since: Date): Promise<Done> {
  const contactIds = [...person.contactIds];
  const counts: ErasedChunk['counts'] = {};
  for (const { id } of await returnedByImport(tx, person, since)) {
    const removed = await undoable(tx.db, () => removePerson(tx, events, id));
    // Another look follows where the contact has changed meanwhile.
    if (!removed) return { counts, cursor: null, person: { ...person, contactIds } };
    contactIds.push(id);
    counts.contacts = (counts.contacts ?? 0) + 1;
  }
  return { counts, cursor: null, person: { ...person, contactIds } };
}

/** @param afterPart called after each part, for tests that end a run there */
export function erasureWork(dependencies: ErasureDependencies, { afterPart = () => {} }: { afterPart?: () => void } = {}): Work {
  const { db, clock } = dependencies;
  const stages = stagesOf(dependencies);
  const contextOf = ({ workspaceId }: Claim): Ctx => ({ db, workspaceId, now: clock.now() });

  async function run(claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const erasure = await repo.findErasure(contextOf(claim), claim.id);
    if (!erasure?.person) return 'done';
    if (!(await repo.isAlone(contextOf(claim), claim.id))) return { later: true, at: later(clock, SETTLING_MS) };
    if (erasure.pass > 1 && clock.now().getTime() < erasure.createdAt.getTime() + SECOND_LOOK_MS)
      return { later: true, at: new Date(erasure.createdAt.getTime() + SECOND_LOOK_MS) };
    // Asked before the pass: what ends during it is looked at in the next one.
    const isMoving = await isStillMoving(contextOf(claim), erasure.createdAt);
    await erase(claim, { ...erasure, person: erasure.person }, signal);
    if (erasure.pass > 1 && !isMoving) {
      await repo.complete(contextOf(claim), claim);
      return 'done';
    }
    await transaction(contextOf(claim), (tx) => advance(tx, claim, { pass: erasure.pass + 1, stage: null, cursor: null }, {}));
    return { later: true, at: erasure.pass === 1 ? new Date(erasure.createdAt.getTime() + SECOND_LOOK_MS) : later(clock, NEXT_LOOK_MS) };
  }

  /** From where the last run has come to, to the end of the pass. */
  async function erase(claim: Claim, erasure: repo.ErasureRow & { person: ErasedPerson }, signal: AbortSignal): Promise<void> {
    let { person, cursor } = erasure;
    const first = Math.max(
      0,
      stages.findIndex(({ name }) => name === erasure.stage),
    );
    for (const [index, { name, erase }] of stages.entries()) {
      if (index < first) continue;
      for (let isOver = false; !isOver; ) {
        signal.throwIfAborted();
        const done: Done = await transaction(contextOf(claim), async (tx) => {
          const part = await erase(tx, person, { cursor, signal, since: erasure.createdAt });
          const next = part.cursor === null ? (stages[index + 1]?.name ?? name) : name;
          await advance(
            tx,
            claim,
            { pass: erasure.pass, stage: next, cursor: part.cursor, ...(part.person && { person: part.person }) },
            part.counts,
          );
          return part;
        });
        person = done.person ?? person;
        cursor = done.cursor;
        isOver = cursor === null;
        afterPart();
      }
    }
  }

  return rowWork(dependencies, {
    queue: erasureQueue,
    ledger: repo.erasureLedger,
    mostAttempts: MOST_ATTEMPTS,
    pauseMs: (attempts) => attempts * PAUSE_MS,
    stuck: STUCK,
    run,
    async fail(claim, reason) {
      await repo.fail(contextOf(claim), claim, reason);
    },
    refusalOf: () => undefined,
  });
}

async function advance(tx: Ctx<Tx>, claim: Claim, progress: repo.Progress, counts: ErasedChunk['counts']): Promise<void> {
  if (!(await repo.advance(tx, claim, progress, counts))) throw new LeaseLost();
}
