import type { Item, SectionBrief } from './brief.types.ts';
import { bare } from './clauses.ts';
import { priceIn, timeIn } from './facts.ts';
import { sectionNamed } from './section-words.ts';

const BULLET = /^\s*(?:[-*•–—]|\d{1,2}[.)])\s+(.+)$/u;
const HEADING = /^\s*(?:#+\s*)?([^:：\n]{2,60})\s*[:：]\s*(.*)$/u;
/** A heading of the lines that follow, at the end of a line that says other things as well. */
const HEADING_LAST = /([.;,。]\s+)([^.;,:\n。]{2,40}[:：])[ \t]*$/gmu;
const INLINE = /(?:^|(?<=[.;\n。]\s?))\s*([\p{L}][\p{L}' &?-]{1,40})[:：][ \t]*([^\n]+)/gu;

/** The lists of a prompt, with what they are about, and the text between them. */
export function blocksOf(prompt: string): { text: string; sections: SectionBrief[] } {
  const sections: SectionBrief[] = [];
  const kept: string[] = [];
  let open: SectionBrief | undefined;
  const lines = prompt.replace(HEADING_LAST, '$1\n$2').split('\n');
  for (const [i, line] of lines.entries()) {
    const bullet = BULLET.exec(line)?.[1];
    const heading = bullet === undefined ? HEADING.exec(line) : null;
    const title = heading?.[1]?.trim() ?? (/^#+\s*(.+)$/u.exec(line)?.[1] ?? '').trim();
    // A list under a title of its own is one of what is offered.
    const kind =
      title === ''
        ? undefined
        : (sectionNamed(title) ?? ((heading?.[2] ?? '') === '' && BULLET.test(lines[i + 1] ?? '') ? 'features' : undefined));
    if (kind) {
      open = { kind, heading: title, items: itemsOf(kind, splitItems(heading?.[2] ?? '', kind)) };
      sections.push(open);
    } else if (
      open &&
      (bullet !== undefined ||
        (line.trim() !== '' && (open.items.length === 0 || open.kind === 'about')) ||
        (open.kind === 'faq' && line.trim() !== '') ||
        (line.trim() !== '' && timeIn(line.trim())))
    ) {
      open.items.push(...itemsOf(open.kind, [bullet ?? line.trim()]));
    } else if (line.trim() === '') {
      if (open && open.items.length > 0) open = undefined;
    } else {
      open = undefined;
      kept.push(bullet ?? line);
    }
  }
  const text = kept.join('\n').replace(INLINE, (whole: string, title: string, rest: string) => {
    const kind = sectionNamed(title);
    if (!kind) return whole;
    // As far as the sentence goes.
    const end = /[.。](?=\s+\p{Lu}|$)/u.exec(rest);
    const list = end ? rest.slice(0, end.index) : rest;
    sections.push({ kind, heading: title.trim(), items: itemsOf(kind, splitItems(list, kind)) });
    return end ? ` ${rest.slice(end.index + 1)}` : '';
  });
  return { text, sections: joinAnswers(sections).filter(({ items }) => items.length > 0) };
}

/** Commas do not part a number, nor what stands in brackets. */
const splitItems = (list: string, kind: SectionBrief['kind']): string[] =>
  (kind === 'about' ? [list.trim()] : list.split(/[;；]|,\s+(?![^(（]*[)）])|、(?![^(（]*[)）])/u).map(bare)).filter((part) => part !== '');

function itemsOf(kind: SectionBrief['kind'], parts: string[]): Item[] {
  return parts.map((part): Item => {
    if (kind === 'about')
      return { text: /[\p{L}\p{N}]$/u.test(part.trim()) && /\p{Script=Latin}/u.test(part) ? `${part.trim()}.` : part.trim() };
    const text = bare(part.replace(/^(?:and|und|et|y|och)\s+/iu, ''));
    if (kind === 'schedule' || kind === 'hours') {
      const timed = timeIn(text);
      if (timed) return { lead: timed.lead, text: timed.text };
    }
    if (kind === 'prices' || kind === 'menu') {
      const priced = priceIn(text);
      if (priced && priced.lead !== '') return { lead: priced.lead.replace(/\s*[:–—-]$/u, ''), text: priced.price };
    }
    if (kind === 'faq') {
      const asked = /^(.+?[?？])\s*(.*)$/u.exec(part.replace(/^(?:Q|F|A)[:.]\s*/u, ''));
      if (asked) return { lead: asked[1] as string, text: asked[2] as string };
      return { text: part.replace(/^A[:.]\s*/u, '').trim() };
    }
    const parted = /^(.{2,60}?)(?:\s+[–—-]\s+|[:：]\s+|\s*,\s+)(.+)$/u.exec(text) ?? /^(.{2,60}?)\s+[(（](.+)[)）]$/u.exec(text);
    return parted && kind !== 'features'
      ? { lead: (parted[1] as string).trim(), text: (parted[2] as string).trim() }
      : parted && /[–—:]/u.test(text)
        ? { lead: (parted[1] as string).trim(), text: (parted[2] as string).trim() }
        : { text };
  });
}

/** A question on one line has its answer on the next. */
function joinAnswers(sections: SectionBrief[]): SectionBrief[] {
  for (const section of sections) {
    if (section.kind !== 'faq') continue;
    const joined: Item[] = [];
    for (const item of section.items) {
      const last = joined.at(-1);
      if (!item.lead && last) last.text = `${last.text} ${item.text}`.trim();
      else joined.push({ ...item });
    }
    section.items = joined.filter(({ text }) => text !== '');
  }
  return sections;
}
