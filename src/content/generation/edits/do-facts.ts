import type { Draft } from '../draft/draft.ts';
import { factHref } from '../library/given.ts';
import { type BriefFact, type FactKind, note } from '../reader/brief.ts';
import { PRICE, TIME, WHEN } from '../reader/dates.ts';
import { polishedDates } from '../reader/statements.ts';
import { capital } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import { entriesAbout, spansAbout } from './about.ts';
import { replacing } from './do-replace.ts';
import { factEntries } from './find.ts';
import { apply, type DraftOperation } from './operations.ts';
import { already, type Context, choice, cited, done, failed, insert, inTurn, type NewFact, type Outcome, set } from './orders.ts';
import { bare, holds, textsOf } from './texts.ts';
import { countOf, countsOf, FROM, SPANS, spanLike, TIMES, timeLike, VALUES, withoutNow } from './values.ts';

/** A fact with a new value: it is found by its kind, wherever it stands. */

const PATTERNS: Partial<Record<NewFact['kind'], RegExp>> = {
  ...{ ...VALUES, money: PRICE, salary: PRICE, until: WHEN, deadline: WHEN, span: SPANS },
};
const DATED: readonly NewFact['kind'][] = ['when', 'until', 'deadline'];

export function setFacts(context: Context, facts: readonly NewFact[], of: string): Outcome {
  const outcome = inTurn(context, facts, (now, fact) => setFact(now, fact, of));
  const [rest] = UNTIL_REST.exec(of) ?? [];
  if ('problem' in outcome || rest === undefined) return outcome;
  const next = apply(context.draft, outcome.operations);
  if ('draft' in next && textsOf(next.draft).some(({ text }) => holds(text, rest))) return outcome;
  const dropped = `${cited(rest.trim())} was left out: it is no date that is understood. Say it by itself: “until: …”.`;
  return { ...outcome, notes: [note('left_out', dropped)] };
}

