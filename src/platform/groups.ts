import { DomainError } from '../shared/errors.ts';
import { isPassing } from './db.ts';
import type { WorkspaceId } from './ids.ts';

export interface Groups<Item, Outcome> {
  /**
   * Resolves when the item is written.
   * @throws contended when too many wait, or it has waited for too long: it is not written then
   */
  add(workspaceId: WorkspaceId, item: Item): Promise<Outcome>;
  settled(): Promise<void>;
}

export interface GroupOptions<Item, Outcome> {
  /** Writes a group, all or nothing; one outcome for each item. */
  write: (workspaceId: WorkspaceId, items: Item[]) => Promise<Outcome[]>;
  /** Items of one kind may share a group; by default all do. */
  kind?: (item: Item) => string;
  gatherMs?: number;
  groupSize?: number;
  atOnce?: number;
  mostOfOne?: number;
  mostOfAll?: number;
  patienceMs?: number;
  tooMany?: string;
}

interface Waiting<Item, Outcome> {
  item: Item;
  since: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/**
 * A transaction for each item would cost more than its content. A workspace's items are written in their order, one group at a time;
 * workspaces take turns, so that a crowd at one does not hold up the others.
 */
export function createGroups<Item, Outcome>({
  write,
  kind = () => '',
  gatherMs = 4,
  groupSize = 200,
  atOnce = 4,
  mostOfOne = 2_000,
  mostOfAll = 6_000,
  patienceMs = 10_000,
  tooMany: message = 'Too much is being written at this moment; try again shortly.',
}: GroupOptions<Item, Outcome>): Groups<Item, Outcome> {
  type Entry = Waiting<Item, Outcome>;
  const tooMany = () => new DomainError('contended', message);
  /** By workspace, in the order of turns. The rest of a workspace that is being written has a later turn. */
  const lines = new Map<string, Entry[]>();
  const busy = new Set<string>();
  const idle: (() => void)[] = [];
  let waiting = 0;
  let isGathering = false;

  function add(workspaceId: WorkspaceId, item: Item): Promise<Outcome> {
    const line = lines.get(workspaceId) ?? [];
    if (waiting >= mostOfAll || line.length >= mostOfOne) return Promise.reject(tooMany());
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    line.push({ item, since: performance.now(), resolve, reject });
    lines.set(workspaceId, line);
    waiting += 1;
    gather();
    return promise;
  }

  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    setTimeout(start, gatherMs);
  }

  function start(): void {
    isGathering = false;
    for (const [workspaceId, line] of lines) {
      if (busy.size >= atOnce) return;
      if (busy.has(workspaceId)) continue;
      lines.delete(workspaceId);
      const { group, rest } = divide(line);
      // The rest goes behind all others.
      if (rest.length > 0) lines.set(workspaceId, rest);
      waiting -= group.length;
      busy.add(workspaceId);
      void run(workspaceId, group);
    }
  }

  function divide(line: Entry[]): { group: Entry[]; rest: Entry[] } {
    const [first] = line as [Entry];
    const group: Entry[] = [];
    const rest: Entry[] = [];
    for (const entry of line) (group.length < groupSize && kind(entry.item) === kind(first.item) ? group : rest).push(entry);
    return { group, rest };
  }

  async function run(workspaceId: WorkspaceId, group: Entry[]): Promise<void> {
    const now = performance.now();
    const late = group.filter(({ since }) => now - since > patienceMs);
    for (const { reject } of late) reject(tooMany());
    await settle(
      workspaceId,
      group.filter((entry) => !late.includes(entry)),
    );
    busy.delete(workspaceId);
    if (lines.size > 0) gather();
    else if (busy.size === 0) for (const resolve of idle.splice(0)) resolve();
  }

  /** An item that cannot be written must not take others with it: then each is written by itself. */
  async function settle(workspaceId: WorkspaceId, group: Entry[]): Promise<void> {
    if (group.length === 0) return;
    try {
      const outcomes = await write(
        workspaceId,
        group.map(({ item }) => item),
      );
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      // After a lost connection, the group may have been written.
      if (group.length === 1 || isPassing(error)) for (const { reject } of group) reject(error);
      else for (const entry of group) await settle(workspaceId, [entry]);
    }
  }

  return {
    add,
    settled: () => (lines.size === 0 && busy.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}
