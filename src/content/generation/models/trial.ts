import type { PageDraft } from '../draft/draft.ts';
import type { Means } from './abilities.ts';
import { deadlineIn, ModelServer } from './ask.ts';
import type { FillRequest, Usage } from './filler.ts';
import { createPictureMaker } from './hero-picture.ts';
import { fillBy } from './models.ts';
import { readReply } from './reply.ts';
import type { AnswerSchema } from './schema/answer.ts';
import { isFields } from './schema/restore.ts';
import type { ModelSettings } from './settings.ts';

export interface Tried {
  check: 'reachable' | 'page' | 'structured output' | 'edit' | 'picture' | 'picture made' | 'usage';
  result: 'yes' | 'no' | 'not tried';
  detail: string;
}

/** Small, since each trial costs money. */
const PAGE_PROMPT =
  'A small page for a bakery called “Mill Lane Bread” in Hebden Bridge. A form with name and email, the button “Order bread”.';
const EDIT_PROMPT = 'Change the headline to “Bread from Mill Lane”.';

const DRAFT: PageDraft = {
  lang: 'en',
  title: 'Mill Lane Bread',
  blocks: [
    { kind: 'hero', id: 'top', heading: 'Fresh bread every morning' },
    { kind: 'text', id: 'about', paragraphs: ['We bake with spelt from the next village.'] },
  ],
};

export async function tryModel(settings: ModelSettings, signal: AbortSignal): Promise<Tried[]> {
  const server = new ModelServer(settings);
  const usages: Usage[] = [];
  const fill = (given: Pick<FillRequest, 'prompt' | 'current'>) =>
    measured(usages, (onUsage) => fillBy(server, request(given), signal, onUsage));
  const page = await fill({ prompt: PAGE_PROMPT });
  const { means } = server.planFor(settings.models.pages, 'medium', false);
  const tried: Tried[] = [reachable(page, usages), lineOf('page', page, pageProblem)];
  if (usages.length === 0) return [...tried, ...(['structured output', 'edit', 'picture', 'usage'] as const).map(skipped)];
  const edit = await fill({ prompt: EDIT_PROMPT, current: { draft: DRAFT } });
  return [
    ...tried,
    { check: 'structured output', result: means.by === 'schema' || means.by === 'tool' ? 'yes' : 'no', detail: meansInWords(means) },
    lineOf('edit', edit, editProblem),
    await pictureSeen(server, signal, usages),
    ...(await pictureMade(settings, signal)),
    usageCounted(usages),
  ];
}

const request = (given: Pick<FillRequest, 'prompt' | 'current'>): FillRequest => ({
  ...{ workspaceId: 'check', kind: 'page', history: [], facts: {}, brand: undefined, assets: [], today: new Date(), reasoning: 'medium' },
  judge: () => [],
  compose: () => '',
  ...given,
});

type Measured<Result> = { seconds: string; tokens: string } & ({ result: Result } | { error: Error });

async function measured<Result>(usages: Usage[], work: (onUsage: (usage: Usage) => void) => Promise<Result>): Promise<Measured<Result>> {
  const start = performance.now();
  const before = usages.length;
  const outcome = await work((usage) => usages.push(usage)).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  );
  const own = usages.slice(before);
  const sum = (tokensOf: (usage: Usage) => number) => own.reduce((total, usage) => total + tokensOf(usage), 0);
  const calls = own.length === 1 ? '' : `, ${own.length} answers`;
  const tokens = `${sum(({ inputTokens }) => inputTokens)} tokens read, ${sum(({ outputTokens }) => outputTokens)} written${calls}`;
  return { ...outcome, seconds: `${((performance.now() - start) / 1_000).toFixed(1)} s`, tokens };
}

function reachable(page: Measured<unknown>, usages: readonly Usage[]): Tried {
  if (usages.length > 0) return { check: 'reachable', result: 'yes', detail: usages.map(({ model }) => model)[0] ?? '' };
  return { check: 'reachable', result: 'no', detail: 'error' in page ? wordsOf(page.error) : '' };
}

/** Administrators see the server's words; authors do not. */
function wordsOf({ message, cause }: Error): string {
  const said = cause instanceof Error ? ` (${cause.message})` : '';
  return `${message}${said}`.replace(/\s+/g, ' ').slice(0, 400);
}

