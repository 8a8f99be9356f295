import { TENT_TEMPLATE } from '../../../content/documents/kinds.ts';
import { keptTemplate, type Seed } from '../../../content/documents/seeding.service.ts';
import type { Wake } from '../../../content/generation/generations.service.ts';
import type { Scope, Tx } from '../../../platform/db.ts';
import { type FlowId, fromUlid, newId } from '../../../platform/ids.ts';
import { DomainError } from '../../../shared/errors.ts';
import { checkMergeTags } from '../../../shared/merge-tags.ts';
import { addressesOf, type PagesHost } from '../../../tents/publishing/addresses.ts';
import type { AddressOf } from '../../../tents/publishing/publications.view.ts';
import { createTents, type NewPage } from '../../../tents/tents/tents.service.ts';
import { roomFor } from '../../../workspaces/budget/budget.ts';
import { reserveCredits } from '../../../workspaces/credits.service.ts';
import { findWorkspace } from '../../../workspaces/workspaces.service.ts';
import type { StepOf } from '../definition.ts';
import { each, failed, nextTurn } from '../engine/results.ts';
import type { Details, Executor, Member, Result, StepCall } from '../engine/step.types.ts';
import { valuesOf } from '../engine/visits.repo.ts';
import { called } from '../report/texts.ts';
import { oneWay, type StepKind } from '../step.kind.ts';
import { unset } from '../targets.ts';
import { findTents, insertTents, type StandingTent } from '../tents/tents.repo.ts';
import { wanting } from '../tents/wishes.ts';

type CreateTent = StepOf<'create_tent'>;

/** The workspace's credits are locked until the turn ends. */
const MOST_TENTS = 200;
/** Each page has a start of its own. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How long a member waits for a page. */
const LONGEST_MS = 30 * 60_000;

export interface TentDependencies extends PagesHost {
  wake: Wake;
  /** Placeholders in prompts follow from it. */
  secret: string;
  /** The most bytes that the pages of one turn start with. */
  mostBytes?: number;
}

/**
 * Has a page written for each member, for a credit, and waits until it is there and, with `auto_publish`, live. Without a credit or a
 * usable prompt, or when the page fails or takes too long, the member goes on without.
 */
const execute =
  (dependencies: TentDependencies): Executor<CreateTent> =>
  async (call, step, members) => {
    const standing = await findTents(call, members);
    const { slug } = await findWorkspace(call);
    const addressOf = addressesOf(dependencies, slug);
    const results = new Map<string, Result>();
    for (const [id, tent] of standing) results.set(id, resultOf(tent, addressOf, call.now));
    const others = members.filter(({ id }) => !standing.has(id));
    if (others.length > 0) for (const [id, result] of await make(dependencies, call, step, others)) results.set(id, result);
    return results;
  };

const waitFrom = (createdAt: Date): Result => ({ kind: 'waiting', dueAt: new Date(createdAt.getTime() + LONGEST_MS), waitUntil: null });

function resultOf(tent: StandingTent, addressOf: AddressOf, now: Date): Result {
  const { tentId, createdAt, autoPublish, status, errorMessage, path, isAwaited, message } = tent;
  const over = (details: Details): Result => ({
    kind: 'done',
    outcome: details.error === undefined ? 'completed' : 'failed',
    details: { tent_id: tentId, ...details },
  });
  if (status === null) return over({ error: 'The tent was deleted before its page was written.' });
  if (status === 'failed') return over({ error: errorMessage ?? 'The page could not be written.' });
  // The tent's own address leads to the page wherever it goes live; another may belong to another page by then.
  const url = addressOf(tentId);
  if (status === 'completed') {
    if (!autoPublish) return over({ url });
    if (path !== null) return over({ url, published_url: addressOf(path) });
    if (!isAwaited) return over({ error: message ?? 'The page is no longer published.' });
  }
  if (createdAt.getTime() + LONGEST_MS > now.getTime()) return waitFrom(createdAt);
  return over({
    error: status === 'completed' ? 'The page was not published within 30 minutes.' : 'The page was not written within 30 minutes.',
  });
}

