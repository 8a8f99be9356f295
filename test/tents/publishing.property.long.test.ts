/**
 * What publishing comes to is said here once more, as one thing after the other in memory: which page is where, what became of each
 * wish, and which addresses have changed. Both are given the same random steps over three tents of a workspace.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../support/at-length.ts';
import '../support/chance.ts';
import { removeDocument } from '../../src/content/documents/documents.service.ts';
import { TENT } from '../../src/content/documents/kinds.ts';
import { GenerationRefused } from '../../src/content/generation/generator.ts';
import { sql } from '../../src/platform/db.ts';
import { type Plan, updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { draft, page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { beginEdit, giveTent } from '../support/tents.ts';

let generator: TestGenerator;
let service: TestService;
beforeAll(async () => {
  generator = testGenerator();
  generator.answer = async ({ prompt }) => {
    if (prompt === REFUSED) throw new GenerationRefused(REFUSED);
    return draft(page(`<p>${prompt}</p>`));
  };
  service = await startTestService({ PUBLISHED_HOST: 'pages.example.com' }, { generator });
});
afterAll(() => service.stop());

const REFUSED = 'Not this.';
const TENTS = [0, 1, 2] as const;
type Alias = string | null;

type Step =
  | { what: 'publish'; tent: number; alias: Alias | undefined; removeBranding: boolean | undefined }
  | { what: 'edit'; tent: number; publish: { alias: Alias } | undefined; succeeds: boolean }
  | { what: 'finish' | 'unpublish' | 'delete'; tent: number }
  | { what: 'plan'; plan: Plan };

const tent = fc.constantFrom(...TENTS);
const alias = fc.constantFrom<Alias>('/', 'a', null);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('publish'), tent, alias: optional(alias), removeBranding: optional(fc.boolean()) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('edit'), tent, publish: optional(fc.record({ alias })), succeeds: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('finish'), tent }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('unpublish'), tent }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete'), tent }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('plan'), plan: fc.constantFrom<Plan>('free', 'paid') }) },
);

interface Live {
  path: string;
  alias: Alias;
  version: number;
  text: string;
  branded: boolean;
}
interface Row {
  status: string;
  requested: Alias;
  waits: boolean;
  live: Live | undefined;
  /** The result of the publication that made the live page, while another waits. */
  liveStatus: string | undefined;
}
interface Tent {
  id: string;
  version: number;
  text: string;
  running: { succeeds: boolean; text: string } | undefined;
  row: Row | undefined;
}
type Outcome = 'no tent' | 'no room' | 'as it was' | Row;

/** The whole of it, in memory. */
class Model {
  tents = new Map<number, Tent>();
  plan: Plan;
  changed = new Set<string>();

  constructor(plan: Plan) {
    this.plan = plan;
  }

  publish(n: number, wanted: { alias: Alias | undefined; removeBranding: boolean | undefined }, isAwaited = false): Outcome {
    const tent = this.tents.get(n);
    if (!tent) return 'no tent';
    const { row } = tent;
    const before = row?.live;
    const branded = this.plan === 'free' || !(wanted.removeBranding ?? (before ? !before.branded : false));
    const isSame = before?.version === tent.version && before.branded === branded;
    const isThere = wanted.alias === undefined || (wanted.alias === before?.alias && (row?.waits || row?.requested === wanted.alias));
    if (isSame && isThere && row?.status !== 'failed') return 'as it was';
    const others = [...this.tents.values()].filter((other) => other !== tent).flatMap((other) => other.row?.live ?? []);
    if (!before && this.plan === 'free' && others.length > 0) return 'no room';

    const asked = wanted.alias === undefined ? (before?.alias ?? null) : wanted.alias;
    const isTaken = others.some(({ alias }) => asked !== null && alias === asked);
    const alias = isTaken ? (before?.alias ?? null) : asked;
    const live = { path: alias ?? tent.id, alias, version: tent.version, text: tent.text, branded };
    const status = isTaken ? 'published_with_warnings' : 'published';
    const met = { status, requested: asked, waits: false, live, liveStatus: status };
    this.#put(tent, row?.waits && !isAwaited ? { ...row, live, liveStatus: status } : met);
    return met;
  }

