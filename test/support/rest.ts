/**
 * Checks of a service at rest. A test may run these queries on its database after any actions,
 * once no work is under way.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Db, sql } from '../../src/platform/db.ts';
import { ledgerProblems } from './credits.ts';
import { ask } from './pages.ts';

type In = { db: Db };

export interface Problem {
  problem: string;
  id: string;
}

const UNFINISHED: Record<string, string> = {
  'a generation has not ended': "SELECT id::text FROM generations WHERE status IN ('pending', 'generating')",
  'a job has not ended':
    "SELECT name || ' ' || state FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name <> 'dead-letters'",
  'a file is still to be looked at': 'SELECT storage_key FROM loose_files WHERE due_at <= now()',
};

/** Unfinished work. Empty when the service is at rest. */
export const underWay = ({ db }: In): Promise<Problem[]> => found(db, UNFINISHED);

const RESTLESS: Record<string, string> = {
  ...UNFINISHED,
  "a stored file is nobody's": 'SELECT storage_key FROM loose_files',
  // A job is given up after its run died twice; any other output of a job is a fault.
  'a job was given up': `SELECT source_name || ': ' || coalesce(source_output->'value'->>'message', source_output::text, '') FROM pgboss.job
    WHERE name = 'dead-letters' AND coalesce(source_output->'value'->>'message', '') <> 'job heartbeat timeout'`,
  'somebody holds a generation that has ended': 'SELECT id::text FROM generations WHERE claimed_by IS NOT NULL OR lease_until IS NOT NULL',
  'somebody holds an export': 'SELECT id::text FROM exports WHERE claimed_by IS NOT NULL',
  'somebody holds an import': 'SELECT id::text FROM contact_import_runs WHERE claimed_by IS NOT NULL',
  'somebody holds a recipient': 'SELECT run::text FROM claims',
};

const DOCUMENTS: Record<string, string> = {
  'a generation has ended well without a version, or badly with one': `SELECT g.id::text FROM generations g
    LEFT JOIN versions v ON v.workspace_id = g.workspace_id AND v.id = g.id WHERE (g.status = 'completed') <> (v.id IS NOT NULL)`,
  'a generation has failed without a reason': "SELECT id::text FROM generations WHERE (status = 'failed') <> (error_message IS NOT NULL)",
  "a version is another document's than its generation": `SELECT v.id::text FROM versions v
    LEFT JOIN generations g ON g.workspace_id = v.workspace_id AND g.id = v.id WHERE g.document_id IS DISTINCT FROM v.document_id`,
  'the newest version is not the current one, or one is missing': `SELECT d.id::text FROM documents d
    LEFT JOIN LATERAL (SELECT max(version) AS last, count(*) AS n, count(DISTINCT version) AS different FROM versions v
      WHERE v.workspace_id = d.workspace_id AND v.document_id = d.id) v ON true
    WHERE d.current_version IS DISTINCT FROM v.last OR v.n <> coalesce(v.last, 0) OR v.n <> v.different`,
  'a file is attached to nothing': `SELECT a.id::text FROM assets a
    WHERE NOT EXISTS (SELECT FROM documents d WHERE d.workspace_id = a.workspace_id AND d.id = a.document_id)`,
};

const PAGES: Record<string, string> = {
  'a wish waits for a generation that has ended': 'SELECT tent_id::text FROM publications WHERE awaited_generation_id IS NOT NULL',
  'a tent is published without a page, or the other way round': `SELECT d.id::text FROM documents d
    LEFT JOIN publications p ON p.workspace_id = d.workspace_id AND p.tent_id = d.id
    WHERE d.kind = 'tent' AND (d.status = 'published') <> (p.path IS NOT NULL)`,
  "a page is nobody's": `SELECT p.tent_id::text FROM publications p
    WHERE NOT EXISTS (SELECT FROM documents d WHERE d.workspace_id = p.workspace_id AND d.id = p.tent_id AND d.kind = 'tent')`,
  'a page has no bytes, or bytes have no page': `SELECT coalesce(p.tent_id, b.tent_id)::text
    FROM (SELECT * FROM publications WHERE path IS NOT NULL) p FULL JOIN page_bodies b USING (workspace_id, tent_id)
    WHERE p.tent_id IS NULL OR b.tent_id IS NULL`,
  'the bytes of a page are not those that it names': `SELECT p.tent_id::text FROM publications p JOIN page_bodies b USING (workspace_id, tent_id)
    WHERE p.etag <> translate(rtrim(encode(sha256(b.html), 'base64'), '='), E'+/\\n', '-_')`,
  'a page is of a version that its tent has not': `SELECT p.tent_id::text FROM publications p WHERE p.path IS NOT NULL AND NOT EXISTS (
    SELECT FROM versions v WHERE v.workspace_id = p.workspace_id AND v.id = p.generation_id AND v.document_id = p.tent_id AND v.version = p.version)`,
  'two pages are at one address': `SELECT lower(path) FROM publications WHERE path IS NOT NULL
    GROUP BY workspace_id, lower(path) HAVING count(*) > 1`,
  'a page without an alias is not at its own address': `SELECT tent_id::text FROM publications
    WHERE path IS NOT NULL AND path <> coalesce(alias, tent_id::text)`,
};

