/** Shared parts of the mail benches: a sink, an email with links and merge tags, lists of people, and blasts that join them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import createClient from 'openapi-fetch';
import type pg from 'pg';
import type { paths } from '../../generated/api.d.ts';
import { newId } from '../../src/platform/ids.ts';

const SLICE = 10_000;
const PARAGRAPH =
  'The snow is leaving the high trails, and the first huts open their doors again. Come and see what is new this spring. '.repeat(6);
export const HTML = `<!doctype html><html><body style="font-family:sans-serif"><h1>Hello {{contact.first_name | default: "there"}}</h1>${`<p>${PARAGRAPH}</p>`.repeat(
  4,
)}<p><a href="https://shop.example.com/spring">See the shop</a> <a href="https://shop.example.com/tents">Tents</a></p><p><a href="{{unsubscribe_url}}">Unsubscribe</a></p></body></html>`;
export const TEXT = `Hello Maya\n\n${`${PARAGRAPH}\n\n`.repeat(4)}`;

/** A mail server that takes everything. */
export async function startSink(): Promise<{ sink: ChildProcess; port: number }> {
  const sink = fork(new URL('sink.ts', import.meta.url));
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }];
  return { sink, port };
}

export async function must<T>(answer: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await answer;
  if (error || data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

export interface Mailing {
  /** A new list of so many people; their addresses begin with the name. */
  list(name: string, people: number): Promise<string>;
  /** A new blast to a list, with the email that all share. */
  draft(listId: string): Promise<string>;
  send(blastId: string, operational?: boolean): Promise<unknown>;
}

export async function openMailing({
  pool,
  port,
  apiKey,
  workspaceId,
}: {
  pool: pg.Pool;
  port: number;
  apiKey: string;
  workspaceId: string;
}): Promise<Mailing> {
  const api = createClient<paths>({ baseUrl: `http://127.0.0.1:${port}`, headers: { authorization: `Bearer ${apiKey}` } });
  const { email_id } = await must(
    api.POST('/v1/emails', {
      body: {
        name: 'Spring',
        subject: 'Spring, {{contact.first_name}}',
        from_name: 'Juniper Trail',
        from_address: 'hello@example.com',
        reply_to_email: 'hello@example.com',
      },
    }),
  );
  await must(api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId: email_id } }, body: { code: HTML } }));
  await must(api.POST('/v1/emails/{emailId}/approve', { params: { path: { emailId: email_id } } }));
  return {
    async list(name, people) {
      const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name, kind: 'static' } }));
      // No statement may take long.
      for (let from = 1; from <= people; from += SLICE) {
        await pool.query(
          `WITH people AS (
             INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, first_name, last_name, original_source, created_at)
             SELECT $1, uuid_v7(now()), $5 || i || '@example.net', 'example.net', 'Maya ' || i, 'Maya', 'Lindqvist ' || i, 'public_api', now()
             FROM generate_series($3::int, $4::int) AS i RETURNING id),
           moments AS (INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT $1, id, now() FROM people)
           INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at) SELECT $1, $2, id, now() FROM people`,
          [workspaceId, list_id, from, Math.min(from + SLICE - 1, people), name],
        );
      }
      await pool.query('UPDATE contact_lists SET member_count = $1 WHERE id = $2', [people, list_id]);
      await pool.query('VACUUM ANALYZE contacts, contact_list_members');
      return list_id;
    },
    async draft(list_id) {
      const { blast_id } = await must(api.POST('/v1/email-blasts', { body: { name: `Blast ${newId()}` } }));
      const params = { path: { blastId: blast_id } };
      await must(api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id } }));
      await must(api.PUT('/v1/email-blasts/{blastId}/email', { params, body: { source: 'existing', email_id } }));
      return blast_id;
    },
    send: (blastId, operational = false) =>
      must(api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } }, body: { operational } })),
  };
}
