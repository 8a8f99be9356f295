import { inThread, NotDoneInTime } from '../../../platform/threads.ts';
import { GenerationRefused, type Generator } from '../generator.ts';
import type { TASKS } from '../tasks.ts';

const LONGEST_MS = 10_000;

/** Writes finished copy, in a thread: a prompt may be anything, and others are answered meanwhile. */
export function createLibrary(longestMs = LONGEST_MS): Generator {
  const apart = inThread<typeof TASKS>(new URL('../tasks.ts', import.meta.url), longestMs);
  return {
    async generate(commission, signal) {
      signal.throwIfAborted();
      const written = await apart(commission.workspaceId, 'write', commission).catch((error: unknown) => {
        throw isTooMuch(error) ? new GenerationRefused(TOO_MUCH) : error;
      });
      if ('refused' in written) throw new GenerationRefused(written.refused);
      return written;
    },
  };
}

export const library = createLibrary();

const TOO_MUCH = 'The prompt takes longer to read than it may. Make it shorter or simpler, and ask again.';

/** Trying again would end alike: it was cut off, or filled the memory of its thread. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof NotDoneInTime ? error.reason === 'cut_off' : (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
