/** Pages that a step has written, one for each of its members. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepOf } from '../../../src/campaigns/flows/definition.ts';
import type { Executor, Member, Result } from '../../../src/campaigns/flows/engine/step.types.ts';
import type { TentDependencies } from '../../../src/campaigns/flows/steps/create-tent.ts';
import { lookAtTents } from '../../../src/campaigns/flows/tents/tents.repo.ts';
import { waking } from '../../../src/content/generation/generations.service.ts';
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { createAjv } from '../../../src/http/ajv.ts';
import { readDocument } from '../../../src/http/contract.ts';
import { sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAlias } from '../../../src/tents/publishing/addresses.ts';
import { formOf, png, upload } from '../../support/assets.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { giveTemplate } from '../../support/bulk.ts';
import { creditsOf, ledgerProblems } from '../../support/credits.ts';
import { flowsUnderTest } from '../../support/flows.ts';
import { page, type TestGenerator, testGenerator } from '../../support/generator.ts';
import { givenContacts } from '../../support/given.ts';
import { type AskPage, asking } from '../../support/pages.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { carryOut, counting, executorsWith, givenFlow, givenMembers, type Where } from '../../support/steps.ts';
import { content } from '../../support/tent-requests.ts';

type CreateTent = StepOf<'create_tent'>;

let generator: TestGenerator;
let service: TestService;
let workspace: TestWorkspace;
let where: Where;
let flowId: string;
const createExecutor = (dependencies: TentDependencies) => executorsWith(dependencies).create_tent;
let executor: ReturnType<typeof createExecutor>;
let askPage: AskPage;

let answer: TestGenerator['answer'];

beforeAll(async () => {
  generator = testGenerator();
  answer = generator.answer;
  service = await startTestService({}, { generator });
  const { baseUrl, publishedHost } = service.service.config;
  executor = createExecutor({ wake: waking(service.service.jobs.enqueue), secret: 'a secret', baseUrl, publishedHost });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.drain();
  generator.commissions.length = 0;
  await renew();
});

async function renew(options: Parameters<TestService['workspace']>[0] = {}) {
  workspace = await service.workspace(options);
  where = { db: service.db, clock: service.clock, id: workspace.id };
  flowId = await givenFlow(where, { name: 'A page for everybody' });
  askPage = asking({ service: service.service, slug: workspace.slug });
}

/** Started pages stay unwritten: the next test has a new workspace, and does not wait for them. */
const forget = () => service.db.prisma.workspace.delete({ where: { id: workspace.id } });

type Given = { source?: 'scratch' | 'template' } & Partial<Omit<Extract<CreateTent, { source: 'template' }>, 'source'>>;

const stepOf = ({ source = 'scratch', template_id, ...given }: Given = {}): CreateTent =>
  ({
    ...{ step_id: 'page', type: 'create_tent', label: null, next_step_id: null, source },
    ...{ prompt: 'A landing page for {{contact.first_name}}', auto_publish: false, custom_page_alias: null, tent_name: null },
    ...given,
    ...(source === 'template' && { template_id: template_id ?? null }),
  }) as CreateTent;

const begin = (members: Member[], given?: Given, on = where) => carryOut(on, flowId, executor, stepOf(given), members);

/** Begins the pages, and looks again when all are written. */
async function make(members: Member[], given?: Given): Promise<(Result | undefined)[]> {
  const begun = await begin(members, given);
  await service.drain();
  const waiting = members.filter((_member, i) => begun[i]?.kind === 'waiting');
  const ended = await begin(waiting, given);
  return begun.map((result, i) => (result?.kind === 'waiting' ? ended[waiting.indexOf(members[i] as Member)] : result));
}

/** Members with these names, and what they were enrolled with. */
async function people(names: string[], context?: Record<string, unknown>): Promise<Member[]> {
  const ids: string[] = [];
  for (const firstName of names) ids.push(...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, { firstName })));
  return givenMembers(where, flowId, ids, context);
}

const failed = (error: string) => ({ kind: 'done', outcome: 'failed', details: { error } });
const idOf = (result: Result | undefined) => (result?.kind === 'done' && result.details?.tent_id) || '';
const tent = (tentId: string) => must(workspace.api.GET('/v1/tents/{tentId}', { params: { path: { tentId } } }));
const htmlOf = (tentId: string) => content(workspace, tentId);
const tents = async () => (await must(workspace.api.GET('/v1/tents', {}))).tents;