const UNTIL_REST = /(?:^|\s)(?:until|till|bis|jusqu['’]?(?:au|à)?|hasta|fino|até|tot)\s.+$/iu;

const GENERIC: Partial<Record<NewFact['kind'], RegExp>> = {
  discount: /^(?:discount|sale|offer|reduction|rabatt|remise|descuento|sconto|desconto|korting)$/iu,
  time: /^(?:time|start|start time|beginning|hour|uhrzeit|beginn|zeit|heure|hora|ora|tijd|tid|godzina)$/iu,
  when: /^(?:date|day|datum|tag|fecha|data|dag)$/iu,
  price: /^(?:price|cost|fee|preis|prix|precio|prezzo|preço|prijs|pris|cena)$/iu,
  money: /^(?:price|cost|fee|preis|prix|precio|prezzo|preço|prijs|pris|cena)$/iu,
};

/** The subject of the page as a whole: "the show is on Friday" dates the page. */
const EVENTS =
  /^(?:event|show|gig|concert|webinar|course|class|workshop|party|wedding|conference|festival|fair|sale|talk|walk|meeting|race|opening|launch|next one|it|veranstaltung|konzert|kurs|feier|fest|treffen|événement|concert|atelier|cours|fête|réunion|evento|concierto|curso|taller|boda|fiesta|concerto|corso|festa|espetáculo|concerto|cursus|feest|bijeenkomst|konsert|kurs|fest|möte)$/iu;

const ANSWERS =
  /^(?:rsvp|reply|replies|answer|answers|sign ?ups?|sign-ups?|register|registration|apply|applications?|anmeldung|anmelden|antwort|rückmeldung|réponses?|inscriptions?|inscripción|iscrizion[ei]|inscriç(?:ão|ões)|aanmelden|anmälan)(?:\s(?:close[sd]?|by|is|are|bis))?$/iu;

export function setFact(context: Context, fact: NewFact, owner = ''): Outcome {
  const { draft } = context;
  const subject = withoutNow(owner.replace(/\s+(?:starts?|begins?|takes place|happens|ends)$/iu, ''));
  const of =
    GENERIC[fact.kind]?.test(subject) || ((fact.kind === 'when' || fact.kind === 'time') && EVENTS.test(bare(subject))) ? '' : subject;
  if (fact.also) return addDay(draft, fact.value);
  if (fact.kind === 'when' && ANSWERS.test(of)) return setFact(context, { kind: 'deadline', value: fact.value });
  if (isTimeHere(draft, fact, of)) return setFact(context, { kind: 'time', value: fact.value }, of);
  const { kind } = fact;
  const value = polishedDates(fact.value, draft.lang);
  if (kind === 'code') return setCode(context, value);
  if (of === '') {
    const labelled =
      kind === 'discount' || kind === 'money' || kind === 'time' || kind === 'count' || kind === 'span' ? [] : factEntries(draft, kind);
    if (labelled.length === 1 && labelled[0] && !NTH.test(value))
      return replaceFact(context, labelled[0], { kind: kind as FactKind, value });
    if (labelled.length > 1 && kind !== 'when')
      return failed(`There are several: ${choice(labelled.map(({ value: one }) => one))}. Say which: “change … to ${value}”.`);
    const held = inContact(context, kind, value);
    if (held) return held;
  }
  const unit = kind === 'count' ? countOf(value)?.unit : undefined;
  const pattern = unit === undefined ? PATTERNS[kind] : countsOf(unit);
  if (!pattern) return of === '' ? addFact(context, kind as FactKind, value) : failed(`It is not clear what ${cited(value)} belongs to.`);
  const find = (texts: readonly string[]): string[] => distinctOf(texts, { ...fact, value }, pattern);
  // The one value of its kind is meant, however the instruction calls it.
  const everywhere = find(textsOf(draft).map(({ text }) => text));
  const entries = of === '' || everywhere.length === 1 ? [] : entriesAbout(draft, of);
  const spoken = of !== '' && everywhere.length !== 1 ? inSpans(context, { ...fact, value }, of, pattern) : undefined;
  if (
    of !== '' &&
    entries.length === 0 &&
    (everywhere.length !== 1 ||
      !of
        .split(' ')
        .some((word) =>
          textsOf(draft).some(({ text }) => holds(text, word) || (word.length > 4 && holds(text, word.replace(/['’]?s$/u, '')))),
        ))
  )
    return spoken ?? failed(`${cited(of)} was not found, so ${cited(value)} has no place.`);
  const texts = textsOf(draft).filter(
    ({ path }) => !path.endsWith('.href') && (entries.length === 0 || entries.some((entry) => path.startsWith(entry))),
  );
  const distinct = find(texts.map(({ text }) => text));
  const old = distinct.length === 1 ? distinct[0] : covering(distinct);
  if (old !== undefined) {
    if (DATED.includes(kind) && isDay(value) && !isDay(old)) return failed(`The date is ${cited(old)}. Say the new one in full.`);
    if (of !== '' && DATED.includes(kind) && isDay(old) && !isDay(value) && everywhere.length > 1)
      return failed(`It says ${cited(old)} there, and not which date. Say which words are to be changed: “change … to ${value}”.`);
    const next = like(old, { ...fact, value });
    const scoped =
      entries.length === 0
        ? replacing(draft, old, next)
        : replacing(draft, old, next).filter(
            (one) =>
              one.op === 'set' &&
              (entries.some((entry) => one.path.startsWith(entry)) ||
                !entries.some((entry) => one.path.split('.')[0] === entry.split('.')[0])),
          );
    if (normal(old) === normal(next)) return already(`It says ${cited(old)} already.`);
    return scoped.length > 0 ? done(scoped, `${cited(old)} is ${cited(next)} now.`) : failed(`${cited(old)} could not be replaced.`);
  }
  if (spoken) return spoken;
  if (distinct.length > 1) return failed(`There are several: ${choice(distinct)}. Say which: “change … to ${value}”.`);
  if (kind === 'discount' || kind === 'time' || kind === 'money' || kind === 'count' || kind === 'span' || of !== '')
    return failed(`There is nothing in it that ${cited(value)} could replace.`);
  return addFact(context, kind as FactKind, value);
}

/** "On Fridays, too": one more of the days that it says. */
function addDay(draft: Draft, value: string): Outcome {
  const [fact, other] = factEntries(draft, 'when');
  if (!fact || other || !isDay(value)) return failed(`It is not clear what ${cited(value)} is added to. Say: “when: …”.`);
  if (TIME.test(fact.value) && !TIME.test(value)) return failed(`It says ${cited(fact.value)}. Say it with the new day: “when: …”.`);
  return done([set(`${fact.path}.value`, `${fact.value}, ${value}`)], `It says ${cited(`${fact.value}, ${value}`)} now.`);
}

/** "The raffle is 16.30": a figure without a currency, of something that has a time and no price. */
function isTimeHere(draft: Draft, { kind, value }: NewFact, of: string): boolean {
  if (kind !== 'money' || of === '' || !/^(?:[01]?\d|2[0-3])(?:[.:][0-5]\d)?$/.test(value)) return false;
  const entries = entriesAbout(draft, of);
  const texts = textsOf(draft).filter(({ path }) => entries.some((entry) => path.startsWith(entry)));
  const has = (pattern: RegExp): boolean => texts.some(({ text }) => text.search(pattern) >= 0);
  return has(TIMES) && !has(PRICE);
}

const NTH = /^\d{1,2}(?:st|nd|rd|th)$/iu;

function like(old: string, { kind, value }: NewFact): string {
  if (kind === 'span') return spanLike(old, value);
  if (NTH.test(value))
    return old.replace(/(?<!\d)\d{1,2}(?:st|nd|rd|th)?(?![\d:])/u, (day) => (/\D/.test(day) ? value : value.replace(/\D/gu, '')));
  if (kind === 'money') return old.replace(/\d[\d.,]*/, value);
  if (kind === 'time') return timeLike(old, value);
  if (kind === 'count' && /^\p{Lu}/u.test(old)) return capital(value);
  if (kind === 'count' && /^\S+-/.test(old)) return old.replace(/^[^-\s]+/, countOf(value)?.number ?? value);
  return kind === 'price' && FROM.test(value) ? value.replace(FROM, '') : value;
}

function inSpans({ draft }: Context, fact: NewFact, of: string, pattern: RegExp): Outcome | undefined {
  for (const spans of spansAbout(draft, of)) {
    const found = distinctOf(
      spans.map(({ text }) => text),
      fact,
      pattern,
    );
    const [old] = found;
    if (old === undefined) continue;
    if (found.length > 1) return undefined;
    if (DATED.includes(fact.kind) && isDay(old) !== isDay(fact.value)) return undefined;
    const next = like(old, fact);
    const operations = spans.flatMap(({ path, begin, text }) => {
      const at = text.indexOf(old);
      const all = textsOf(draft).find((one) => one.path === path)?.text ?? '';
      return at < 0 ? [] : [set(path, all.slice(0, begin + at) + next + all.slice(begin + at + old.length))];
    });
    // Twice in one text, the second would undo the first.
    const paths = new Set(operations.map((one) => (one.op === 'set' ? one.path : '')));
    if (paths.size !== operations.length) return undefined;
    return normal(old) === normal(next)
      ? already(`It says ${cited(old)} already.`)
      : done(operations, `${cited(old)} is ${cited(next)} now.`);
  }
  return undefined;
}

const isDay = (text: string): boolean => !/\d/.test(text.replace(TIME, ''));

function distinctOf(texts: readonly string[], { kind, value, unit, old }: NewFact, pattern: RegExp): string[] {
  const found = texts
    .flatMap((text) =>
      [...text.matchAll(pattern)].filter(
        ({ 0: one, index }) =>
          // "£29.50." looks like a date of German kind.
          !(DATED.includes(kind) && /[€£$]\s?$/u.test(text.slice(0, index))) &&
          (unit === undefined || normal(text.slice(index + one.length, index + one.length + 40)).startsWith(normal(unit))),
      ),
    )
    .map(([one]) =>
      one
        .trim()
        .replace(FROM, '')
        .replace(/(?<=\p{L})\.$/u, ''),
    );
  if (found.length === 0 && unit !== undefined) return distinctOf(texts, { kind, value, ...(old !== undefined && { old }) }, pattern);
  const dated = DATED.includes(kind);
  const parts = dated ? found.flatMap((one) => datesIn(one)) : found;
  const all = [...new Map(parts.map((one) => [normal(one).replace(/\s/g, ''), one])).values()].filter((one) => one !== '');
  // A day takes the place of a day, and a date that of a date.
  const named = old === undefined ? all : all.filter((one) => one.match(/\d[\d.,]*/)?.[0] === old);
  const same = dated ? named.filter((one) => isDay(one) === isDay(value)) : named;
  return same.length > 0 ? same : named;
}

/** Of several forms of one thing the longest, when it holds all others: "Sunday 17 May" and "17 May". */
const covering = (found: readonly string[]): string | undefined => {
  const longest = found.toSorted((one, other) => other.length - one.length)[0];
  return longest && found.length > 1 && found.every((one) => normal(longest).includes(normal(one))) && found.length <= 2
    ? longest
    : undefined;
};

/** "Saturday 11 April 10-14": two numbers behind a date are times. */
const PLAIN_SPAN = /(?<=\p{L}[\s,]{1,3})\d{1,2}(?:[:.]\d\d)?\s?[–-]\s?\d{1,2}(?:[:.]\d\d)?$/u;
/** A date without its time, so that the time stays when a day is another. */
const datesIn = (found: string): string[] =>
  found
    .replace(PLAIN_SPAN, '')
    .split(new RegExp(TIME.source, 'iu'))
    .flatMap((day) => {
      const text = day
        .replace(/^[\s,–-]*(?:from|von|ab|de|to|bis|until)?[\s,–-]+/iu, '')
        .replace(/[\s,]+(?:um|at|à|om|kl|o|from|von|ab|de)?[\s,]*$/iu, '')
        .trim();
      return text === '' ? [] : [text];
    });

function replaceFact({ draft }: Context, old: { path: string; value: string; href?: string }, given: BriefFact): Outcome {
  // The unit of a price stays: "£14.50/h".
  const [was, is] = [old.value.match(PRICE), given.value.match(PRICE)];
  const fact =
    given.kind === 'price' && was?.length === 1 && is?.length === 1 && is[0]?.trim() === given.value.trim()
      ? { ...given, value: old.value.replace((was[0] as string).trim(), given.value.trim()) }
      : given;
  const value = /^\p{Ll}/u.test(fact.value) && /^\p{Lu}/u.test(old.value) ? capital(fact.value) : fact.value;
  if (normal(value) === normal(old.value)) return already(`It says ${cited(old.value)} already.`);
  // Of "Thursdays 7pm, from 16 April" the day, or the date, and never the time.
  const dates = fact.kind === 'when' ? datesIn(old.value) : [];
  const keeps =
    ((TIME.test(old.value) || PLAIN_SPAN.test(old.value)) && !TIME.test(value) && !PLAIN_SPAN.test(value)) || dates.length > 1
      ? dates.find((one) => isDay(one) === isDay(value))
      : undefined;
  const several = (text: string): number => text.match(/(?<!\d)\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?\p{L}{3,}/gu)?.length ?? 0;
  if ((dates.length > 1 && keeps === undefined) || (fact.kind === 'when' && several(old.value) > 1 && several(value) === 1))
    return failed(`It says ${cited(old.value)}. Say which words are to be changed: “change … to ${value}”.`);
  const href = old.href === undefined ? undefined : factHref({ ...fact, value });
  const operations = replacing(draft, keeps ?? old.value, value);
  const own = operations.some((operation) => operation.op === 'set' && operation.path === `${old.path}.value`)
    ? []
    : [set(`${old.path}.value`, value)];
  return done(
    [...operations, ...own, ...(href ? [set(`${old.path}.href`, href)] : [])],
    `${cited(keeps ?? old.value)} is ${cited(value)} now.`,
  );
}

function inContact({ draft }: Context, kind: NewFact['kind'], value: string): Outcome | undefined {
  const key = kind === 'where' ? 'address' : kind;
  if (key !== 'phone' && key !== 'email' && key !== 'address' && key !== 'hours') return undefined;
  const operations: DraftOperation[] = [];
  let old: string | undefined;
  for (const block of draft.blocks) {
    if (key !== 'hours') {
      const held = block.kind === 'contact' || block.kind === 'map' ? (block as Partial<Record<typeof key, string>>)[key] : undefined;
      if (held !== undefined && held !== value) old = held;
    } else if (block.kind === 'contact' && block.hours) {
      old = block.hours.join(', ');
      if (TIME.test(old) && !TIME.test(value))
        return failed(`The hours are ${cited(old)}. Say them in full, with the times: “opening hours: …”.`);
      operations.push(set(`${block.id ?? block.kind}.hours`, [value]));
    }
  }
  if (old === undefined) return undefined;
  if (key !== 'hours') operations.push(...replacing(draft, old, value));
  if (key === 'email')
    for (const block of draft.blocks) if (block.kind === 'contact' && block.email === old) operations.push(set(`${block.id}.email`, value));
  return done(operations, `${cited(old)} is ${cited(value)} now.`);
}

function setCode(context: Context, value: string): Outcome {
  const { draft } = context;
  const blocks = draft.blocks.filter((block) => block.kind === 'code');
  const labelled = factEntries(draft, 'code');
  const olds = [...new Set([...blocks.map(({ code }) => code), ...labelled.map(({ value: one }) => one)])].filter((one) => one !== value);
  if (olds.length === 1 && olds[0]) return done(replacing(draft, olds[0], value), `The code is ${cited(value)} now.`);
  if (olds.length > 1) return failed(`There are several codes: ${choice(olds)}. Say which: “change … to ${value}”.`);
  if (blocks.length > 0 || labelled.length > 0) return already(`The code is ${cited(value)} already.`);
  const after = draft.blocks.find(({ kind }) => kind === 'letter') ?? draft.blocks[0];
  return insert({ kind: 'code', code: value }, after?.id, `The code ${cited(value)} is added.`);
}

function addFact({ draft, words, kind: of }: Context, kind: FactKind, value: string): Outcome {
  if (value.length > 240) return failed('It is too long for a fact.');
  if (kind === 'phone' || kind === 'email' || kind === 'hours' || (kind === 'address' && of === 'page')) {
    const contact = draft.blocks.find((block) => block.kind === 'contact');
    const entry = kind === 'hours' ? [value] : value;
    if (contact?.id) return done([set(`${contact.id}.${kind}`, entry)], `${cited(value)} stands in the contact details.`);
    const end = draft.blocks.findIndex(({ kind: one }) => one === 'form' || one === 'footer');
    const before = end > 0 ? draft.blocks[end - 1] : draft.blocks.at(-1);
    const block = { kind: 'contact', ...(words.headings.contact && { heading: words.headings.contact }), [kind]: entry };
    return insert(block, before?.id, `${cited(value)} stands in a section of its own now.`);
  }
  const label = words.facts[kind];
  if (!label) return failed(`It is not clear where ${cited(value)} belongs.`);
  const entry = { label, value: capital(value) };
  const facts = draft.blocks.find((block) => block.kind === 'facts');
  if (facts?.id) return done([set(`${facts.id}.items[${facts.items.length}]`, entry)], `${cited(value)} is added.`);
  const hero = draft.blocks.find((block) => block.kind === 'hero');
  if (of === 'page' && hero?.id && (hero.facts?.length ?? 0) < 4)
    return done([set(`${hero.id}.facts`, [...(hero.facts ?? []), entry])], `${cited(value)} is added at the top.`);
  const after = draft.blocks.find(({ kind: one }) => one === 'letter') ?? draft.blocks[0];
  return insert({ kind: 'facts', items: [entry] }, after?.id, `${cited(value)} is added.`);
}
