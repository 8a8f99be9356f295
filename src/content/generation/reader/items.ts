import type { BlockKind } from '../draft/draft.ts';
import type { BriefItem } from './brief.ts';
import { PRICE, UNIT_OF_PRICE, WHEN } from './dates.ts';
import { capital, type Masked } from './text.ts';

const first = (pattern: RegExp, text: string): RegExpExecArray | null => {
  pattern.lastIndex = 0;
  const found = pattern.exec(text);
  pattern.lastIndex = 0;
  return found;
};

export function priceIn(text: string): { price: string; unit?: string; before: string; after: string } | undefined {
  const found = first(PRICE, text);
  if (!found) return undefined;
  const after = text.slice(found.index + found[0].length);
  const unit = UNIT_OF_PRICE.exec(after)?.[0];
  return {
    price: found[0].trim(),
    ...(unit && { unit: unit.trim().replace(/^[/]\s?/, 'per ') }),
    before: text.slice(0, found.index),
    after: after.slice(unit?.length ?? 0),
  };
}

const EDGES = /^[\s:,;|–—=→>(.…-]+|[\s:,;|–—=→(+…-]+$/gu;
const bare = (text: string): string => text.replace(EDGES, '').trim();
const COUNT =
  /^(?:week|day|part|module|session|lesson|chapter|step|woche|tag|teil|modul|semaine|jour|semana|día|settimana|giorno|dia|dag|vecka|tydzień|dzień|第)\s?\d{1,3}(?:\s?[-–]\s?\d{1,3})?(?:週|回|日)?/iu;

/** A leading time, date or "Week 3". */
function begins(text: string): { mark: string; rest: string } | undefined {
  const clock = /^(?:at\s)?\d{1,2}[.:]\d{2}(?:\s?[-–]\s?\d{1,2}[.:]\d{2})?(?=[\s,:–-])/u.exec(text)?.[0];
  if (clock) return { mark: clock.replace(/^at\s/, ''), rest: bare(text.slice(clock.length)) };
  const count = COUNT.exec(text)?.[0];
  if (count) return { mark: capital(count), rest: bare(text.slice(count.length)) };
  const when = first(WHEN, text);
  return when && when.index <= 3 ? { mark: when[0].trim(), rest: bare(text.slice(when.index + when[0].length)) } : undefined;
}

export function itemOf(source: string, kind: BlockKind | undefined, masked: Masked): BriefItem {
  const text = source.trim();
  if (kind === 'order') return shown(orderLine(text), masked);
  if (kind === 'compare') return compared(text, masked);
  const [cell = '', ...cells] = text.split(/\s?\|\s?/).filter(Boolean);
  if (cells.length > 0) {
    const priced = cells.find((one) => first(PRICE, one));
    const others = cells.filter((one) => one !== priced);
    return shown({ lead: cell, ...(priced && { price: priced }), ...(others.length > 0 && { text: others.join(', ') }) }, masked);
  }
  const timed = (kind === 'schedule' || kind === undefined) && begins(text)?.rest;
  if (!timed && (kind === 'faq' || /^[^?？]{3,200}[?？]\s*\S/u.test(text))) {
    const [, question = '', answer = ''] = /^(?:q\s?[:.)]\s*)?([^?？]{1,300}[?？])\s*(?:a\s?[:.)]\s*)?([\s\S]*)$/iu.exec(text) ?? [];
    if (question) return shown({ lead: capital(question), ...(answer && { text: sentence(answer) }) }, masked);
  }
  if (kind === 'quote') {
    const quote = masked.all('quote', text)[0];
    const who = bare(text.replace(/[\ue100-\ue483]/g, (character) => (masked.at(character)?.kind === 'quote' ? ' ' : character)));
    if (quote) return { lead: quote, ...(who && { who: masked.shown(who.replace(/^\(|\)$/g, '')) }) };
  }
  if (kind === 'people') {
    const [, lead = text, role] = /^([^,(:–—]{2,80}?)\s*(?:[,:–—]\s*|\s-\s|\()([^)]{2,200})\)?\s*$/u.exec(text) ?? [];
    return shown({ lead: lead.trim(), ...(role && { who: capital(role.trim()) }) }, masked);
  }
  const marked = kind === 'pricing' || kind === 'menu' ? undefined : begins(text);
  if (marked && marked.rest !== '' && (kind === 'schedule' || kind === undefined)) {
    const priced = priceIn(marked.rest);
    const { lead, text: about, who } = session(marked.rest);
    const details = { ...(about && { text: capital(about) }), ...(who && { who }), ...(priced && { price: priced.price }) };
    return shown({ lead: capital(lead), time: capital(marked.mark), ...details }, masked);
  }
  const priced = priceIn(text);
  if (!priced && kind === 'pricing') {
    const [, plan, free, whatFor] = FREE_PLAN.exec(text) ?? [];
    if (plan && free) return shown({ lead: capital(plan), price: capital(free), ...(whatFor && { text: capital(whatFor) }) }, masked);
    const freeFor = /^free\s(?=(?:for|up to|with|plan|tier)\s)(.{4,80})$/iu.exec(text)?.[1];
    if (freeFor) return shown({ lead: 'Free', text: capital(freeFor) }, masked);
  }
  const [, sold, sum] = !priced && (kind === 'pricing' || kind === 'menu') ? (BARE_PRICE.exec(text) ?? []) : [];
  if (sold && sum) return shown({ lead: capital(bare(sold)), price: sum }, masked);
  if (priced && kind !== 'steps' && kind !== 'schedule' && kind !== 'features' && kind !== 'text') {
    const before = bare(bare(priced.before).replace(COSTS, ''));
    const after = bare(priced.after.replace(/^\s*\(([^()]+)\)\s*$/u, '$1'));
    // "£28 a day": the unit is the name.
    const own = before || after;
    const lead = own || (priced.unit ?? '').replace(/^an?\s/u, 'per ');
    const { lead: name, text: about } = kind === 'menu' ? dish(lead) : named(lead);
    const said = [about ?? '', before ? after : ''].filter(Boolean).map(capital).join('. ');
    const details = { ...(priced.unit && own && { unit: priced.unit }), ...(said && { text: said }) };
    return shown({ lead: capital(name), price: priced.price, ...details }, masked);
  }
  const { lead, text: about } = named(text);
  return shown({ lead: capital(lead), ...(about && { text: sentence(about) }) }, masked);
}