describe('a page', () => {
  it.runIf(isAtLength)('is written for each member, who waits for it', async () => {
    const members = await people(['Ada', 'Grace']);
    const waiting = { kind: 'waiting', dueAt: expect.any(Date), waitUntil: null };
    expect(await begin(members)).toEqual([waiting, waiting]);
    expect(await begin(members)).toEqual([waiting, waiting]);
    await service.drain();
    const results = await begin(members);
    const [first, second] = results.map(idOf);
    const host = `http://${workspace.slug}.${service.service.config.publishedHost}`;
    expect(results).toEqual(
      [first, second].map((id) => ({ kind: 'done', outcome: 'completed', details: { tent_id: id, url: `${host}/${id}` } })),
    );
    expect(await htmlOf(first as string)).toContain('<p>A landing page for Ada</p>');
    expect(await htmlOf(second as string)).toContain('<p>A landing page for Grace</p>');
    expect(await tent(first as string)).toMatchObject({ status: 'draft', current_version: 1, publication: null });
    expect(await creditsOf(service, workspace.id)).toBe(998);
    expect(await service.db.prisma.document.findMany({ where: { workspaceId: workspace.id }, select: { createdByName: true } })).toEqual([
      { createdByName: 'A page for everybody' },
      { createdByName: 'A page for everybody' },
    ]);
    expect(await ledgerProblems(service)).toEqual([]);
  });

  it.runIf(isAtLength)('is published when it is written, and is where the history says, alias or none', async () => {
    const results = await make(await people(['Ada Lovelace', 'Åse', '中文']), {
      ...{ auto_publish: true, custom_page_alias: 'hut-{{contact.first_name}}.{{contact.company}}', tent_name: '{{contact.first_name}}' },
    });
    const published = await Promise.all(results.map(async (result) => (await tent(idOf(result))).publication));
    expect(published.map((publication) => publication?.applied_custom_page_alias)).toEqual(['hut-ada-lovelace.', 'hut-ase.', 'hut-.']);
    expect((await askPage(`/${results.map(idOf)[0]}`)).headers.location).toBe('/hut-ada-lovelace.');
    const host = `http://${workspace.slug}.${service.service.config.publishedHost}`;
    expect(results[1]).toMatchObject({ outcome: 'completed', details: { published_url: `${host}/hut-ase.` } });
    expect((await askPage('/hut-ase.')).text).toContain('A landing page for Åse');
  });

  it.runIf(isAtLength)('goes live at its default address when its alias comes out as none, or is taken', async () => {
    const results = await make(await people(['', 'Ada', 'Ada', 'Admin']), {
      ...{ auto_publish: true, custom_page_alias: '{{contact.first_name}}' },
    });
    const published = await Promise.all(results.map(async (result) => (await tent(idOf(result))).publication));
    const told = published.map((publication) => [publication?.status, publication?.applied_custom_page_alias]);
    expect(told[0]).toEqual(['published', null]);
    expect(told.slice(1, 3).sort()).toEqual([
      ['published', 'ada'],
      ['published_with_warnings', null],
    ]);
    expect(told[3]).toEqual(['published', null]);
    for (const result of results) {
      const answer = await askPage(`/${idOf(result)}`);
      expect([200, 301, 302, 307, 308]).toContain(answer.status);
    }
  });

  it.runIf(isAtLength)('carries the line that names Bivouac unless the step takes it away, and the plan lets it', async () => {
    const lines = async (remove_branding?: boolean) => {
      const [result] = await make(await people(['Ada']), { auto_publish: true, ...(remove_branding !== undefined && { remove_branding }) });
      const { status, text } = await askPage(`/${idOf(result)}`);
      expect(status).toBe(200);
      return text.split('Made with Bivouac').length - 1;
    };
    expect([await lines(), await lines(false), await lines(true)]).toEqual([1, 1, 0]);
    await renew({ plan: 'free' });
    expect(await lines(true)).toBe(1);
  });

  it.runIf(isAtLength)('starts from a template, with its files', async () => {
    const template_id = await giveTemplate(workspace, page('<h1>Hut</h1>'));
    await upload(
      { url: service.url, apiKey: workspace.apiKey },
      'uploadTentTemplateAssets',
      { templateId: template_id },
      formOf(png('hut.png')),
    );
    const results = await make(await people(['Ada']), { source: 'template', template_id, prompt: 'Greet {{contact.first_name}}' });
    expect(generator.commissions).toEqual([
      expect.objectContaining({
        prompt: expect.stringMatching(/^Greet X[a-z]{13}$/),
        current: { html: expect.stringContaining('<h1>Hut</h1>'), draft: null },
        placeholders: { [generator.commissions[0]?.prompt.slice(6) ?? '']: '{{contact.first_name}}' },
      }),
    ]);
    expect(await htmlOf(idOf(results[0]))).toContain('<p>Greet Ada</p>');
    expect(await tent(idOf(results[0]))).toMatchObject({ current_version: 1, assets: [{ file_name: 'hut.png' }] });
  });
});

