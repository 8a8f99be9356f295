import type { DomainEvent } from '../platform/events.ts';
import type { GenerationId } from '../platform/ids.ts';
import type { Kind } from './documents/kinds.ts';

/** A generation that has come to its end, well or badly. */
export interface EndedGeneration {
  kind: Kind['name'];
  documentId: string;
  generationId: GenerationId;
  /** The version that it made, which is the document's newest; null when it failed. */
  version: number | null;
  /** Why it failed, for the author; null when it did not. */
  reason: string | null;
}

/**
 * Generations that were carried out by a generator and have ended. The document is held, so that nobody else
 * changes it before the transaction is over. Of a document that is deleted meanwhile nothing is told.
 */
export const generationEnded: DomainEvent<EndedGeneration> = { name: 'generation_ended' };