const FREE_PLAN =
  /^(.{2,40}?)[\s:,-]+(free|kostenlos|gratuit|gratis|gratuito|on request|auf anfrage|sur devis|sur demande|a petición|su richiesta|sob consulta|op aanvraag|på förfrågan|bezpłatnie|na zapytanie)(?!\p{L})\s*(.{0,80})$/iu;

/** "Basic at £5", "the small jar is £4". */
const COSTS = /\s(?:is|are|at|for|costs?|only|just|(?:starts?|comes?) (?:at|from))$/iu;

/** "2 x Wool, colour Peat, £6.40 each" */
function orderLine(text: string): BriefItem {
  const [, quantity, rest = text] = /^(\d{1,3})\s?(?:[x×]|st\.|stk\.?|pcs\.?)\s+(.*)$/isu.exec(text) ?? [];
  const priced = priceIn(rest);
  const [lead = '', ...about] = bare(priced?.before ?? rest).split(/\s*,\s*/u);
  return {
    lead: capital(lead),
    ...(about.length > 0 && { text: about.join(', ') }),
    ...(priced && { price: [priced.price, priced.unit ?? /^\s*each\b/iu.exec(priced.after)?.[0].trim()].filter(Boolean).join(' ') }),
    ...(quantity && { quantity }),
  };
}

/** "Weight: 9.8 kg vs 15 kg" */
function compared(text: string, masked: Masked): BriefItem {
  const [, lead = text, rest = ''] = /^([^:：|]{1,60})\s*[:：|]\s*(.*)$/su.exec(text) ?? [];
  const cells = rest
    .split(/\s+(?:vs\.?|versus|gegen|contre|contra|contro|tegen|mot)\s+|\s*\|\s*/iu)
    .map((cell) => bare(masked.shown(cell)));
  return { lead: bare(masked.shown(lead)), cells: cells.filter(Boolean) };
}

/** "Forelle mit Kartoffeln (vegetarisch)" */
function dish(text: string): { lead: string; text?: string } {
  const [, lead, about] = /^([^(,]{2,80}?)\s*(?:\(([^)]{2,200})\)|,\s*(.{2,200}))$/u.exec(text) ?? [];
  return lead ? { lead, ...(about && { text: capital(about) }) } : { lead: text };
}

