import { forgetExpiredKeys } from './http/idempotency.ts';
import type { Sweep } from './jobs/jobs.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db.ts';
import { readWords, trimMailbox } from './platform/mailbox.ts';
import type { Storage } from './platform/storage.ts';

const A_DAY_MS = 24 * 60 * 60 * 1_000;

export const upkeep = ({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }): Sweep[] => [
  { name: 'idempotency-keys', everySeconds: 3_600, run: (stopping) => forgetExpiredKeys(db, clock.now(), stopping) },
  { name: 'mailbox', everySeconds: 600, run: () => trimMailbox(db) },
  { name: 'mailbox-words', everySeconds: 5, run: () => readWords(db) },
  { name: 'storage', everySeconds: 3_600, run: () => storage.tidy(new Date(clock.now().getTime() - A_DAY_MS)) },
];
