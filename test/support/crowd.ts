/**
 * Concurrent clients with random actions on tents, while a test kills the service. They record its answers. Requests with a key
 * are repeated until they have an answer; the outcome of others may stay unknown.
 */
import { type Answer, type Memory, newClient } from './crowd-client.ts';

export interface CrowdOptions {
  url: string;
  pagesPort: number;
  workspaces: { slug: string; apiKey: string }[];
  clients: number;
  seed: number;
  /** Resolves while the service is running. */
  open: () => Promise<unknown>;
}

/** The answer to a request with a key, and a function that repeats it. */
export interface Kept {
  kind: string;
  answer: Answer;
  again: () => Promise<Answer>;
}

export interface Crowd extends Memory {
  /** Ends the crowd when every client has an answer. */
  leave(): Promise<void>;
  /** Counts of answers by kind of request: `{createTent: {202: 5, cut: 1}}`. */
  figures: Record<string, Record<string, number>>;
  /** Unexpected answers. */
  surprises: string[];
  kept: Kept[];
}

/** The allowed answers besides a success. */
const EXPECTED: Record<string, string[]> = {
  createTent: ['insufficient_credits', 'not_found'],
  editTent: ['insufficient_credits', 'not_found', 'generation_in_progress', 'validation_failed'],
  cloneTent: ['not_found', 'conflict'],
  publishTent: ['not_found', 'conflict', 'mutation_lease_held', 'publish_limit_exceeded'],
  unpublishTent: ['not_found', 'mutation_lease_held'],
  deleteTent: ['not_found', 'mutation_lease_held'],
  uploadTentAssets: ['not_found', 'validation_failed'],
  getTent: ['not_found'],
  form: ['not_found'],
  // A busy machine may not look one up in time.
  page: ['404', '503'],
};
const ALWAYS = ['unavailable', 'idempotency_in_progress', 'contended'];

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Starts a crowd, which runs until `leave`. */
export function letIn({ url, pagesPort, workspaces, clients, seed, open }: CrowdOptions): Crowd {
  const figures: Crowd['figures'] = {};
  const surprises: string[] = [];
  const kept: Kept[] = [];
  const tents: Crowd['tents'] = new Map();
  const forms: Crowd['forms'] = new Map();
  const jobs: Crowd['jobs'] = [];
  let leaving = false;
  let counter = 0;
  const newNumber = () => {
    counter += 1;
    return counter;
  };

  const note = (kind: string, what: string) => {
    figures[kind] ??= {};
    figures[kind][what] = (figures[kind][what] ?? 0) + 1;
  };

  const surprised = (what: string) => {
    // A few are enough.
    if (surprises.length < 20) surprises.push(what.slice(0, 500));
  };

  /** Sends a request, with a key until there is an answer. Undefined if the outcome is unknown. */
  async function ask(kind: string, isKeyed: boolean, send: () => Promise<Answer>): Promise<Answer | undefined> {
    for (;;) {
      await open();
      try {
        const answer = await send();
        const code = answer.body?.error_code as string | undefined;
        note(kind, code ?? String(answer.status));
        if (answer.status < 400) {
          if (isKeyed) kept.push({ kind, answer, again: send });
          return answer;
        }
        if (!ALWAYS.includes(code as string)) {
          if (!EXPECTED[kind]?.includes(code ?? String(answer.status)))
            surprised(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`);
          return answer;
        }
      } catch (error) {
        if (!isCutOff(error)) {
          surprised(`${kind}: ${(error as Error).message}`);
          return undefined;
        }
        note(kind, 'cut off');
      }
      if (!isKeyed) return undefined;
    }
  }

  async function goOn(chance: () => number): Promise<void> {
    const workspace = workspaces[Math.floor(chance() * workspaces.length)] as { slug: string; apiKey: string };
    const act = newClient({ url, pagesPort, workspace, chance, newNumber, ask, surprised, tents, forms, jobs });
    while (!leaving) await act();
  }

  const all = Promise.all(
    Array.from({ length: clients }, (_, n) => goOn(chanceFrom(seed + n)).catch((error) => surprised(`a client gave up: ${error.stack}`))),
  );
  return {
    figures,
    surprises,
    kept,
    tents,
    forms,
    jobs,
    async leave() {
      leaving = true;
      await all;
    },
  };
}

/** The connection ended before the answer did. */
function isCutOff(error: unknown): boolean {
  const { message, code, cause } = error as { message: string; code?: string; cause?: { code?: string } };
  return /fetch failed|terminated|socket hang up|aborted/.test(message) || /^ECONN|EPIPE|UND_ERR_SOCKET/.test(code ?? cause?.code ?? '');
}
