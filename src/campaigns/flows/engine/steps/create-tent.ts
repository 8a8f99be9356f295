import { TENT_TEMPLATE } from '../../../../content/documents/kinds.ts';
import { keptTemplate, type Seed } from '../../../../content/documents/seeding.service.ts';
import type { Wake } from '../../../../content/generation/generations.service.ts';
import { titleOf } from '../../../../content/generation/local/title.ts';
import type { Db } from '../../../../platform/db.ts';
import { fromUlid, newId } from '../../../../platform/ids.ts';
import { DomainError } from '../../../../shared/errors.ts';
import { compileTemplate, type MergeValues, templateParts } from '../../../../shared/merge-tags.ts';
import { asciiOf, nameOf } from '../../../../shared/text.ts';
import { addressesOf, type PagesHost } from '../../../../tents/publishing/addresses.ts';
import { isAlias } from '../../../../tents/publishing/alias.ts';
import { createTents, type NewPage } from '../../../../tents/tents/many.service.ts';
import { asksForWebContent } from '../../../../tents/tents/screening.ts';
import { UNTITLED } from '../../../../tents/tents/tents.service.ts';
import { roomFor } from '../../../../workspaces/budget/budget.ts';
import { reserveCredits } from '../../../../workspaces/credits.service.ts';
import { findWorkspace } from '../../../../workspaces/workspaces.service.ts';
import type { StepOf } from '../../definition.ts';
import { valuesOf } from '../merge-values.repo.ts';
import { nextTurn } from './later.ts';
import type { Executor, Result } from './step.types.ts';

type CreateTent = StepOf<'create_tent'>;

/** Reading what so many prompts are about takes some tenths of a second, and the workspace's credits are held until the turn ends. */
const MOST_TENTS = 200;
/** Each has what it begins with to itself. */
const MOST_BYTES = 64 * 1024 * 1024;

const LONGEST_PROMPT = 10_000;
const LONGEST_NAME = 200;

/** What is made for a member, or why nothing is. */
type Wanted = { name: string; prompt: string; alias: string | null } | { error: string };

/**
 * Has a page written for each member, for a credit, and leads to it from the member's history. Nobody waits for the page. A member for whom
 * there is no credit, or nothing that can be asked for, goes on without.
 */
export const createCreateTent =
  ({ wake, ...host }: { wake: Wake } & PagesHost): Executor<CreateTent> =>
  async ({ tx, definition: { workspaceId, flowId }, now }, step, members) => {
    const template = await templateOf(tx, workspaceId, step);
    if ('error' in template) return new Map(members.map(({ id }) => [id, failed(template.error)]));
    const most = Math.min(MOST_TENTS, Math.max(1, Math.floor(MOST_BYTES / Buffer.byteLength(template.html ?? ' '))));
    const first = members.slice(0, most);
    const values = await valuesOf(tx, workspaceId, first);
    const want = wanting(step);

    const results = new Map<string, Result>(members.map(({ id }) => [id, nextTurn(now)]));
    const pages = new Map<string, NewPage>();
    for (const { id } of first) {
      const theirs = values.get(id);
      const wanted = theirs && want(theirs);
      if (wanted && 'error' in wanted) results.set(id, failed(wanted.error));
      else if (wanted) pages.set(id, { ...wanted, tentId: newId(), generationId: newId(), startHtml: template.html });
    }

    const { slug } = await findWorkspace(tx, workspaceId);
    const addressOf = addressesOf(host, slug);
    const generationIds = [...pages.values()].map(({ generationId }) => generationId);
    const allowed = generationIds.slice(0, await roomFor(tx, workspaceId, 'generations', now));
    const paid = new Set(allowed.slice(0, await reserveCredits(tx, workspaceId, allowed, now)));
    for (const [id, { tentId, generationId }] of pages) {
      // The address of its own leads to the page wherever that goes live; another may be somebody else's by then.
      const made: Result = { kind: 'done', outcome: 'queued', details: { tent_id: tentId, url: addressOf(tentId) } };
      results.set(id, paid.has(generationId) ? made : failed(allowed.includes(generationId) ? 'The workspace has no credit left.' : NO_GENERATIONS));
    }
    const made = [...pages.values()].filter(({ generationId }) => paid.has(generationId));
    const how = { templateId: template.id, autoPublish: step.auto_publish, createdByName: await nameOfFlow(tx, workspaceId, flowId) };
    await createTents(tx, wake, workspaceId, made, how, now);
    return results;
  };

const NO_GENERATIONS = 'The workspace has used all its generations of the day.';

const failed = (error: string): Result => ({ kind: 'done', outcome: 'failed', details: { error } });

type Template = { id?: string; html?: string };

/** What the pages begin with, kept from being deleted; nothing for pages from scratch. */
async function templateOf(tx: Db, workspaceId: string, step: CreateTent): Promise<Template | { error: string }> {
  if (step.source === 'scratch') return {};
  if (step.template_id === null) return { error: 'The step has no tent template.' };
  const id = fromUlid(step.template_id);
  let seed: Seed;
  try {
    seed = await keptTemplate(tx, TENT_TEMPLATE, workspaceId, id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      error: error.code === 'template_not_ready' ? 'The tent template is not approved.' : 'There is no such tent template any more.',
    };
  }
  return { id, html: seed.html };
}

/** What a step asks for, read once for all members. */
function wanting({ source, prompt, tent_name, custom_page_alias }: CreateTent): (values: MergeValues) => Wanted {
  const promptOf = compileTemplate(prompt, { escape: false });
  const nameFor = tent_name === null ? null : compileTemplate(tent_name, { escape: false });
  const aliasFor = custom_page_alias === null ? null : templateParts(custom_page_alias, { escape: false });
  return (values) => {
    const asked = promptOf.render(values);
    if ([...asked].length > LONGEST_PROMPT) return { error: `The prompt comes to more than ${LONGEST_PROMPT} characters.` };
    if (!asksForWebContent(asked, { template: source === 'template' })) return { error: 'The prompt does not ask for a web page.' };
    const name = nameFor && shortened(nameFor.render(values));
    const alias = aliasFor?.map((part) => (typeof part === 'string' ? part : slugged(part(values)))).join('') ?? null;
    return { prompt: asked, name: name || titleOf(asked) || UNTITLED, alias: alias !== null && isAlias(alias) ? alias : null };
  };
}

/** One line, as long as a name may be. */
const shortened = (text: string): string => {
  const line = nameOf(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')) ?? '';
  return [...line].slice(0, LONGEST_NAME).join('').trimEnd();
};

/** A value as an address has it. */
const slugged = (text: string): string => asciiOf(text, '-').replace(/^-|-$/g, '');

async function nameOfFlow(tx: Db, workspaceId: string, flowId: string): Promise<string> {
  const flow = await tx.prisma.flow.findUnique({ where: { workspaceId_id: { workspaceId, id: flowId } }, select: { name: true } });
  return flow?.name ?? '';
}