const BULK: Record<string, string> = {
  'an item has not ended': "SELECT job_id::text || ' ' || place FROM bulk_items WHERE outcome IS NULL",
  'items of a job are missing': `SELECT j.id::text FROM bulk_jobs j LEFT JOIN bulk_items i ON i.workspace_id = j.workspace_id AND i.job_id = j.id
    GROUP BY j.workspace_id, j.id HAVING count(i.place) = 0 OR count(i.place) <> max(i.place) + 1`,
  'an item has not cost what it came to': `SELECT i.job_id::text || ' ' || i.place FROM bulk_items i
    WHERE i.outcome IN ('completed', 'failed') AND (
      SELECT string_agg(e.kind, ' ' ORDER BY e.kind = 'reserved' DESC) FROM credit_entries e
      WHERE e.workspace_id = i.workspace_id AND e.reference = i.generation_id
    ) IS DISTINCT FROM 'reserved ' || CASE i.outcome WHEN 'completed' THEN 'consumed' ELSE 'refunded' END`,
  'an item ended otherwise than its generation': `SELECT i.job_id::text || ' ' || i.place FROM bulk_items i
    JOIN generations g ON g.workspace_id = i.workspace_id AND g.id = i.generation_id WHERE g.status <> i.outcome`,
  'an item was to be published and does not say what became of it, or the other way round': `SELECT i.job_id::text || ' ' || i.place
    FROM bulk_items i JOIN bulk_jobs j ON j.workspace_id = i.workspace_id AND j.id = i.job_id
    WHERE i.outcome IN ('completed', 'failed') AND j.auto_publish <> (i.publication_status IS NOT NULL)`,
};

const CREDITS: Record<string, string> = {
  'a generation has not cost what it came to': `SELECT g.id::text FROM generations g
    JOIN credit_entries r ON r.workspace_id = g.workspace_id AND r.reference = g.id AND r.kind = 'reserved'
    LEFT JOIN credit_entries e ON e.workspace_id = g.workspace_id AND e.reference = g.id AND e.kind IN ('consumed', 'refunded')
    WHERE e.kind IS DISTINCT FROM CASE g.status WHEN 'completed' THEN 'consumed' ELSE 'refunded' END`,
  'a credit is reserved for ever': `SELECT r.reference::text FROM credit_entries r WHERE r.kind = 'reserved' AND NOT EXISTS (
    SELECT FROM credit_entries e WHERE e.workspace_id = r.workspace_id AND e.reference = r.reference AND e.kind IN ('consumed', 'refunded'))`,
};

const PEOPLE: Record<string, string> = {
  'a list does not have so many members': `SELECT l.id::text FROM contact_lists l WHERE l.kind = 'static' AND l.member_count IS DISTINCT FROM (
    SELECT count(*) FROM contact_list_members m WHERE m.workspace_id = l.workspace_id AND m.list_id = l.id)`,
  'a member is nobody': `SELECT m.contact_id::text FROM contact_list_members m
    WHERE NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = m.workspace_id AND c.id = m.contact_id)`,
  'a contact has no moments': `SELECT c.id::text FROM contacts c
    WHERE NOT EXISTS (SELECT FROM contact_moments t WHERE t.workspace_id = c.workspace_id AND t.contact_id = c.id)`,
  'moments are of nobody': `SELECT t.contact_id::text FROM contact_moments t
    WHERE NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = t.workspace_id AND c.id = t.contact_id)`,
  'an entry is of nobody': `SELECT a.contact_id::text FROM contact_activities a
    WHERE NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = a.workspace_id AND c.id = a.contact_id)`,
  'two people have one address':
    'SELECT min(id::text) FROM contacts WHERE email IS NOT NULL GROUP BY workspace_id, email HAVING count(*) > 1',
};

