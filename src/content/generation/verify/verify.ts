import { isDeepStrictEqual } from 'node:util';
import { checkTemplate, hasBlocks, maskMergeTags } from '../../../shared/merge-tags.ts';
import { checkBlocks } from '../../versions/blocks.ts';
import { applied } from './edits.ts';
import { missingOf } from './frame.ts';
import type { Kind, Repair } from './rules.ts';
import { type Survey, survey } from './survey.ts';

export interface Expected {
  kind: Kind;
  /** For a document without title and heading. */
  title: string;
  /** Operational emails need none. */
  unsubscribeLink: boolean;
  /** The page that the answer changes. Its parts stay: the author wrote them, and the policy of published pages makes them safe. */
  start?: string | undefined;
}

export type Verdict = { html: string; repairs: string[] } | { problem: string };

export const LARGEST_BYTES = 2 * 1024 * 1024;
const MOST_MERGE_TAGS = 2_000;
/** Dangerous parts go first; then the missing parts are added. */
const MOST_SURVEYS = 6;

const SAID: Record<Repair, string> = {
  script: 'Scripts that come from elsewhere, or that mail does not run, were left out.',
  frame: 'Embedded frames and objects were left out.',
  handler: 'Event handlers that reach elsewhere were left out.',
  address: 'Addresses that run scripts or move the base of others were left out.',
  form: 'Forms post to their own page.',
  field: 'Form fields were left out: mail programs do not send them.',
  redirect: 'A redirect to another page was left out.',
  oddity: 'Markup that browsers read in different ways was left out.',
  unsubscribe: 'An unsubscribe link was added at the foot.',
};

/**
 * Makes a generated document safe to keep: complete, at most 2 MiB, no foreign scripts or frames, forms only to their own page; emails have
 * no scripts and forms, but a way to unsubscribe. Correct parts stay byte for byte, and a second run changes nothing. Time is linear in the
 * text, and other work gets its turn.
 */
export async function verify(answer: string, { kind, title, unsubscribeLink, start }: Expected): Promise<Verdict> {
  if (Buffer.byteLength(answer) > 2 * LARGEST_BYTES) return { problem: TOO_LARGE };
  const started = kind === 'page' && start !== undefined ? await readStart(start) : undefined;
  const found = started && hasSameEnds(answer, start as string) ? answer : documentIn(answer);
  if (found === undefined) return { problem: 'holds no HTML document' };
  if (found.includes('\0') || !found.isWellFormed()) return { problem: 'holds characters that no document may hold' };
  if (kind === 'email' && found.split('{{', MOST_MERGE_TAGS + 2).length > MOST_MERGE_TAGS + 1)
    return { problem: `holds more than ${MOST_MERGE_TAGS} merge tags` };
  const mergeTags = kind === 'email' ? checkTemplate(found) : null;
  if (mergeTags !== null) return { problem: mergeTags };
  const { masked, unmask } = kind === 'email' ? maskMergeTags(found) : { masked: found, unmask: (text: string) => text };
  const isUnsubscribe = (address: string) => /^\s*\{\{-?\s*unsubscribe_url\s*-?\}\}\s*$/.test(unmask(address));

  if (started?.isUnreadable) return Buffer.byteLength(found) > LARGEST_BYTES ? { problem: TOO_LARGE } : { html: found, repairs: [] };

  const repairs = new Set<Repair>();
  let source = masked;
  for (let round = 0; round < MOST_SURVEYS; round++) {
    const seen: Survey = await survey(source, kind, isUnsubscribe);
    if (seen.problem !== undefined) return { problem: seen.problem };
    const due = seen.edits.filter(({ begin, end }) => !started?.pieces.has(source.slice(begin, end)));
    if (due.length > 0 || !started) for (const repair of seen.repairs) repairs.add(repair);
    const missing = () => (started?.isIncomplete ? [] : missingOf(seen, source, title, kind === 'email' && unsubscribeLink));
    const edits = due.length > 0 ? due : missing();
    if (edits.length === 0) {
      const html = unmask(source);
      if (Buffer.byteLength(html) > LARGEST_BYTES) return { problem: TOO_LARGE };
      // A repair may have taken a tag of theirs.
      const blocks = kind === 'email' && hasBlocks(html) ? (checkTemplate(html) ?? checkBlocks(html)) : null;
      if (blocks !== null) return { problem: blocks };
      return { html, repairs: [...repairs].map((repair) => SAID[repair]) };
    }
    if (due.length === 0 && kind === 'email' && unsubscribeLink && seen.html && !seen.unsubscribe) repairs.add('unsubscribe');
    source = applied(source, edits).trim();
  }
  return { problem: 'cannot be made whole: something in it hides what follows' };
}

async function readStart(html: string) {
  const seen = await survey(html, 'page', () => false);
  return {
    /** The parts that rules would remove or rewrite. */
    pieces: new Set(seen.edits.map(({ begin, end }) => html.slice(begin, end))),
    isIncomplete: seen.problem === undefined && missingOf(seen, html, '', false).length > 0,
    isUnreadable: seen.problem !== undefined,
  };
}

/** Whether both documents have the same text around them: comments before the doctype, or text behind `</html>`. */
const hasSameEnds = (answer: string, start: string): boolean => isDeepStrictEqual(endsOf(answer), endsOf(start));

const endsOf = (text: string): [before: string, after: string] => {
  const found = documentIn(text) ?? '';
  const begin = text.indexOf(found);
  return [text.slice(0, begin).trim(), text.slice(begin + found.length).trim()];
};

const TOO_LARGE = 'is larger than 2 MiB';

/** Drops a model's remarks and code fence around the document. Undefined if there is no HTML. */
function documentIn(answer: string): string | undefined {
  const text = fragmentIn(answer.replace(/^\ufeff/, ''));
  const begin = text.search(/<!doctype\s+html[\s>]|<html[\s>]/i);
  if (begin < 0) return text === '' ? undefined : text;
  const end = endOf(text);
  return (end < begin ? text.slice(begin) : text.slice(begin, end)).trim();
}

function endOf(text: string): number {
  let end = -1;
  for (const { index, 0: tag } of text.matchAll(/<\/html\s*>/gi)) end = index + tag.length;
  return end;
}

/** A whole document as it is; otherwise the code block, or the text from the first tag to the last. */
function fragmentIn(answer: string): string {
  if (/<!doctype\s+html[\s>]|<html[\s>]/i.test(answer)) return answer;
  const fence = answer.indexOf('```');
  const line = fence < 0 ? -1 : answer.indexOf('\n', fence);
  const close = line < 0 ? -1 : answer.indexOf('\n```', line);
  const inner = close < 0 ? answer : answer.slice(line + 1, close);
  if (/^\s*<[a-z!]/i.test(inner)) return inner.trim();
  const begin = inner.search(/<[a-z!]/i);
  return begin < 0 ? '' : inner.slice(begin, inner.lastIndexOf('>') + 1).trim();
}
