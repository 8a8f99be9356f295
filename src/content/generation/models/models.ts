import { type CommissionedAsset, GenerationRefused } from '../generator.ts';
import { deadlineIn, ModelServer } from './ask.ts';
import type { Answer } from './call.ts';
import type { Filler, FillRequest, FillResult, Usage } from './filler.ts';
import { formOf, instructionsFor, repairOf } from './instructions.ts';
import { judged } from './judgement.ts';
import type { Message, Picture, Question } from './question.ts';
import { answerSchema } from './schema/answer.ts';
import type { ModelSettings } from './settings.ts';

/** The first answer and two repairs. */
const MOST_ANSWERS = 3;
/** Longer answers are not sent back with their findings; the model starts over. */
const LONGEST_RETURNED = 200_000;

export function createModelFiller(settings: ModelSettings): Filler {
  const server = new ModelServer(settings);
  return { fill: (request, signal, onUsage) => fillBy(server, request, signal, onUsage) };
}

export async function fillBy(
  server: ModelServer,
  request: FillRequest,
  signal: AbortSignal,
  onUsage: (usage: Usage) => void = () => {},
): Promise<FillResult> {
  signal.throwIfAborted();
  const { settings } = server;
  const deadline = deadlineIn(settings.timeoutMs);
  const form = formOf(request);
  const answer = answerSchema(request.kind, form);
  const instructions = instructionsFor(request);
  const first: Message = { role: 'user', text: instructions.request };
  const pictures = settings.vision === 'off' ? [] : await picturesOf(request.assets, AbortSignal.any([signal, deadline.signal]));
  signal.throwIfAborted();
  let messages = [first];
  for (let answers = 1; ; answers++) {
    const question: Question = { ...modelFor(settings, request), system: instructions.system, messages, pictures, answer };
    const given = await server.ask(question, signal, deadline, onUsage);
    const verdict = await judged(given, request, form, answer);
    if ('result' in verdict) return verdict.result;
    if (answers === MOST_ANSWERS) throw new GenerationRefused(failureOf(verdict.findings));
    const repair = repairOf(verdict.findings, answers + 1 === MOST_ANSWERS);
    // Send only the latest attempt: earlier ones cost tokens again, and their findings are repaired or found again.
    messages = isReturned(given)
      ? [first, { role: 'assistant', text: given.text }, { role: 'user', text: repair }]
      : [{ role: 'user', text: `${instructions.request}\n\n${repair}` }];
  }
}

const isReturned = ({ end, text }: Answer): boolean => end === 'whole' && text.trim() !== '' && text.length <= LONGEST_RETURNED;

function modelFor({ models, effort }: ModelSettings, { kind, current, reasoning }: FillRequest): Pick<Question, 'model' | 'effort'> {
  if (current !== undefined) return { model: models.edits, effort: effort.edits ?? reasoning };
  return { model: kind === 'page' ? models.pages : models.emails, effort: effort.drafts ?? reasoning };
}

const MOST_TOLD = 5;

function failureOf(findings: readonly string[]): string {
  const more = findings.length - MOST_TOLD;
  const listed = findings.slice(0, MOST_TOLD).join(' ');
  return `The model's answer could not be used, even after two repairs. ${listed}${more > 0 ? ` And ${more} more.` : ''}`;
}

const MOST_PICTURES = 4;
const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024;
/** Base64 adds a third, and providers accept requests of 20 MB. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Formats that all providers read. */
const READABLE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Skips files that are too large or unreadable. */
async function picturesOf(assets: readonly CommissionedAsset[], signal: AbortSignal): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let left = MOST_BYTES;
  for (const asset of assets) {
    if (pictures.length === MOST_PICTURES) break;
    const mediaType = asset.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
    if (asset.read === undefined || !READABLE.has(mediaType)) continue;
    const most = Math.min(left, LARGEST_PICTURE_BYTES);
    const bytes = await asset.read(most, signal).catch(() => undefined);
    if (!bytes || bytes.byteLength === 0 || bytes.byteLength > most) continue;
    left -= bytes.byteLength;
    pictures.push({ name: asset.fileName, mediaType, bytes });
  }
  return pictures;
}