/** Deleted tents have no figures of their own, but count in those of their workspace and stay in timelines. */
const FIGURES: Record<string, string> = {
  "a tent's figures have outlived it": `SELECT f.tent_id::text FROM (
      SELECT workspace_id, tent_id FROM tent_days UNION SELECT workspace_id, tent_id FROM tent_referrers UNION SELECT workspace_id, tent_id FROM tent_visitors
    ) f WHERE NOT EXISTS (SELECT FROM documents d WHERE d.workspace_id = f.workspace_id AND d.id = f.tent_id)`,
  'a tent has not as many submissions as the timelines': `SELECT d.id::text FROM documents d WHERE d.kind = 'tent' AND (
      SELECT coalesce(sum(f.submissions), 0) FROM tent_days f WHERE f.workspace_id = d.workspace_id AND f.tent_id = d.id
    ) <> (SELECT count(*) FROM contact_activities a WHERE a.workspace_id = d.workspace_id AND a.type = 'form_submission' AND a.metadata->>'tent_id' = d.id::text)`,
  'a workspace has not as many submissions as the timelines': `SELECT w.id::text FROM workspaces w WHERE (
      SELECT coalesce(sum(f.submissions), 0) FROM workspace_days f WHERE f.workspace_id = w.id
    ) <> (SELECT count(*) FROM contact_activities a WHERE a.workspace_id = w.id AND a.type = 'form_submission')`,
  'a day of a tent has not as many visitors as it knows': `SELECT f.tent_id::text FROM tent_days f
    JOIN visitor_salts s ON s.workspace_id = f.workspace_id AND s.day = f.day
    WHERE f.unique_visitors <> (SELECT count(*) FROM tent_visitors v WHERE v.workspace_id = f.workspace_id AND v.day = f.day AND v.tent_id = f.tent_id)`,
  'a day of a workspace has not as many visitors as it knows': `SELECT f.workspace_id::text FROM workspace_days f
    JOIN visitor_salts s ON s.workspace_id = f.workspace_id AND s.day = f.day
    WHERE f.unique_visitors <> (SELECT count(*) FROM workspace_visitors v WHERE v.workspace_id = f.workspace_id AND v.day = f.day)`,
  'tents were viewed more often than their workspace': `SELECT t.workspace_id::text FROM tent_days t
    LEFT JOIN workspace_days w USING (workspace_id, day) GROUP BY t.workspace_id, day, w.views HAVING sum(t.views) > coalesce(w.views, 0)`,
  'the views of a day do not come from as many places': `SELECT t.tent_id::text FROM tent_days t
    LEFT JOIN tent_referrers r USING (workspace_id, tent_id, day) GROUP BY t.workspace_id, t.tent_id, day, t.views
    HAVING coalesce(sum(r.views), 0) <> t.views AND count(*) < 500`,
};

const found = (db: Db, questions: Record<string, string>): Promise<Problem[]> =>
  db.query({
    text: Object.values(questions)
      .map((question, n) => `SELECT $${n + 1}::text AS problem, id FROM (${question}) AS q (id)`)
      .join('\nUNION ALL\n'),
    values: Object.keys(questions),
  });

/** The faults in the tables of all workspaces, each query on one snapshot. */
export const problemsAtRest = async ({ db }: In): Promise<object[]> => [
  ...(await found(db, { ...RESTLESS, ...DOCUMENTS, ...PAGES, ...BULK, ...CREDITS, ...PEOPLE, ...FIGURES })),
  ...(await ledgerProblems({ db })),
];

/** The faults in a folder of a storage: it must hold the files of assets with their sizes, and no others. */
export async function fileProblems({ db }: In, folder: string): Promise<Problem[]> {
  const rows = await db.query<{ key: string; size: number }>(sql`SELECT DISTINCT storage_key AS key, size_bytes AS size FROM assets`);
  const needed = new Map(rows.map(({ key, size }) => [key, size]));
  const stored = (await namesIn(join(folder, 'assets'))).map((name) => `assets/${name}`);
  const problems = stored.filter((key) => !needed.has(key)).map((id) => ({ problem: "a file is nobody's", id }));
  for (const [key, size] of needed) {
    const bytes = stored.includes(key) ? (await readFile(join(folder, key))).length : undefined;
    if (bytes !== size) problems.push({ problem: `a file of ${size} bytes has ${bytes ?? 'none'}`, id: key });
  }
  for (const id of await namesIn(join(folder, 'partial'))) problems.push({ problem: 'a file was not written to its end', id });
  return problems;
}

const namesIn = (folder: string) => readdir(folder).catch(() => [] as string[]);

/** The faults that visitors see: every live page must be served, and the tent's own address must lead to it. */
export async function servingProblems({ db }: In, port: number): Promise<Problem[]> {
  const pages = await db.query<{ id: string; slug: string; path: string; etag: string }>(sql`
    SELECT p.tent_id::text AS id, w.slug, p.path, p.etag FROM publications p JOIN workspaces w ON w.id = p.workspace_id WHERE p.path IS NOT NULL`);
  const problems: Problem[] = [];
  for (const { id, slug, path, etag } of pages) {
    const at = async (address: string) => ask(port, address, { host: `${slug}.localhost` });
    const address = path === '/' ? '/' : `/${path}`;
    const page = await at(address);
    if (page.status !== 200 || page.headers.etag !== `"${etag}"`)
      problems.push({ problem: `a live page answers ${page.status} ${page.headers.etag}`, id });
    const own = path === id ? page : await at(`/${id}`);
    if (path !== id && own.headers.location !== address)
      problems.push({ problem: `a tent's own address answers ${own.status} ${own.headers.location}`, id });
  }
  return problems;
}