describe('a member goes on without a page', () => {
  it.runIf(isAtLength)('whose generation fails, whose tent is deleted, or for whom there is no room', async () => {
    generator.answer = async () => {
      throw new GenerationRefused('It asks for nothing.');
    };
    try {
      const members = await people(['Ada', 'Grace']);
      await begin(members);
      const [gone] = await service.db.prisma.flowTent.findMany({ where: { memberId: members[1]?.id ?? '' } });
      await must(workspace.api.DELETE('/v1/tents/{tentId}', { params: { path: { tentId: gone?.tentId ?? '' } } }));
      await service.drain();
      const [refused, deleted] = await begin(members);
      expect(refused).toEqual({ kind: 'done', outcome: 'failed', details: { tent_id: expect.any(String), error: 'It asks for nothing.' } });
      expect(deleted).toMatchObject({ outcome: 'failed', details: { error: 'The tent was deleted before its page was written.' } });
    } finally {
      generator.answer = answer;
    }
  });

  it('which has not come in 30 minutes', async () => {
    const held = generator.hold();
    const members = await people(['Ada']);
    await begin(members);
    service.clock.advance({ minutes: 29 });
    expect(await begin(members)).toMatchObject([{ kind: 'waiting' }]);
    service.clock.advance({ minutes: 1 });
    expect(await begin(members)).toMatchObject([{ outcome: 'failed', details: { error: 'The page was not written within 30 minutes.' } }]);
    held.finish();
    await service.drain();
    generator.answer = answer;
  });
});

describe('tags', () => {
  it.runIf(isAtLength)('are of the contact, the enrolment, the workspace and the pages before', async () => {
    const [member] = (await people(['Ada'], { season: 'spring', people: 4 })) as [Member];
    const [first] = await make([member], { step_id: 'first' });
    await service.db.prisma.flowVisit.create({
      data: {
        ...{ workspaceId: workspace.id, memberId: member.id, visit: 1, flowId, stepId: 'first page', type: 'create_tent' },
        ...{ status: 'completed', outcome: 'completed', startedAt: new Date(), completedAt: new Date() },
        details: (first as { details: object }).details as object,
      },
    });
    const prompt = [
      'A landing page for {{contact.first_name}} of {{workspace.name}}: {{campaign.dynamic.season}}, {{campaign.dynamic.people}},',
      '{{campaign.tents["first page"].url}} {{unsubscribe_url}}{{contact.custom.none}}',
    ].join(' ');
    await service.db.prisma.flowPosition.updateMany({ where: { memberId: member.id }, data: { visit: 2 } });
    const [second] = await make([{ ...member, visit: 2 }], { prompt });
    const { url } = (first as { details: { url: string } }).details;
    // The addresses of pages before are the service's own.
    expect(generator.commissions.at(-1)?.prompt).toContain(` ${url} `);
    expect(generator.commissions.at(-1)?.prompt).not.toMatch(/Ada|Juniper|spring/);
    expect(await htmlOf(idOf(second))).toContain(`<p>A landing page for Ada of Juniper Trail: spring, 4, ${url} </p>`);
    expect(second).toMatchObject({ outcome: 'completed' });
  });

  it.runIf(isAtLength)('make names of one line, as long as a name may be, and prompts title what has none', async () => {
    const long = `${'é'.repeat(150)}\n\t${'🏔'.repeat(150)}`;
    const results = await make(await people(['Ada'], { long, blank: ' \n' }), { tent_name: ' {{campaign.dynamic.long}}' });
    const blank = await make(await people(['Ada'], { blank: ' \n' }), { tent_name: '{{campaign.dynamic.blank}}' });
    expect((await tent(idOf(results[0]))).name).toBe(`${'é'.repeat(150)} ${'🏔'.repeat(49)}`);
    expect((await tent(idOf(blank[0]))).name).toMatch(/Ada/);
  });
});