async function make(
  { wake, secret, mostBytes = MOST_BYTES }: TentDependencies,
  call: StepCall,
  step: CreateTent,
  members: Member[],
): Promise<Map<string, Result>> {
  const { now } = call;
  const { flowId } = call.definition;
  const template = await templateOf(call, step);
  if ('error' in template) return each(members, () => failed(template.error));
  const most = Math.min(MOST_TENTS, Math.max(1, Math.floor(mostBytes / Buffer.byteLength(template.html ?? ' '))));
  const first = members.slice(0, most);
  const values = await valuesOf(call, first);
  const want = wanting(step, flowId, secret);

  const results = each(members, () => nextTurn(now));
  const pages: { member: Member; page: NewPage }[] = [];
  for (const member of first) {
    const theirs = values.get(member.id);
    const wanted = theirs && want(theirs);
    if (wanted && 'error' in wanted) results.set(member.id, failed(wanted.error));
    else if (wanted)
      pages.push({
        member,
        page: { ...wanted, tentId: newId(), generationId: newId(), startHtml: template.html, startDraft: template.draft },
      });
  }

  const generationIds = pages.map(({ page }) => page.generationId);
  const allowed = generationIds.slice(0, await roomFor(call, 'generations'));
  const paid = await reserveCredits(call, allowed);
  for (const { member } of pages.slice(0, paid)) results.set(member.id, waitFrom(now));
  for (const { member } of pages.slice(paid, allowed.length)) results.set(member.id, failed('The workspace has no credit left.'));
  for (const { member } of pages.slice(allowed.length)) results.set(member.id, failed(NO_GENERATIONS));
  const made = pages.slice(0, paid);
  const autoPublish = step.auto_publish;
  const created = {
    templateId: template.id,
    autoPublish,
    removeBranding: step.remove_branding,
    createdByName: await nameOfFlow(call, flowId),
  };
  await createTents(
    call,
    wake,
    made.map(({ page }) => page),
    created,
  );
  const awaited = made.map(({ member, page: { tentId, generationId } }) => ({ member, tent: { tentId, generationId, autoPublish } }));
  await insertTents(call, flowId, awaited);
  return results;
}

const NO_GENERATIONS = 'The workspace has used all its generations of the day.';

type Template = { id?: string } & Partial<Pick<Seed, 'html' | 'draft'>>;

/** Kept from being deleted; nothing for pages from scratch. */
async function templateOf(tx: Scope<Tx>, step: CreateTent): Promise<Template | { error: string }> {
  if (step.prompt === null) return { error: 'The step has no prompt.' };
  if (step.source === 'scratch') return {};
  if (step.template_id === null) return { error: 'The step has no tent template.' };
  const id = fromUlid(step.template_id);
  let seed: Seed;
  try {
    seed = await keptTemplate(tx, TENT_TEMPLATE, id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      error: error.code === 'template_not_ready' ? 'The tent template is not approved.' : 'There is no such tent template any more.',
    };
  }
  return { id, html: seed.html, draft: seed.draft };
}

async function nameOfFlow({ db, workspaceId }: Scope<Tx>, flowId: FlowId): Promise<string> {
  const flow = await db.prisma.flow.findFirst({ where: { workspaceId, id: flowId }, select: { name: true } });
  return flow?.name ?? '';
}

export const createTent: StepKind<CreateTent> = {
  type: 'create_tent',
  shape(input, { base, next, wrong }) {
    const { type, prompt = null, auto_publish = false, remove_branding, custom_page_alias = null, tent_name = null } = input;
    for (const [field, text] of Object.entries({ prompt, tent_name, custom_page_alias })) wrong(field, checkMergeTags(text ?? ''));
    const page = {
      ...{ ...base, type, next_step_id: next, prompt, auto_publish, custom_page_alias, tent_name },
      ...(remove_branding !== undefined && { remove_branding }),
    };
    return input.source === 'template'
      ? { ...page, source: input.source, template_id: input.template_id ?? null }
      : { ...page, source: 'scratch' };
  },
  references: (step) => [
    ...(step.source === 'template' ? [{ path: 'template_id', of: 'tent_template', id: step.template_id } as const] : []),
    ...(step.prompt === null ? unset('prompt', 'No prompt is set.') : []),
  ],
  texts: ({ prompt, tent_name, custom_page_alias }) =>
    Object.entries({ prompt, tent_name, custom_page_alias }).map(([field, text]) => ({ field, texts: [text ?? ''] })),
  ...oneWay,
  locks: true,
  execute,
  words: (step, nameOf) =>
    step.source === 'template' ? `Makes a page from ${called(step.template_id, 'template', nameOf)}` : 'Makes a page',
  drawing: { name: 'Page', tone: 'page', mermaid: ['[/', '/]'] },
};