/** "Keynote: Who is afraid of figures? (Temi Ashcroft)" */
function session(text: string): { lead: string; text?: string; who?: string } {
  const [, title = text, who] = /^(.{2,200}?)\s*\(([^()]{3,80})\)$/su.exec(text) ?? [];
  const given = who?.split(/\s*(?:,|&|\band\b|\bund\b|\bet\b)\s*/u).every((name) => PERSON.test(name) && /^\p{Lu}/u.test(name));
  if (SESSION.test(title)) return given ? { lead: title, who } : { lead: title, ...(who && { text: who }) };
  return given ? { ...named(title), who } : named(text);
}
const SESSION =
  /^(?:opening |closing |guest )?(?:keynote|talk|workshop|panel|lecture|session|film|screening|concert|discussion|debate|reading|seminar|demo|round ?table|vortrag|impuls|podium|lesung|konferenz|conférence|atelier|débat|charla|taller|mesa redonda|relazione|tavola rotonda|palestra|lezing|föredrag|wykład|warsztaty)(?:\s\d{1,2})?\s?:\s/iu;

function named(text: string): { lead: string; text?: string; who?: string } {
  const [, lead, about] = /^([^:：]{2,90}?)\s*[:：]\s+(.{2,600})$/su.exec(text) ?? /^(.{2,90}?)\s+[–—-]\s+(.{2,600})$/su.exec(text) ?? [];
  if (lead && about) return { lead, text: about };
  const [, name, inner] = /^(.{2,90}?)\s*\(([^()]{2,200})\)\s*$/su.exec(text) ?? [];
  return name && inner ? { lead: name, text: inner } : { lead: text };
}

const sentence = (text: string): string => {
  const trimmed = text.trim();
  return /[.!?。？]$/u.test(trimmed) || trimmed.split(/\s+/).length < 3 ? capital(trimmed) : `${capital(trimmed)}.`;
};

function shown({ lead, ...rest }: BriefItem, masked: Masked): BriefItem {
  const clean = (text: string): string => bare(masked.shown(text));
  const more = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, typeof value === 'string' ? clean(value) : value]));
  return { lead: clean(lead), ...more };
}

const PERSON =
  /^(?:(?:mrs?|ms|dr|prof|sir|frau|herr|mme|dott|sra?)\.?\s)?\p{Lu}[\p{L}'’.-]+(?:\s(?:van|von|de|der|den|da|di|la|le|el|al|bin))*(?:\s\p{Lu}[\p{L}'’.-]+){1,2}$/iu;

export function looksLikePeople(entries: readonly string[], masked: Masked): boolean {
  const names = entries.map((entry) => masked.shown(entry).split(/\s*[,(:–—]\s*|\s-\s/u)[0] ?? '');
  return entries.length >= 2 && names.every((name) => PERSON.test(name) && /\p{Lu}\S*\s.*\p{Lu}/u.test(name));
}

export const isFact = (text: string): boolean =>
  first(WHEN, text) !== null || first(PRICE, text) !== null || /[\ue100-\ue483]|:\s/.test(text);

const CLOCK_FIRST = /^\d{1,2}[.:]\d{2}\s?\p{L}/u;
/** "Adult ski pass … 45": a number behind leader dots is a price. */
const BARE_PRICE = /^(.{2,80}?)\s*…\s*(\d{1,5}(?:[.,]\d{2})?(?:,-)?)$/u;

export function kindOf(lines: readonly string[]): BlockKind | undefined {
  if (lines.length < 2) return undefined;
  const share = (test: (line: string) => boolean) => lines.filter(test).length / lines.length;
  if (share((line) => CLOCK_FIRST.test(line)) >= 0.6) return 'schedule';
  if (share((line) => /^[^?？]{3,200}[?？]\s*\S/u.test(line)) >= 0.6) return 'faq';
  if (share((line) => begins(line) !== undefined && begins(line)?.rest !== '') >= 0.6) return 'schedule';
  if (share((line) => first(PRICE, line) !== null || BARE_PRICE.test(line)) >= 0.6) return 'pricing';
  return undefined;
}