  edit(n: number, text: string, { publish, succeeds }: { publish: { alias: Alias } | undefined; succeeds: boolean }): void {
    const tent = this.tents.get(n) as Tent;
    tent.running = { succeeds, text };
    if (publish)
      this.#put(tent, { status: 'pending', requested: publish.alias, waits: true, live: tent.row?.live, liveStatus: tent.row?.liveStatus });
  }

  finish(n: number): void {
    const tent = this.tents.get(n) as Tent;
    const { running, row } = tent;
    tent.running = undefined;
    if (running?.succeeds) {
      tent.version += 1;
      tent.text = running.text;
    }
    if (!row?.waits) return;
    const wanted = { alias: row.requested ?? undefined, removeBranding: undefined };
    if (!running?.succeeds || this.publish(n, wanted, true) === 'no room') tent.row = { ...row, status: 'failed', waits: false };
  }

  unpublish(n: number): 'no tent' | 'done' | 'nothing' {
    const tent = this.tents.get(n);
    if (!tent) return 'no tent';
    if (!tent.row?.live && !tent.row?.waits) return 'nothing';
    this.#put(tent, undefined);
    return 'done';
  }

  delete(n: number): void {
    const tent = this.tents.get(n) as Tent;
    this.#put(tent, undefined);
    this.tents.delete(n);
  }

  #put(tent: Tent, row: Row | undefined): void {
    const [was, is] = [tent.row, row];
    const isNews = !was !== !is || JSON.stringify(was?.live) !== JSON.stringify(is?.live);
    if (isNews) for (const path of [was?.live?.path, is?.live?.path, tent.id]) if (path !== undefined) this.changed.add(path);
    tent.row = row;
  }
}

/** The state of the service. */
async function found({ id }: TestWorkspace) {
  const rows = await service.db.query<any>(sql`
    SELECT d.id::text, d.current_version AS version, d.status, p.status AS wish, p.requested_alias AS requested, p.awaited_generation_id IS NOT NULL AS waits, p.path,
      p.alias, p.version AS live, p.branded, convert_from(b.html, 'UTF8') AS html
    FROM documents d LEFT JOIN publications p ON p.workspace_id = d.workspace_id AND p.tent_id = d.id
    LEFT JOIN page_bodies b ON b.workspace_id = d.workspace_id AND b.tent_id = d.id
    WHERE d.workspace_id = ${id}::uuid ORDER BY d.id`);
  const changes = await service.db.query<{ path: string }>(
    sql`DELETE FROM page_changes WHERE workspace_id = ${id}::uuid AND path IS NOT NULL RETURNING path`,
  );
  return {
    tents: rows.map(({ html, ...row }) => ({
      ...row,
      text: html && /<p>(.*?)<\/p>/.exec(html)?.[1],
      named: html === null ? null : html.includes('Made with Bivouac'),
    })),
    changes: changes.map(({ path }) => path).sort(),
  };
}

const expected = (model: Model) => ({
  tents: [...model.tents.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, version, row }) => ({
      id,
      version,
      status: row?.live ? 'published' : 'draft',
      wish: row?.status ?? null,
      requested: row?.requested ?? null,
      waits: row?.waits ?? false,
      path: row?.live?.path ?? null,
      alias: row?.live?.alias ?? null,
      live: row?.live?.version ?? null,
      branded: row?.live?.branded ?? null,
      text: row?.live?.text ?? null,
      named: row?.live?.branded ?? null,
    })),
  changes: [...model.changed].sort(),
});

