import type { DomainEvent } from '../platform/events.ts';

/** A tent that is gone, with all that was its. */
export interface DeletedTent {
  tentId: string;
  /** The generation that was waiting or running, and is thrown away; null when there was none. */
  generationId: string | null;
}

/**
 * Tents that are deleted. Nobody else can have held them, and nothing is told of their generations any more: whoever waits for one
 * of them hears it here.
 */
export const tentDeleted: DomainEvent<DeletedTent> = { name: 'tent_deleted' };
