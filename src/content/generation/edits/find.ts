import type { Block, BlockKind, Draft } from '../draft/draft.ts';
import { wordsOf } from '../library/library.ts';
import type { FactKind } from '../reader/brief.ts';
import { labelOf } from '../reader/labels.ts';
import { lexicon, normal } from '../reader/words.ts';
import { headingOf } from './orders.ts';
import { bare, holds } from './texts.ts';

/** Finds the parts of a draft that an instruction names: by kind, by heading, by label, by their words. */

export interface Found {
  block: Block;
  id: string;
}

const idOf = (block: Block): string => block.id ?? block.kind;
/** The place that a word such as "second" stands for, counted from 0. */
const placeOf = (word: string): number | undefined => {
  const place = lexicon('ordinals').exact(word);
  return place === undefined ? undefined : Number(place);
};
const SECTION =
  /(?:^|\s+)(?:sections?|blocks?|parts?|areas?|bits?|stuff|things?|thingy|ones?|lists?|tables?|panels?|boxes|abschnitte?|bereiche?|teile?|blöcke?|sections?|blocs?|parties?|sección|secciones|bloques?|sezion[ei]|blocc(?:o|hi)|secção|seção|secções|blocos?|secties?|blokken|sektion(?:en)?|avsnitt(?:et)?|sekcj[aeęi]|セクション|部分)$/iu;

