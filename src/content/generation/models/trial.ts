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
  const isReachable = usages.length > 0;
  const said = isReachable ? usages[0]?.model : 'error' in page && wordsOf(page.error);
  const tried = [tell('reachable', isReachable, said || ''), lineOf('page', page, pageProblem)];
  const others = ['structured output', 'edit', 'picture', 'usage'] as const;
  if (!isReachable) return [...tried, ...others.map((check): Tried => ({ check, result: 'not tried', detail: '' }))];
  const edit = await fill({ prompt: EDIT_PROMPT, current: { draft: DRAFT } });
  return [
    ...tried,
    tell('structured output', means.by === 'schema' || means.by === 'tool', meansInWords(means)),
    lineOf('edit', edit, editProblem),
    await pictureSeen(server, signal, usages),
    ...(await pictureMade(settings, signal)),
    usageCounted(usages),
  ];
}

const tell = (check: Tried['check'], works: boolean, detail: string): Tried => ({ check, result: works ? 'yes' : 'no', detail });

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

/** Administrators see the server's words; authors do not. */
function wordsOf({ message, cause }: Error): string {
  const said = cause instanceof Error ? ` (${cause.message})` : '';
  return `${message}${said}`.replace(/\s+/g, ' ').slice(0, 400);
}

function lineOf<Result>(check: 'page' | 'edit', work: Measured<Result>, problemOf: (result: Result) => string | undefined): Tried {
  const cost = `${work.seconds}, ${work.tokens}`;
  if ('error' in work) return tell(check, false, wordsOf(work.error));
  const problem = problemOf(work.result);
  return tell(check, problem === undefined, problem === undefined ? cost : `${problem} ${cost}`);
}

function pageProblem(result: object): string | undefined {
  const text = JSON.stringify(result);
  if (!text.includes('"kind":"form"')) return 'The page has no form, which was asked for.';
  return text.includes('Order bread') ? undefined : 'The button does not say what was asked for.';
}

const editProblem = (result: object): string | undefined =>
  JSON.stringify(result).includes('Bread from Mill Lane') ? undefined : 'The headline was not changed as asked for.';

const meansInWords = (means: Means): string => (means.by === 'schema' && means.isStrict ? `${MEANS.schema}, strictly` : MEANS[means.by]);
const MEANS: Record<Means['by'], string> = {
  schema: 'by a JSON schema',
  tool: 'by a tool with a JSON schema',
  object: 'The server takes no JSON schema, only JSON mode: more answers have to be repaired.',
  text: 'The server takes neither a JSON schema nor JSON mode: JSON is taken out of the text.',
};

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
  if ('error' in asked) return tell('picture', false, wordsOf(asked.error));
  const { plan, text } = asked.result;
  if (!plan.withPictures) return tell('picture', false, 'The server refuses pictures. They are left out.');
  const reply = readReply(text);
  const colour = 'json' in reply && isFields(reply.json) ? String(reply.json.colour) : text;
  const isRed = /\b(?:red|crimson|scarlet)\b/i.test(colour);
  const wrong = `The model took a picture, but said that red is ${JSON.stringify(colour.slice(0, 40))}. Set AI_VISION=off if it does not see.`;
  return tell('picture', isRed, isRed ? `${asked.seconds}, ${asked.tokens}` : wrong);
}

/** Only if a model for pictures is set. Its tokens are not counted, since they say nothing about the other model. */
async function pictureMade(settings: ModelSettings, signal: AbortSignal): Promise<Tried[]> {
  const make = createPictureMaker(settings);
  if (!make) return [];
  const made = await measured([], () => make(DRAFT, signal));
  if ('error' in made) return [tell('picture made', false, wordsOf(made.error))];
  const { contentType, bytes } = made.result;
  return [tell('picture made', true, `${made.seconds}, ${contentType}, ${Math.ceil(bytes.length / 1_024)} KiB`)];
}

function usageCounted(usages: readonly Usage[]): Tried {
  const isCounted = usages.some(({ estimated }) => !estimated);
  return tell(
    'usage',
    isCounted,
    isCounted ? 'by the server' : 'The server counts no tokens. They are estimated by the length of the texts.',
  );
}

/** A red square. */
const RED_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtx/ZMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywKqxUDxqh7TUQAAAABJRU5ErkJggg==',
  'base64',
);