function lineOf<Result>(check: 'page' | 'edit', work: Measured<Result>, problemOf: (result: Result) => string | undefined): Tried {
  const cost = `${work.seconds}, ${work.tokens}`;
  if ('error' in work) return { check, result: 'no', detail: wordsOf(work.error) };
  const problem = problemOf(work.result);
  return { check, result: problem === undefined ? 'yes' : 'no', detail: problem === undefined ? cost : `${problem} ${cost}` };
}

function pageProblem(result: object): string | undefined {
  const text = JSON.stringify(result);
  if (!text.includes('"kind":"form"')) return 'The page has no form, which was asked for.';
  return text.includes('Order bread') ? undefined : 'The button does not say what was asked for.';
}

const editProblem = (result: object): string | undefined =>
  JSON.stringify(result).includes('Bread from Mill Lane') ? undefined : 'The headline was not changed as asked for.';

function meansInWords(means: Means): string {
  switch (means.by) {
    case 'schema':
      return means.isStrict ? 'by a JSON schema, strictly' : 'by a JSON schema';
    case 'tool':
      return 'by a tool with a JSON schema';
    case 'object':
      return 'The server takes no JSON schema, only JSON mode: more answers have to be repaired.';
    case 'text':
      return 'The server takes neither a JSON schema nor JSON mode: JSON is taken out of the text.';
  }
}

const COLOUR: AnswerSchema = {
  root: {
    type: 'object',
    additionalProperties: false,
    required: ['colour'],
    properties: { colour: { type: 'string', description: 'The colour of the picture, in one English word.' } },
  },
  definitions: {},
};

async function pictureSeen(server: ModelServer, signal: AbortSignal, usages: Usage[]): Promise<Tried> {
  const { settings } = server;
  const model = settings.models.pages;
  if (settings.vision === 'off') return { check: 'picture', result: 'not tried', detail: 'AI_VISION is off.' };
  const question = {
    ...{ model, system: 'You name the colour of a picture.', effort: 'min' as const, answer: COLOUR },
    messages: [{ role: 'user' as const, text: 'Which colour does the picture have?' }],
    pictures: [{ name: 'colour.png', mediaType: 'image/png', bytes: RED_PICTURE }],
  };
  const asked = await measured(usages, (onUsage) => server.ask(question, signal, deadlineIn(settings.timeoutMs), onUsage));
  if ('error' in asked) return { check: 'picture', result: 'no', detail: wordsOf(asked.error) };
  const { plan, text } = asked.result;
  if (!plan.withPictures) return { check: 'picture', result: 'no', detail: 'The server refuses pictures. They are left out.' };
  const reply = readReply(text);
  const colour = 'json' in reply && isFields(reply.json) ? String(reply.json.colour) : text;
  if (/\b(?:red|crimson|scarlet)\b/i.test(colour)) return { check: 'picture', result: 'yes', detail: `${asked.seconds}, ${asked.tokens}` };
  const detail = `The model took a picture, but said that red is ${JSON.stringify(colour.slice(0, 40))}. Set AI_VISION=off if it does not see.`;
  return { check: 'picture', result: 'no', detail };
}

/** Only if a model for pictures is set. Its tokens are not counted, since they say nothing about the other model. */
async function pictureMade(settings: ModelSettings, signal: AbortSignal): Promise<Tried[]> {
  const make = createPictureMaker(settings);
  if (!make) return [];
  const made = await measured([], () => make(DRAFT, signal));
  if ('error' in made) return [{ check: 'picture made', result: 'no', detail: wordsOf(made.error) }];
  const { contentType, bytes } = made.result;
  return [{ check: 'picture made', result: 'yes', detail: `${made.seconds}, ${contentType}, ${Math.ceil(bytes.length / 1_024)} KiB` }];
}

function usageCounted(usages: readonly Usage[]): Tried {
  const isCounted = usages.some(({ estimated }) => !estimated);
  const detail = isCounted ? 'by the server' : 'The server counts no tokens. They are estimated by the length of the texts.';
  return { check: 'usage', result: isCounted ? 'yes' : 'no', detail };
}

const skipped = (check: Tried['check']): Tried => ({ check, result: 'not tried', detail: '' });

/** A red square. */
const RED_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtx/ZMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywKqxUDxqh7TUQAAAABJRU5ErkJggg==',
  'base64',
);