test('whatever is done one after the other, pages are where they should be', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Plan>('free', 'paid', 'paid'),
      fc.array(step, { minLength: 15, maxLength: 30 }),
      async (plan, steps) => {
        const workspace = await service.workspace({ plan });
        const { slug } = await service.db.prisma.workspace.findFirstOrThrow({ where: { id: workspace.id } });
        const model = new Model(plan);
        for (const n of TENTS) {
          const id = await giveTent(service, workspace, page(`<p>${n}</p>`));
          model.tents.set(n, { id, version: 1, text: String(n), running: undefined, row: undefined });
        }
        for (const [place, step] of steps.entries()) {
          model.changed.clear();
          await take(step, place, workspace, slug, model);
          expect(await found(workspace), `after ${JSON.stringify(step)}`).toEqual(expected(model));
        }
        await service.db.query(sql`DELETE FROM documents WHERE workspace_id = ${workspace.id}::uuid`);
      },
    ),
    { numRuns: rounds(4, 40) },
  );
});

async function take(step: Step, place: number, workspace: TestWorkspace, slug: string, model: Model): Promise<void> {
  if (step.what === 'plan') {
    await updateWorkspace(service.db, workspace.id, { plan: step.plan }, service.clock.now());
    model.plan = step.plan;
    return;
  }
  const tent = model.tents.get(step.tent);
  const params = { path: { tentId: tent?.id ?? workspace.id } };
  switch (step.what) {
    case 'publish': {
      const { alias, removeBranding } = step;
      const body = {
        ...(alias !== undefined && { custom_page_alias: alias }),
        ...(removeBranding !== undefined && { remove_branding: removeBranding }),
      };
      const { data, response } = await workspace.api.POST('/v1/tents/{tentId}/publish', { params, body });
      const outcome = model.publish(step.tent, { alias, removeBranding });
      if (outcome === 'no tent') return expect(response.status).toBe(404);
      if (outcome === 'no room') return expect(response.status).toBe(429);
      const url = (path: string | undefined) => `http://${slug}.pages.example.com/${path === '/' ? '' : path}`;
      if (outcome === 'as it was') {
        const { row } = tent as Tent;
        const status = row?.waits ? row.liveStatus : row?.status;
        return expect(data?.publication).toEqual({ status, published_url: url(row?.live?.path) });
      }
      return expect(data?.publication).toMatchObject({
        status: outcome.status,
        published_url: url(outcome.live?.path),
        requested_custom_page_alias: outcome.requested,
        applied_custom_page_alias: outcome.live?.alias,
        version: outcome.live?.version,
      });
    }
    case 'edit': {
      if (!tent || tent.running) return;
      const text = `${step.tent} ${place}`;
      await beginEdit(service, workspace, tent.id, step.succeeds ? text : REFUSED, step.publish);
      return model.edit(step.tent, text, step);
    }
    case 'finish': {
      if (!tent?.running) return;
      // The others rest meanwhile: for no longer than a lease lasts, or it is taken for one of a wrong clock.
      const later = new Date(service.clock.now().getTime() + 10 * 60_000);
      await service.db.query(sql`
        UPDATE generations SET lease_until = CASE WHEN document_id <> ${tent.id}::uuid THEN ${later}::timestamptz END
        WHERE workspace_id = ${workspace.id}::uuid AND status = 'pending'`);
      await service.drain();
      return model.finish(step.tent);
    }
    case 'unpublish': {
      const { data, response } = await workspace.api.POST('/v1/tents/{tentId}/unpublish', { params });
      const outcome = model.unpublish(step.tent);
      expect(response.status).toBe(outcome === 'no tent' ? 404 : 200);
      if (data) expect(data.message.endsWith('nothing has changed.')).toBe(outcome === 'nothing');
      return;
    }
    case 'delete': {
      if (!tent) return;
      await removeDocument({ db: service.db, workspaceId: workspace.id, now: service.clock.now() }, TENT, tent.id);
      return model.delete(step.tent);
    }
  }
}