describe('a member fails the step and goes on', () => {
  it.runIf(isAtLength)('whose prompt is refused or too long, with the others served', async () => {
    const [short, long, chat, other] = (await people(['Ada', 'Grace', 'Edsger', 'Barbara'])) as [Member, Member, Member, Member];
    const told = { [short.id]: '', [long.id]: 'x'.repeat(9_990), [chat.id]: 'What is 2 + 2?' };
    for (const [id, text] of Object.entries(told))
      await service.db.prisma.flowMembership.updateMany({ where: { id }, data: { dynamicContext: { text } } });
    expect(await make([short, long, chat], { prompt: 'A landing page {{campaign.dynamic.text}}' })).toEqual([
      expect.objectContaining({ outcome: 'completed' }),
      failed('The prompt comes to more than 10000 characters.'),
      // Instructions in a member's value have no effect.
      expect.objectContaining({ outcome: 'completed' }),
    ]);
    expect(await make([other], { prompt: 'What is 2 + 2?' })).toEqual([failed('The prompt does not ask for a web page.')]);
    expect(await tents()).toHaveLength(2);
    expect(await creditsOf(service, workspace.id)).toBe(998);
  });

  it.runIf(isAtLength)('for whom there is no credit, the first ones having had theirs', async () => {
    await renew({ credits: 2 });
    const members = await people(['Ada', 'Grace', 'Edsger']);
    expect(await make(members)).toEqual([
      expect.objectContaining({ outcome: 'completed' }),
      expect.objectContaining({ outcome: 'completed' }),
      failed('The workspace has no credit left.'),
    ]);
    expect(await tents()).toHaveLength(2);
    expect(await creditsOf(service, workspace.id)).toBe(0);
    expect(await make(members.slice(2))).toEqual([failed('The workspace has no credit left.')]);
    expect(await ledgerProblems(service)).toEqual([]);
  });

  it.runIf(isAtLength)('when the template is gone, not chosen, or nobody has approved it', async () => {
    const members = await people(['Ada']);
    const template_id = await giveTemplate(workspace);
    const at = { params: { path: { templateId: template_id } } };
    await must(workspace.api.POST('/v1/tent-templates/{templateId}/unapprove', at));
    const unapproved = await make(members, { source: 'template', template_id });
    await workspace.api.DELETE('/v1/tent-templates/{templateId}', at);
    expect([
      ...unapproved,
      ...(await make(members, { source: 'template', template_id })),
      ...(await make(members, { source: 'template' })),
    ]).toEqual([
      failed('The tent template is not approved.'),
      failed('There is no such tent template any more.'),
      failed('The step has no tent template.'),
    ]);
    expect(await creditsOf(service, workspace.id)).toBe(1_000);
  });
});

it.runIf(isAtLength)('leaves who is gone, and who would be too many, to the next turn', async () => {
  const ids = await givenContacts({ db: service.db, workspaceId: workspace.id }, 200);
  const results = await begin(await givenMembers(where, flowId, [newId(), ...ids]));
  const now = where.clock.now().getTime();
  const waits = results.map((result) => result?.kind === 'waiting' && result.dueAt && result.dueAt.getTime() > now);
  expect(waits).toEqual([false, ...Array(199).fill(true), false]);
  await forget();
});

it('leaves more to the next turn where each page begins with much', async () => {
  const template_id = await giveTemplate(workspace, page(`<p>${'hut '.repeat(4_800)}</p>`));
  const members = await givenMembers(where, flowId, await givenContacts({ db: service.db, workspaceId: workspace.id }, 5));
  const { baseUrl, publishedHost } = service.service.config;
  const wake = async () => {};
  const little = createExecutor({ wake, secret: 'a secret', baseUrl, publishedHost, mostBytes: 64 * 1024 });
  await carryOut(where, flowId, little, stepOf({ source: 'template', template_id, prompt: 'Greet the hikers' }), members);
  expect(await service.db.prisma.flowTent.count({ where: { flowId } })).toBe(3);
  await forget();
});

