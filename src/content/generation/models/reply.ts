import { isFields } from './schema/restore.ts';

export type Reply = { json: Readonly<Record<string, unknown>> | unknown[] } | { problem: string };

const CUT = 'The answer breaks off before its JSON ends. Write less, and finish it.';
const NONE = 'The answer holds no JSON object. Answer with one JSON object and nothing around it.';
const BROKEN = 'The JSON of the answer cannot be parsed. Check quotes, commas and brackets.';

const MOST_STARTS = 5;

/** Ignores reasoning, prose and code fences. Repairs only trailing commas and line breaks in strings. */
export function readReply(answer: string): Reply {
  const text = withoutThoughts(answer).trim();
  const whole = parsed(text);
  if (whole) return { json: whole };
  let problem: string | undefined;
  let from = 0;
  for (let tries = 0; tries < MOST_STARTS; tries++) {
    const start = text.indexOf('{', from);
    if (start < 0) break;
    const { end, repaired } = balanced(text, start);
    const json = end === undefined ? undefined : (parsed(text.slice(start, end)) ?? parsed(repaired));
    // An empty object is a brace in prose; the JSON may follow.
    if (json && !isBare(json)) return { json };
    if (end === undefined && /^\{\s{0,100}"/.test(text.slice(start, start + 110))) return { problem: CUT };
    problem = end === undefined ? (problem ?? NONE) : BROKEN;
    from = end ?? start + 1;
  }
  return { problem: problem ?? NONE };
}

const isBare = (json: object): boolean => Object.keys(json).length === 0;

function parsed(text: string): Readonly<Record<string, unknown>> | unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reasoning models write `<think>…</think>` first. The opening tag may belong to their template and be missing here. */
function withoutThoughts(text: string): string {
  const close = Math.max(...['</think>', '</thinking>', '</reasoning>'].map((tag) => endOf(text, tag)));
  if (close >= 0) return text.slice(close);
  // Reasoning that never ends contains no answer.
  return /^\s{0,100}<(?:think|thinking|reasoning)>/i.test(text) ? '' : text;
}

/** Texts of a draft may contain the tag, too. */
function endOf(text: string, tag: string): number {
  const at = text.indexOf(tag);
  return at < 0 || text.trimStart().startsWith('{') ? -1 : at + tag.length;
}

/** The object without trailing commas, and with line breaks in strings escaped. No `end`: the text ends inside the object. */
function balanced(text: string, start: number): { end: number | undefined; repaired: string } {
  const pieces: string[] = [];
  let depth = 0;
  let inText = false;
  let from = start;
  let comma = -1;
  for (let at = start; at < text.length; at++) {
    const letter = text.charAt(at);
    if (inText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inText = false;
      else if (letter < ' ') {
        pieces.push(text.slice(from, at), escaped(letter));
        from = at + 1;
      }
      continue;
    }
    if (letter === '"') inText = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      if (comma >= from) {
        pieces.push(text.slice(from, comma));
        from = comma + 1;
      }
      depth -= 1;
      if (depth === 0) return { end: at + 1, repaired: pieces.join('') + text.slice(from, at + 1) };
    }
    if (letter === ',') comma = at;
    else if (letter > ' ') comma = -1;
  }
  return { end: undefined, repaired: '' };
}

const escaped = (letter: string): string => JSON.stringify(letter).slice(1, -1);
