import type { Db } from '../db.ts';
import type { Log } from '../log.ts';
import { type CaughtMail, insertMail } from './store.ts';

/** Enough to share a commit, and little enough not to hold much mail in memory twice. */
const BATCH_MESSAGES = 500;
const BATCH_BYTES = 32 * 1024 * 1024;

interface Waiting {
  mail: CaughtMail;
  stored: () => void;
  failed: (error: unknown) => void;
}

/**
 * Group commit: while one insert runs, messages of other connections gather for the next. A burst costs one commit a batch, and a lone
 * message does not wait.
 */
export class MailWriter {
  private readonly db: Db;
  private readonly log: Log;
  private readonly waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  constructor(db: Db, log: Log) {
    this.db = db;
    this.log = log;
  }

  write(mail: CaughtMail): Promise<void> {
    return new Promise((stored, failed) => {
      this.waiting.push({ mail, stored, failed });
      this.running ??= this.drain();
    });
  }

  async idle(): Promise<void> {
    await this.running;
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.takeBatch();
      try {
        await insertMail(
          this.db,
          batch.map(({ mail }) => mail),
        );
        for (const { stored } of batch) stored();
      } catch (error) {
        this.log.error({ err: error, messages: batch.length }, 'the mailbox could not store what it received');
        for (const { failed } of batch) failed(error);
      }
    }
    this.running = undefined;
  }

  private takeBatch(): Waiting[] {
    let count = 0;
    let bytes = 0;
    for (const { mail } of this.waiting) {
      bytes += mail.raw.length;
      if (count > 0 && (count === BATCH_MESSAGES || bytes > BATCH_BYTES)) break;
      count++;
    }
    return this.waiting.splice(0, count);
  }
}
