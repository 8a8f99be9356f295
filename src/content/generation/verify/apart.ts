import type { WorkspaceId } from '../../../platform/ids.ts';
import { inThread, NotDoneInTime } from '../../../platform/threads.ts';
import { GenerationRefused } from '../generator.ts';
import { type Fills, filledHtml } from '../placeholders.ts';
import { type Expected, LARGEST_BYTES, type Verdict, verify } from './verify.ts';

export const TASKS = { verify, filledHtml };

/** Smaller documents take milliseconds and need no thread. */
const SMALL = 32 * 1024;

const inOne = inThread<typeof TASKS>(new URL(import.meta.url));

/** @throws GenerationRefused, NotDoneInTime if there was no free thread */
export function verifyApart(workspaceId: WorkspaceId, answer: string, expected: Expected): Promise<Verdict> {
  const isSmall = answer.length + (expected.start?.length ?? 0) <= SMALL;
  return isSmall ? verify(answer, expected) : inOne(workspaceId, 'verify', answer, expected).catch(refuseCutOff);
}

/** @throws GenerationRefused if the document gets too large; NotDoneInTime */
export async function filledApart(workspaceId: WorkspaceId, html: string, fills: Fills): Promise<string> {
  if (Object.keys(fills).length === 0) return html;
  const filled = await inOne(workspaceId, 'filledHtml', html, fills, LARGEST_BYTES).catch(refuseCutOff);
  if (filled === null) throw new GenerationRefused('What was written cannot be used: it is larger than 2 MiB.');
  return filled;
}

/** A second attempt would end the same way. */
function refuseCutOff(error: unknown): never {
  const isCutOff = error instanceof NotDoneInTime && error.reason === 'cut_off';
  throw isCutOff ? new GenerationRefused('What was written cannot be used: it takes longer to check than it may.') : error;
}
