import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, type Table } from './snapshot.ts';

interface Copying {
  name: string;
  feed: PassThrough;
  /** Resolves with the number of rows that the server has taken. */
  done: Promise<number>;
}

/** Copies rows into one table after the other, as their parts come. Jobs go to a staging table of texts. */
export class RowLoader {
  /** Rows that the server has taken, by table. */
  readonly counts: Record<string, number> = {};
  readonly #client: pg.Client;
  #open: Copying | undefined;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async add(table: Table, content: AsyncIterable<Buffer>): Promise<void> {
    if (this.#open?.name !== table.name) {
      await this.end();
      this.#open = await this.#begin(table);
    }
    const { feed, done } = this.#open as Copying;
    for await (const chunk of content) {
      if (feed.destroyed) await done;
      // The server may refuse a row instead of asking for more.
      if (!feed.write(chunk)) await Promise.race([once(feed, 'drain'), done]);
    }
  }

  /** Ends the table that is being copied. */
  async end(): Promise<void> {
    if (!this.#open) return;
    const { name, feed, done } = this.#open;
    feed.end();
    this.counts[name] = await done;
    this.#open = undefined;
  }

  async abort(): Promise<void> {
    this.#open?.feed.destroy(new Error('The restore is given up'));
    await this.#open?.done.catch(() => {});
  }

  stagingOf = (name: string): string => quoted(name.replace('/', '_'));

  async #begin({ name, columns }: Table): Promise<Copying> {
    let into = quoted(name);
    if (name.startsWith('jobs/')) {
      into = this.stagingOf(name);
      await this.#client.query(`CREATE TEMP TABLE ${into} (${columns.map((column) => `${quoted(column)} text`).join()}) ON COMMIT DROP`);
    }
    const feed = new PassThrough();
    const copy = this.#client.query(copyFrom(`COPY ${into} (${columns.map(quoted).join()}) FROM STDIN`));
    const done = pipeline(feed, copy).then(() => copy.rowCount);
    // Told to whoever adds rows or ends.
    done.catch(() => {});
    return { name, feed, done };
  }
}
