import type { WorkspaceId } from '../../../platform/ids.ts';
import { draftTask } from '../apart.ts';
import type { Draft } from '../draft/draft.ts';
import { type Commission, type Content, GenerationRefused, type Generator, type Written } from '../generator.ts';
import { isUndo, undone } from '../undo.ts';
import type { FillRequest, FillResult } from './filler.ts';
import { createPictureMaker } from './hero-picture.ts';
import { replaced } from './judgement.ts';
import { createModelFiller } from './models.ts';
import type { ModelSettings } from './settings.ts';

export function createModelGenerator(settings: ModelSettings & { concurrency: number }): Generator {
  const filler = createModelFiller(settings);
  return {
    usesModel: true,
    concurrency: settings.concurrency,
    sees: settings.vision !== 'off',
    makePicture: createPictureMaker(settings),
    async generate(commission, signal, onUsage) {
      if (isUndo(commission.prompt) && commission.current) return undone(commission);
      const result = await filler.fill(requestOf(commission), signal, onUsage);
      return writtenOf(commission, result);
    },
  };
}

function requestOf(commission: Commission): FillRequest {
  const { workspaceId, kind, isTemplate, prompt, current, conversation, facts, placeholders } = commission;
  const { brand, withBrand, assets, today, reasoning } = commission;
  const said = [prompt, ...Object.values(facts), ...conversation.map((turn) => turn.prompt), current ? textOf(current) : ''];
  const sources = [...said, brand.name, ...assets.map(({ fileName }) => fileName)];
  const edit = current?.draft ? { before: current.draft, instruction: prompt } : undefined;
  return {
    ...{ workspaceId, kind, prompt, facts, assets, today, reasoning, history: conversation },
    ...(current && { current: current.draft ? { draft: current.draft } : { html: current.html } }),
    ...(placeholders && { placeholders }),
    // The sender signs an email, but a page for another business does not carry the workspace's name.
    brand: withBrand || kind === 'email' ? brand : undefined,
    judge: (draft) =>
      draftTask(workspaceId, 'judge', {
        draft,
        kind,
        isTemplate,
        sources,
        ...(current === undefined && { prompt }),
        ...(edit && { edit }),
      }),
    judgeHtml: (html) => draftTask(workspaceId, 'judgeHtml', { html, kind, isTemplate, before: current?.html ?? '' }),
    compose: async (draft) => (await composed(workspaceId, { draft, kind, isTemplate })).html,
  };
}

const textOf = ({ html, draft }: Content): string => (draft ? JSON.stringify(draft) : html);

async function composed(workspaceId: WorkspaceId, request: { draft: Draft; kind: 'page' | 'email'; isTemplate: boolean }) {
  const rendered = await draftTask(workspaceId, 'render', request);
  if ('problems' in rendered) throw new GenerationRefused(rendered.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
  return rendered;
}

async function writtenOf(commission: Commission, result: FillResult): Promise<Written> {
  const { workspaceId, kind, isTemplate, current } = commission;
  const { summary, notes } = result;
  if ('replacements' in result) {
    const changed = replaced(current?.html ?? '', result.replacements);
    if ('findings' in changed) throw new GenerationRefused(changed.findings.join(' '));
    return { html: changed.html, draft: null, summary, notes };
  }
  const request = { kind, isTemplate };
  const rendered =
    'draft' in result
      ? await composed(workspaceId, { draft: result.draft, ...request })
      : await draftTask(workspaceId, 'change', { draft: current?.draft as Draft, operations: result.operations, ...request });
  if ('problems' in rendered) throw new GenerationRefused(rendered.problems.map(({ message }) => message).join('; '));
  const { draft, html } = rendered;
  const operational = 'operational' in draft && draft.operational === true;
  return { draft, html, summary, notes, ...(kind === 'email' && { operational }) };
}
