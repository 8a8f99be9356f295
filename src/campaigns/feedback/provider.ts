import { createHash, timingSafeEqual } from 'node:crypto';
import type { HookRequest } from '../../http/hooks.types.ts';
import { DomainError } from '../../shared/errors.ts';
import type { FeedbackEvent } from './event.ts';

/** Reads what one provider posts: who it is from, then what it says. Resolves with nothing where there is nothing to write down. */
export interface Provider {
  /** As it stands in the address of its hook, beside suppressions and in the metrics. */
  name: string;
  /** @throws invalid_signature when it is from somebody else, invalid_json when it cannot be read */
  read(request: HookRequest, now: Date): Promise<FeedbackEvent[]>;
  /** Told when everything of a request has been written. */
  written?(request: HookRequest, now: Date): void;
}

export const notSigned = (): DomainError =>
  new DomainError('invalid_signature', 'This was not signed by who may post here, or was changed, or is too old.');

/**
 * For how long after its signature something is taken. Providers go on posting for up to a day while they are not answered, with
 * the signature of the first time. Who posts it again meanwhile changes nothing: what is told twice is written once.
 */
const WINDOW_MS = { past: 25 * 60 * 60_000, future: 10 * 60_000 };
export const isTimely = (at: number, now: Date): boolean => at > now.getTime() - WINDOW_MS.past && at < now.getTime() + WINDOW_MS.future;

/** Compares texts in a time that says nothing of them. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}

export type Json = Record<string, unknown>;

export const objectOf = (value: unknown): Json => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {});
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws invalid_json */
export function jsonOf(bytes: Buffer | string): unknown {
  try {
    return JSON.parse(typeof bytes === 'string' ? bytes : decoder.decode(bytes));
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid JSON.');
  }
}

/** The notices of a request, in a list whose length is bounded. @throws payload_too_large, invalid_json */
export function listOf(value: unknown): Json[] {
  if (!Array.isArray(value)) throw new DomainError('invalid_json', 'The request body is not a list of events.');
  if (value.length > 10_000) throw new DomainError('payload_too_large', 'At most 10,000 events are taken at a time.');
  return value.map(objectOf);
}
