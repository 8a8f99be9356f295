import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4Prompt, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { Plan } from './abilities.ts';
import type { Adapter } from './adapters.ts';
import type { Effort } from './filler.ts';
import type { AnswerSchema } from './schema/answer.ts';
import { inDialect } from './schema/dialects.ts';
import { outlineOf } from './schema/outline.ts';
import type { Provider } from './settings.ts';

export interface Picture {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export interface Message {
  role: 'user' | 'assistant';
  text: string;
}

export interface Question {
  model: string;
  system: string;
  messages: readonly Message[];
  /** Sent with the first message. */
  pictures: readonly Picture[];
  answer: AnswerSchema;
  effort: Effort;
}

const TOOL = 'answer';

export function callOptions(
  question: Question,
  plan: Plan,
  provider: Provider,
  cacheMark: Adapter['cacheMark'],
): LanguageModelV4CallOptions {
  const { means } = plan;
  const prompt = promptOf(question, plan, provider, cacheMark);
  if (means.by === 'text') return { prompt };
  if (means.by === 'object') return { prompt, responseFormat: { type: 'json' } };
  const schema = inDialect(question.answer, means.dialect);
  if (means.by === 'schema') return { prompt, responseFormat: { type: 'json', name: TOOL, schema } };
  const input = { inputSchema: schema, providerOptions: cacheMark };
  // A model that reasons cannot be forced to use a tool.
  const isForced = means.isForced && (plan.effort === undefined || plan.effort === 'none');
  return {
    prompt,
    tools: [{ type: 'function', name: TOOL, description: 'Takes your answer.', ...input }],
    toolChoice: isForced ? { type: 'tool', toolName: TOOL } : { type: 'auto' },
  };
}

function promptOf(
  { system, messages, pictures, answer }: Question,
  { means, withPictures }: Plan,
  provider: Provider,
  cacheMark: Adapter['cacheMark'],
): LanguageModelV4Prompt {
  const how =
    means.by === 'tool'
      ? `Answer with one call of the tool "${TOOL}", and nothing else.`
      : 'Answer with one JSON object, and nothing before or behind it: no code fence, no remarks.';
  // Self-hosted servers enforce the schema without showing it to the model.
  const isShown = means.by === 'object' || means.by === 'text' || provider === 'openai-compatible';
  const shape = isShown ? `\n\nThe object is an \`Answer\`, in TypeScript's notation:\n${outlineOf(answer)}` : '';
  return [
    { role: 'system', content: `${system}\n${how}${shape}`, ...(cacheMark && { providerOptions: cacheMark }) },
    ...messages.map(({ role, text }, at) =>
      role === 'user'
        ? { role, content: [textPart(text), ...(at === 0 && withPictures ? pictures.flatMap(pictureParts) : [])] }
        : { role, content: [textPart(text)] },
    ),
  ];
}

const textPart = (text: string): LanguageModelV4TextPart => ({ type: 'text', text });

const pictureParts = ({ name, mediaType, bytes }: Picture): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] => [
  textPart(`The file ${JSON.stringify(name)}:`),
  { type: 'file', mediaType, data: { type: 'data', data: bytes } },
];

const CHARACTERS_A_TOKEN = 4;
const TOKENS_A_PICTURE = 800;

/** For servers that count no tokens. */
export function estimatedInput({ system, messages, pictures, answer }: Question, { means, withPictures }: Plan): number {
  const schema = means.by === 'schema' || means.by === 'tool' ? JSON.stringify(inDialect(answer, means.dialect)).length : 0;
  const characters = messages.reduce((sum, { text }) => sum + text.length, system.length + schema);
  return estimatedTokens(characters) + (withPictures ? pictures.length * TOKENS_A_PICTURE : 0);
}

export const estimatedTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_A_TOKEN);
