import { createHash, timingSafeEqual } from 'node:crypto';
import type { HookHead, HookRequest } from '../../http/hooks.types.ts';
import { DomainError } from '../../shared/errors.ts';
import type { FeedbackEvent } from './event.ts';

/** Reads what one provider posts: who it is from, then what it says. Resolves with nothing where there is nothing to write down. */
export interface Provider {
  /** As it stands in the address of its hook, beside suppressions and in the metrics. */
  name: string;
  /** Where its posts are larger than those of others. */
  mostBytes?: number;
  /** Asked before `read`, while the body is still on its way. @throws invalid_signature when the headers show another sender */
  judge?(head: HookHead, now: Date): void;
  /** @throws invalid_signature when it is from somebody else, invalid_json when it cannot be read */
  read(request: HookRequest, now: Date): Promise<FeedbackEvent[]>;
}

export const notSigned = (): DomainError =>
  new DomainError('invalid_signature', 'The signature is not valid here: the key is wrong, the request was changed, or it is too old.');

const HOUR_MS = 60 * 60_000;
const AHEAD_MS = 10 * 60_000;

/**
 * Whether something was signed lately. Providers go on posting while they are not answered, most of them for up to a day, with the
 * signature of the first time. Nobody remembers what has come: who posts it again changes nothing, at whichever process, since each
 * delivery knows what was told of it.
 * @param hours for how long this provider goes on, and a little more
 */
export const isTimely = (at: number, now: Date, hours = 25): boolean =>
  at > now.getTime() - hours * HOUR_MS && at < now.getTime() + AHEAD_MS;

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
  if (value.length > 10_000) throw new DomainError('payload_too_large', 'A request may hold at most 10,000 events.');
  return value.map(objectOf);
}