it.runIf(isAtLength)('sees to many in several turns, in their order, until the credits are gone', async () => {
  const flows = await flowsUnderTest();
  try {
    const { baseUrl, publishedHost } = service.service.config;
    flows.executors.create_tent = createExecutor({ wake: async () => {}, secret: 'a secret', baseUrl, publishedHost }) as Executor;
    await flows.db.prisma.workspace.update({ where: { id: flows.workspaceId }, data: { credits: 210 } });
    const flow = await flows.flow([stepOf({ prompt: 'A landing page for hikers' })]);
    const first = await flows.contacts(100);
    await flows.enter(flow, first);
    flows.clock.advance({ seconds: 1 });
    await flows.enter(flow, await flows.contacts(120));
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ 'page waiting': 210, completed: 10 });
    const generations = await flows.db.query<{ id: string }>(sql`UPDATE generations SET status = 'completed' RETURNING id::text`);
    await flows.db.transaction((tx) =>
      lookAtTents(
        { db: tx, workspaceId: flows.workspaceId, now: flows.clock.now() },
        generations.map(({ id }) => id),
      ),
    );
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ completed: 220 });
    const visits = await flows.db.prisma.flowVisit.findMany({ where: { flowId: flow.flowId } });
    expect(Object.groupBy(visits, ({ outcome }) => outcome ?? '')).toMatchObject({ completed: { length: 210 }, failed: { length: 10 } });
    expect(await flows.history(flow, first[0] as string)).toEqual(['page completed']);

    // Of members who leave while they wait, nothing stays either.
    await flows.db.prisma.workspace.update({ where: { id: flows.workspaceId }, data: { credits: 2 } });
    const second = await flows.flow([stepOf({ prompt: 'A landing page for hikers' })]);
    await flows.enter(second, await flows.contacts(2));
    await flows.settle();
    expect(await flows.whereabouts(second)).toEqual({ 'page waiting': 2 });
    expect(await flows.db.prisma.flowTent.count()).toBe(2);
    await flows.archive(second);
    await flows.settle();
    expect(await flows.db.prisma.flowTent.count()).toBe(0);
    expect(await flows.db.prisma.document.count({ where: { workspaceId: flows.workspaceId } })).toBe(212);
    await flows.expectSound();
  } finally {
    await flows.close();
  }
});

it.runIf(isAtLength)('makes nothing when the turn is undone', async () => {
  const members = await people(['Ada']);
  const undone = service.db.transaction(async (tx) => {
    await begin(members, {}, { ...where, db: tx });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await tents()).toEqual([]);
  expect(await creditsOf(service, workspace.id)).toBe(1_000);
});

it.runIf(isAtLength)('asks the database no more often for many', async () => {
  const asked: number[] = [];
  for (const count of [2, 20]) {
    const counted = counting(service.db);
    const members = await givenMembers(where, flowId, await givenContacts({ db: service.db, workspaceId: workspace.id }, count));
    await begin(members, { auto_publish: true }, { ...where, db: counted.db });
    await begin(members, { auto_publish: true }, { ...where, db: counted.db });
    asked.push(counted.statements());
  }
  expect(asked[1]).toBe(asked[0]);
  await forget();
});

it('knows an alias as the document does', () => {
  const ajv = createAjv(readDocument(), {});
  const fits = ajv.compile({ $ref: 'contract#/components/schemas/PageAlias' });
  const texts = [
    '/',
    'a',
    '-a',
    'a-b_c.d',
    'A',
    'é',
    'submit',
    'bulk',
    'robots.txt',
    '.well-known',
    newId(),
    'a'.repeat(100),
    'a'.repeat(101),
    '',
    '//',
  ];
  expect(texts.map(isAlias)).toEqual(texts.map((text) => fits(text)));
  for (const word of ['assets', 'api', 'v1', 'admin', 'new', 'favicon.ico', 'sitemap.xml'])
    expect([isAlias(word), fits(word)]).toEqual([false, false]);
});
