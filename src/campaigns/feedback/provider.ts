import { createHash, timingSafeEqual } from 'node:crypto';
import type { HookHead, HookRequest } from '../../http/hooks.types.ts';
import { DomainError } from '../../shared/errors.ts';
import type { FeedbackEvent } from './event.ts';

/** Reads the posts of one provider. Resolves with nothing where there is nothing to record. */
export interface Provider {
  /** In the address of its hook, in suppressions and in the metrics. */
  name: string;
  mostBytes?: number;
  /** Before the body is read. @throws invalid_signature when the headers show another sender */
  judge?(head: HookHead, now: Date): void;
  /** @throws invalid_signature, invalid_json */
  read(request: HookRequest, now: Date): Promise<FeedbackEvent[]>;
}

export const notSigned = (): DomainError =>
  new DomainError('invalid_signature', 'The signature is not valid here: the key is wrong, the request was changed, or it is too old.');

const HOUR_MS = 60 * 60_000;
const AHEAD_MS = 10 * 60_000;

/**
 * Whether something was signed lately. Most providers retry for up to a day, with the signature of the first time. A repeated post changes
 * nothing, since each delivery shows what was recorded of it.
 * @param hours the time for which this provider retries, and a little more
 */
export const isTimely = (at: number, now: Date, hours = 25): boolean =>
  at > now.getTime() - hours * HOUR_MS && at < now.getTime() + AHEAD_MS;

/** In constant time. */
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

/** @throws payload_too_large, invalid_json */
export function listOf(value: unknown): Json[] {
  if (!Array.isArray(value)) throw new DomainError('invalid_json', 'The request body is not a list of events.');
  if (value.length > 10_000) throw new DomainError('payload_too_large', 'A request may hold at most 10,000 events.');
  return value.map(objectOf);
}
