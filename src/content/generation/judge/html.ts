import type { Note } from '../draft/draft.ts';
import { note } from '../reader/brief.ts';
import { judgeWeight, standIns } from './judge.ts';

export interface JudgedHtml {
  html: string;
  kind: 'page' | 'email';
  isTemplate: boolean;
  /** Anything already in this document is the author's. */
  before: string;
}

export function judgeHtml({ html, kind, isTemplate, before }: JudgedHtml): Note[] {
  const check = (text: string): Note => note('check', text);
  const notes = [...added(foreignLoads, html, before)].map((url) => check(`It loads ${url} from elsewhere: a document stands alone.`));
  if (added(deadLinks, html, before).length > 0) notes.push(check('A link leads nowhere: its address is "#".'));
  for (const finding of added((text) => findingsOf(text, kind === 'page' && !isTemplate), html, before)) notes.push(check(finding));
  if (isWhole(before) && !isWhole(html)) notes.push(check('The document breaks off: its end is missing.'));
  const isGrown = judgeWeight(before, kind).length === 0;
  return [...notes, ...(isGrown ? judgeWeight(html, kind) : [])];
}

function added(find: (html: string) => string[], html: string, before: string): string[] {
  const counts = new Map<string, number>();
  for (const one of find(before)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const news = new Set<string>();
  for (const one of find(html)) {
    const left = counts.get(one) ?? 0;
    if (left === 0) news.add(one);
    else counts.set(one, left - 1);
  }
  return [...news];
}

const STYLESHEET = /<link\s(?=[^<>]{0,1000}\bstylesheet\b)[^<>]{0,1000}?\bhref\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^\s"'<>]{1,500})/gi;
const IMPORT = /@import\s{1,9}(?:url\(\s{0,9})?["']?((?:https?:)?\/\/[^\s"')<>]{1,500})/gi;
const FONT = /@font-face\s{0,9}\{[^{}]{0,2000}?url\(\s{0,9}["']?((?:https?:)?\/\/[^\s"')<>]{1,500})/gi;

const foreignLoads = (html: string): string[] =>
  [STYLESHEET, IMPORT, FONT].flatMap((pattern) => [...html.matchAll(pattern)].map(([, url = '']) => url));

const deadLinks = (html: string): string[] => html.match(/<a\s[^<>]{0,1000}?\bhref\s{0,9}=\s{0,9}(?:"#"|'#'|#(?=[\s>]))/gi) ?? [];

const findingsOf = (html: string, noTags: boolean): string[] =>
  withoutCode(html)
    .split(/<[^<>]{0,2000}>/)
    .flatMap((text) => standIns(text, noTags).filter((finding) => !BREAKS.test(finding)));

/** One pass: an unclosed element hides everything behind it. */
function withoutCode(html: string): string {
  const shown: string[] = [];
  let from = 0;
  let hidden: string | undefined;
  for (const { 0: tag, 1: closes, 2: name = '', index } of html.matchAll(/<(\/?)(style|script)(?=[\s>/])[^<>]{0,1000}>/gi)) {
    if (hidden === undefined && closes === '') {
      shown.push(html.slice(from, index));
      hidden = name.toLowerCase();
    } else if (hidden === name.toLowerCase() && closes !== '') {
      from = index + tag.length;
      hidden = undefined;
    }
  }
  return hidden === undefined ? shown.join('') + html.slice(from) : shown.join('');
}

const BREAKS = /^The text breaks off/;

const isWhole = (html: string): boolean => !/<html[\s>]/i.test(html) || html.slice(-4_000).search(/<\/(?:html|body)\s{0,9}>/i) >= 0;
