/** An import by the service itself, as a client has one, and what the service is like meanwhile. */
import { open } from 'node:fs/promises';
import { COLUMNS } from './import-ways.ts';
import { type BenchProcess, httpGet, loadBeside } from './lib.ts';

type Api = (method: string, path: string, body?: object) => Promise<never>;

export const apiOf =
  ({ port, apiKey }: BenchProcess): Api =>
  async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as never;
  };

interface ImportFigures {
  /** Of the last run. */
  created: number;
  updated: number;
  /** Over all runs: MB of the process, and the p99 in milliseconds of requests beside the import. */
  mostRss: number;
  slowest: number;
}

interface Run {
  import_run_id: string;
  status: string;
  created_count: number;
  updated_count: number;
  error_count: number;
  error_message: string | null;
}

/** The column after those of the bench, in files that say who agreed to get mail. */
export const CONSENT_COLUMN = 'marketing_email_subscribed';

interface Importer {
  /** @param consentSource for a file with the column of consent */
  run(file: string, consentSource?: string): Promise<void>;
  figures(): ImportFigures;
}

/** Imports files with the columns of the bench, and puts everybody on the list. */
export function importer(bench: BenchProcess, listId: string): Importer {
  const { pool, port, apiKey } = bench;
  const api = apiOf(bench);
  const figures: ImportFigures = { created: 0, updated: 0, mostRss: 0, slowest: 0 };
  const mapping = (header: string) => ({
    header,
    target_kind: header === 'points' || header === 'tier' ? 'custom_field' : 'standard',
    target_field: header,
  });

  async function upload(file: string, address: string): Promise<void> {
    const handle = await open(file);
    const response = await fetch(address.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${port}`), {
      method: 'PUT',
      headers: { 'content-type': 'text/csv' },
      body: handle.readableWebStream({ autoClose: true }) as never,
      duplex: 'half',
    } as RequestInit);
    if (response.status !== 204) throw new Error(`The upload was answered ${response.status}`);
  }

  async function ended(runId: string): Promise<Run> {
    for (;;) {
      const run: Run = await api('GET', `/v1/contacts/imports/${runId}`);
      if (run.status === 'failed' || run.error_count > 0) throw new Error(run.error_message ?? 'Rows have failed');
      if (run.status === 'completed') return run;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function run(file: string, consentSource?: string): Promise<void> {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM contacts LIMIT 50');
    const paths = rows.length > 0 ? rows.map(({ id }) => `/v1/contacts/${id}`) : ['/v1/contact-lists'];
    const requests = paths.map((path) => httpGet(path, apiKey));
    const beside = loadBeside(port, requests, 20);
    await bench.peakMb();
    const session: { import_session_id: string; upload_url: string } = await api('POST', '/v1/contacts/imports', {
      source: 'upload',
      file_name: 'people.csv',
    });
    await upload(file, session.upload_url);
    const { import_run_id }: Run = await api('POST', `/v1/contacts/imports/${session.import_session_id}/execute`, {
      mappings: [...COLUMNS, ...(consentSource ? [CONSENT_COLUMN] : [])].map(mapping),
      list_ids: [listId],
      ...(consentSource && { consent_source: consentSource }),
    });
    const { created_count, updated_count } = await ended(import_run_id);
    Object.assign(figures, { created: created_count, updated: updated_count });
    figures.mostRss = Math.max(figures.mostRss, await bench.peakMb());
    figures.slowest = Math.max(figures.slowest, (await beside.end()).p99);
  }

  return { run, figures: () => figures };
}
