import { randomBytes } from 'node:crypto';
import type { FillRequest, Turn } from './filler.ts';
import { ANSWER, CHANGE, EMAIL, FACTS, FACTS_ALONE, MERGE_TAGS, PAGE, PLACEHOLDERS, SOURCE, STUDIO } from './house.ts';
import type { Form } from './schema/answer.ts';

export const formOf = ({ current }: Pick<FillRequest, 'current'>): Form =>
  current === undefined ? 'draft' : 'draft' in current ? 'operations' : 'replacements';

/** Words of other people stand between tags with a random mark, so no text can close its tag and continue as an instruction. */
export function instructionsFor(request: FillRequest): { system: string; request: string } {
  const form = formOf(request);
  const kind = request.kind === 'page' ? PAGE : EMAIL;
  const parts = form === 'draft' ? [STUDIO, kind] : form === 'operations' ? [STUDIO, kind, CHANGE] : [STUDIO, SOURCE];
  // Identical for all requests of a kind, so providers can cache it.
  return { system: [...parts, MERGE_TAGS, ANSWER].join('\n\n'), request: requestOf(request) };
}

const MOST_TURNS = 12;
const LONGEST_TURN = 1_500;
const LONGEST_CONVERSATION = 10_000;

function requestOf({ kind, prompt, current, history, facts, placeholders = {}, brand, assets, today, lang }: FillRequest): string {
  const mark = randomBytes(6).toString('hex');
  const part = (name: string, text: string) => `<${name}-${mark}>\n${text}\n</${name}-${mark}>`;
  const data = (name: string, value: unknown) => part(name, JSON.stringify(value, null, 1));
  const has = (value: object) => Object.keys(value).length > 0;
  const task = current === undefined ? `Write the ${kind}.` : `Change the ${kind}.`;
  const language = lang === undefined ? '' : ` Where the request shows no language, write in that of ${JSON.stringify(lang)}.`;
  const parts = [`Today is ${today.toISOString().slice(0, 10)}. ${task}${language}`];
  if (brand) parts.push(data('brand', { name: brand.name, primary_color: brand.primaryColor, logo_url: brand.logoUrl }));
  if (has(facts)) parts.push(`${FACTS}\n${data('facts', facts)}`);
  if (has(placeholders)) parts.push(`${PLACEHOLDERS}\n${data('placeholders', placeholders)}`);
  if (assets.length > 0) {
    const files = assets.map(({ url, fileName, contentType }) => ({ url, file_name: fileName, content_type: contentType }));
    parts.push(`Files that the author gave, to be used at these addresses:\n${data('files', files)}`);
  }
  if (history.length > 0) parts.push(`What was asked for before, and what was done:\n${data('conversation', lastTurns(history))}`);
  if (current !== undefined) parts.push('draft' in current ? data('draft', current.draft) : part('document', current.html));
  parts.push(part('request', prompt || FACTS_ALONE));
  return parts.join('\n\n');
}

function lastTurns(history: readonly Turn[]): Turn[] {
  const turns: Turn[] = [];
  let length = 0;
  for (const { prompt, summary } of history.slice(-MOST_TURNS).reverse()) {
    const turn = { prompt: cut(prompt), summary: cut(summary) };
    length += turn.prompt.length + turn.summary.length;
    if (length > LONGEST_CONVERSATION) break;
    turns.unshift(turn);
  }
  return turns;
}

const cut = (text: string): string => (text.length > LONGEST_TURN ? `${text.slice(0, LONGEST_TURN).toWellFormed()}…` : text);

const MOST_FINDINGS = 20;

export function repairOf(findings: readonly string[], last: boolean): string {
  const listed = findings.slice(0, MOST_FINDINGS).map((finding) => `- ${finding}`);
  const hint = last ? ' This is the last attempt: leave out what you cannot mend.' : '';
  return `Your answer cannot be used yet:\n${listed.join('\n')}\n\nMend this and nothing else, and answer again in full, in the same format.${hint}`;
}