export function blocksNamed(draft: Draft, phrase: string): Found[] {
  const whole = bare(phrase).replace(/[“”"]/g, '');
  if (whole === '') return [];
  const all = draft.blocks.map((block): Found => ({ block, id: idOf(block) }));
  const said = normal(whole);
  const exact = all.filter(({ block }) => normal(headingOf(block)) === said && block.kind !== 'hero');
  if (exact.length > 0) return exact;
  const [ordinal, words] = ordinalOf(bare(whole.replace(SECTION, '')));
  const by = (found: Found[]): Found[] => (ordinal === undefined ? found : [found.at(ordinal)].flatMap((one) => one ?? []));
  if (words === '') return ordinal === undefined ? [] : by(all.filter(({ block }) => !['hero', 'footer'].includes(block.kind)));
  const inner = normal(words);
  const kinds = kindsOf(words);
  const ofKind = kinds.length > 0 ? firstKind(all, kinds) : [];
  if (ofKind.length > 1 && ordinal === undefined) {
    const headed = ofKind.filter(({ block }) => normal(headingOf(block)).includes(inner));
    if (headed.length === 1) return headed;
  }
  if (ofKind.length > 0) return by(ofKind);
  const headed = all.filter(
    ({ block }) =>
      block.kind !== 'hero' && headingOf(block) !== '' && (holds(headingOf(block), words) || sharesStem(headingOf(block), words)),
  );
  if (headed.length > 0) return by(headed);
  const named = lexicon('sections').find(words);
  // "The section with the days": a part named by its content.
  const within =
    /^(?:section|part|block|bit|abschnitt|bereich|section|sección|sezione)?\s*(?:with|about|for|on|mit|über|avec|sur|con|sobre|com|met|over|med|om|z|o)\s+(?:the\s+|all\s+|our\s+|den\s+|die\s+|les\s+|los\s+|las\s+|i\s+|le\s+|os\s+|as\s+|de\s+)*(.{2,60})$/iu.exec(
      whole,
    )?.[1];
  if (within) {
    const by = blocksNamed(draft, within);
    if (by.length > 0) return by;
    const holding = all.filter(({ block }) => block.kind !== 'hero' && holds(JSON.stringify(block), within));
    if (holding.length > 0) return holding;
  }
  if (named.length === 1 && SECTION.test(whole)) return by(firstKind(all, kindsOf(named[0]?.phrase ?? '')));
  return [];
}

const firstKind = (all: readonly Found[], kinds: readonly BlockKind[]): Found[] => {
  const first = kinds.find((kind) => all.some(({ block }) => block.kind === kind));
  return all.filter(({ block }) => block.kind === first);
};

function ordinalOf(words: string): [number | undefined, string] {
  const [first = '', ...rest] = words.split(/\s+/);
  const ordinal = placeOf(first);
  return ordinal === undefined ? [undefined, words] : [ordinal, bare(rest.join(' ').replace(SECTION, ''))];
}

export function kindsOf(phrase: string): BlockKind[] {
  const words = bare(phrase).replace(SECTION, '').trim();
  const kind = lexicon('sections').whole(words) as BlockKind | 'hours' | undefined;
  const more = (lexicon('part-names').whole(words)?.split(' ') ?? []) as BlockKind[];
  const known = kind === undefined ? [] : kind === 'hours' ? (['contact', 'facts'] as BlockKind[]) : [kind];
  return [...new Set([...known, ...more])];
}

/** "Comparison" and "compare", "benches" and "bench": words that begin alike. */
function sharesStem(heading: string, words: string): boolean {
  if (/[,&]|\s(?:and|or|und|oder|et|ou|y|o|e|en|of|och|eller|i|lub)\s/iu.test(words)) return false;
  const wanted = normal(words)
    .split(' ')
    .filter((word) => word.length >= 5);
  const there = normal(heading).split(' ');
  return (
    wanted.length > 0 &&
    wanted.every((word) => there.some((other) => other.length >= 4 && other.startsWith(word.slice(0, Math.max(5, word.length - 2)))))
  );
}

const LINE_OF =
  /(?:regel|zeile|rad|text|tekst|texten|regeln)$|^(?:ligne|línea|riga|linha)\s+(?:d[’']|de\s+|del\s+|di\s+|do\s+|dell[’']|dello\s+)(?:la\s+)?/iu;

/** A label with the words that people put around it: "Betreffzeile", "de onderwerpregel", Swedish "rubriken", "RSVP deadline". */
export function labelNamed(words: string): ReturnType<typeof labelOf> {
  const plain = words.replace(LINE_OF, '');
  return (
    labelOf(words) ??
    (words.length > 5 ? labelOf(words.replace(/(?:en|et|n)$/u, '')) : undefined) ??
    (plain.length > 3 && plain !== words ? labelOf(plain) : undefined) ??
    (/^(?:\p{L}+\s)?(?:deadline|closing date|frist|date limite|fecha límite|scadenza|prazo)$/iu.test(words)
      ? { label: 'deadline' }
      : undefined)
  );
}

export interface FoundField {
  path: string;
  form: string;
  at: number;
  label: string;
  field: { type: string; label: string; name?: string; required?: boolean; options?: string[]; maps_to?: string };
}

type Named = Pick<FoundField, 'label' | 'field'>;

export const fieldsOf = (draft: Draft): FoundField[] =>
  draft.blocks.flatMap((block) =>
    block.kind === 'form'
      ? block.fields.map((field, at) => ({ path: `${idOf(block)}.fields[${at}]`, form: idOf(block), at, label: field.label, field }))
      : [],
  );

export function fieldsNamed(draft: Draft, phrase: string): FoundField[] {
  const all = fieldsOf(draft);
  const named = fieldsAmong(all, phrase, draft.lang);
  return named.length > 0 ? named : all.filter(({ label }) => sharesStem(label, withoutFieldWord(phrase)));
}

const withoutFieldWord = (phrase: string): string =>
  bare(
    bare(phrase).replace(
      /(?:^|\s)(?:form\s+)?(?:fields?|inputs?|box|question|label|felder|feld|champs?|campos?|campi|velden|veld|fält(?:et)?|pol[ae]|項目|欄)(?:\s+(?:label|name))?$|^(?:field|feld|champ|campo|veld|fält|pole)\s+/iu,
      '',
    ),
  );

/** The fields that a phrase names: by label, by what they ask for, by type, by a part of their label. */
export function fieldsAmong<Of extends Named>(all: readonly Of[], phrase: string, lang: string): Of[] {
  const words = withoutFieldWord(phrase);
  const said = normal(words.replace(/[“”"]/g, ''));
  if (said === '') return [];
  const exact = all.filter(({ label }) => normal(label) === said);
  if (exact.length > 0) return exact;
  const standard = lexicon('fields').whole(words) ?? lexicon('fields').whole(words.replace(/\s+(?:number|address|box|nummer)$/iu, ''));
  if (standard) {
    const known = all.filter(
      ({ field }) =>
        field.type === standard ||
        field.name === standard ||
        field.maps_to === standard ||
        (standard === 'postcode' && field.maps_to === 'zip_code') ||
        (standard === 'message' && field.type === 'longtext' && field.name === 'message') ||
        normal(field.label) === normal(wordsOf(lang).fields[standard] ?? ''),
    );
    if (known.length > 0) return known;
    const alike = all.filter(({ label }) => lexicon('fields').whole(label) === standard);
    if (alike.length > 0) return alike;
    if (standard === 'message' || standard === 'subject') return all.filter(({ field }) => field.type === 'longtext').slice(0, 1);
  }
  const type = /^(?:choice|drop\s?down|select|selection|auswahl|choix|keuze|scelta)$/iu.test(words)
    ? ['choice', 'choices']
    : /^(?:check\s?box|tick\s?box|consent)$/iu.test(words)
      ? ['consent', 'choices']
      : /^(?:date)$/iu.test(words)
        ? ['date']
        : [];
  const typed = all.filter(({ field }) => type.includes(field.type));
  if (typed.length > 0) return typed;
  return all.filter(({ label }) => holds(label, words) || (words.length > 3 && words.endsWith('s') && holds(label, words.slice(0, -1))));
}

export function fieldsAsked(draft: Draft, phrase: string): FoundField[] {
  const [, word = ''] =
    /^(\p{L}+|\d(?:st|nd|rd|th))\s(?:question|field|one|frage|feld|question|champ|pregunta|campo|domanda|vraag|veld)$/iu.exec(
      bare(phrase),
    ) ?? [];
  const at = placeOf(word);
  const found = at === undefined ? fieldsNamed(draft, phrase) : [fieldsOf(draft).at(at)];
  return found.flatMap((one) => one ?? []);
}

export interface FoundEntry {
  path: string;
  block: Block;
  text: string;
}

const LISTS = ['items', 'rows', 'points', 'totals', 'paragraphs', 'hours', 'facts', 'links', 'groups'] as const;

export function entriesOf(draft: Draft): FoundEntry[] {
  const within = (block: Block, path: string, entries: unknown): FoundEntry[] =>
    !Array.isArray(entries)
      ? []
      : entries.flatMap((entry, i) => {
          const inner = path.endsWith('.groups') ? (entry as { items?: unknown[] }).items : undefined;
          return inner ? within(block, `${path}[${i}].items`, inner) : [{ path: `${path}[${i}]`, block, text: wordsIn(entry) }];
        });
  return draft.blocks.flatMap((block) =>
    LISTS.flatMap((list) => within(block, `${idOf(block)}.${list}`, Object.hasOwn(block, list) ? block[list as keyof Block] : undefined)),
  );
}

function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsIn).join(' ');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([key]) => !['url', 'href', 'drawing'].includes(key))
    .map(([, one]) => wordsIn(one))
    .join(' · ');
}

export function entriesNamed(draft: Draft, phrase: string): FoundEntry[] {
  const words = bare(phrase)
    .replace(/[“”"]/g, '')
    .replace(
      /\s+(?:entry|row|item|line|question|answer|plan|ticket|option|dish|step|show|gig|session|person|quotes?|testimonial|review|zitat|ones?|thing|price|bit|eintrag|zeile|frage|ligne|entrée|fila|riga|linha|rij|rad|wiersz)$/iu,
      '',
    );
  if (words === '') return [];
  const named =
    /^(?:paket|plan|ticket|package|option|gericht|dish|frage|question|service|leistung|entry|item|row|line|speaker|step)\s+(\S.+)$/iu.exec(
      words,
    )?.[1];
  if (named && entriesNamed(draft, named).length === 1) return entriesNamed(draft, named);
  const numbered = numberedEntry(draft, bare(phrase));
  if (numbered) return [numbered];
  const all = entriesOf(draft).filter(({ path }) => !path.includes('.paragraphs['));
  const lead = all.filter(({ text }) => normal(text.split(' · ').at(0) ?? '') === normal(words));
  const held = lead.length > 0 ? lead : all.filter(({ text }) => holds(text, words));
  // "Mayas quote", "Liz' review".
  const owner = /^(\p{L}{3,30}?)(?:['’]?s|['’])$/iu.exec(words)?.[1];
  return held.length > 0 || owner === undefined ? held : all.filter(({ text }) => holds(text, owner));
}

/** "The last step", "question 2": an entry by its place. */
function numberedEntry(draft: Draft, words: string): FoundEntry | undefined {
  const [, before, noun = '', after] =
    /^(?:(\p{L}+|\d{1,2}(?:st|nd|rd|th))\s)?(\p{L}+)(?:\s(?:no\.?\s?|number\s)?(\d{1,2}))?$/u.exec(words) ?? [];
  const kind = lexicon('numbered').exact(noun);
  const at = after === undefined ? placeOf(before ?? '') : Number(after) - 1;
  const blocks = draft.blocks.filter((block) => block.kind === kind);
  if (kind === undefined || at === undefined || blocks.length !== 1) return undefined;
  return entriesOf(draft)
    .filter(({ block }) => block === blocks[0])
    .at(at);
}

export function factEntries(draft: Draft, kind: FactKind): { path: string; label: string; value: string; href?: string }[] {
  const own = normal(wordsOf(draft.lang).facts[kind] ?? '');
  return draft.blocks.flatMap((block) => {
    const [list, facts = []] = block.kind === 'hero' ? ['facts', block.facts] : block.kind === 'facts' ? ['items', block.items] : [];
    return facts.flatMap((fact, i) => {
      const label = labelOf(fact.label);
      const isMeant = normal(fact.label) === own || (label && 'label' in label && label.label === kind);
      return isMeant ? [{ path: `${idOf(block)}.${list}[${i}]`, ...fact }] : [];
    });
  });
}

export function actionsOf(draft: Draft): { path: string; label: string; href?: string }[] {
  return draft.blocks.flatMap((block) => {
    const id = idOf(block);
    const found: { path: string; label: string; href?: string }[] = [];
    if (block.kind === 'form') found.push({ path: `${id}.submit`, label: block.submit });
    for (const name of ['action', 'second_action'] as const) {
      const action = (block as Partial<Record<typeof name, { label: string; href: string }>>)[name];
      if (action) found.push({ path: `${id}.${name}.label`, label: action.label, href: action.href });
    }
    return found;
  });
}
