import type { Block, Draft } from '../draft/draft.ts';
import { factHref } from '../library/facts.ts';
import type { BriefFact, FactKind } from '../reader/brief.ts';
import { DISCOUNT, PRICE, TIME, WHEN } from '../reader/dates.ts';
import { capital } from '../reader/split.ts';
import { polishedDates } from '../reader/statements.ts';
import { matcher, normal } from '../reader/words.ts';
import { replacing } from './do-replace.ts';
import { entriesNamed, entriesOf, factEntries } from './find.ts';
import { apply, type DraftOperation } from './operations.ts';
import type { NewFact } from './orders.ts';
import { already, type Context, choice, cited, done, failed, type Outcome, set } from './outcome.ts';
import { holds, textsOf } from './texts.ts';

/** A fact that is another now: it is found by its kind, wherever it stands. */

const PHONE = /(?<![\w/#.,€$£-])(?:\+|00|\(?0)\d(?:[\s()/.-]{0,2}\d){5,13}(?!\w)/g;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/g;
const PATTERNS: Partial<Record<NewFact['kind'], RegExp>> = {
  price: PRICE,
  money: PRICE,
  salary: PRICE,
  discount: DISCOUNT,
  when: WHEN,
  until: WHEN,
  deadline: WHEN,
  time: new RegExp(TIME.source, 'giu'),
  phone: PHONE,
  email: EMAIL,
};
const FROM = /^(?:from|ab|à partir de|desde|da|vanaf|från|od|a partir de)\s/iu;

export function setFacts(context: Context, facts: readonly NewFact[], of: string): Outcome {
  let draft = context.draft;
  const operations: DraftOperation[] = [];
  const said: string[] = [];
  for (const fact of facts) {
    const outcome = setFact({ ...context, draft }, fact, of);
    if ('problem' in outcome) return outcome;
    const next = apply(draft, outcome.operations);
    if ('problem' in next) return failed(next.problem);
    draft = next.draft;
    operations.push(...outcome.operations);
    said.push(outcome.said);
  }
  return done(operations, said.join(' '));
}

export function setFact(context: Context, fact: NewFact, of = ''): Outcome {
  const { draft } = context;
  const { kind } = fact;
  const value = polishedDates(fact.value, draft.lang);
  if (kind === 'code') return setCode(context, value);
  if (of === '') {
    const labelled = kind === 'discount' || kind === 'money' || kind === 'time' ? [] : factEntries(draft, kind);
    if (labelled.length === 1 && labelled[0]) return replaceFact(context, labelled[0], { kind: kind as FactKind, value });
    if (labelled.length > 1 && kind !== 'when')
      return failed(`There are several: ${choice(labelled.map(({ value: one }) => one))}. Say which: “change … to ${value}”.`);
    const held = inContact(context, kind, value);
    if (held) return held;
  }
  const pattern = PATTERNS[kind];
  if (!pattern) return of === '' ? addFact(context, kind as FactKind, value) : failed(`It is not clear what ${cited(value)} belongs to.`);
  // The one value of its kind is meant, whatever the instruction calls it.
  const everywhere = distinctOf(
    textsOf(draft).map(({ text }) => text),
    kind,
    pattern,
  );
  const entries = of === '' || everywhere.length === 1 ? [] : entriesAbout(draft, of);
  if (
    of !== '' &&
    entries.length === 0 &&
    (everywhere.length !== 1 || !of.split(' ').some((word) => textsOf(draft).some(({ text }) => holds(text, word))))
  )
    return failed(`${cited(of)} was not found, so ${cited(value)} has no place.`);
  const texts = textsOf(draft).filter(
    ({ path }) => !path.endsWith('.href') && (entries.length === 0 || entries.some((entry) => path.startsWith(entry))),
  );
  const distinct = distinctOf(
    texts.map(({ text }) => text),
    kind,
    pattern,
  );
  const old = distinct.length === 1 ? distinct[0] : covering(distinct);
  if (old !== undefined) {
    if (kind === 'when' && /\d/.test(old) && !/\d/.test(value)) return failed(`The date is ${cited(old)}. Say the new one in full.`);
    const next =
      kind === 'money' ? old.replace(/\d[\d.,]*/, value) : kind === 'price' && FROM.test(value) ? value.replace(FROM, '') : value;
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
  if (distinct.length > 1) return failed(`There are several: ${choice(distinct)}. Say which: “change … to ${value}”.`);
  if (kind === 'discount' || kind === 'time' || kind === 'money' || of !== '')
    return failed(`There is nothing in it that ${cited(value)} could replace.`);
  return addFact(context, kind as FactKind, value);
}

/** The values of a kind that texts hold, each once. */
function distinctOf(texts: readonly string[], kind: NewFact['kind'], pattern: RegExp): string[] {
  const found = texts.flatMap((text) => text.match(pattern) ?? []).map((one) => one.trim().replace(FROM, ''));
  const parts = kind === 'when' || kind === 'until' || kind === 'deadline' ? found.flatMap((one) => datesIn(one)) : found;
  return [...new Map(parts.map((one) => [normal(one).replace(/\s/g, ''), one])).values()].filter((one) => one !== '');
}

/** Of several forms of one thing the longest, when it holds all others: "Sunday 17 May" and "17 May". */
const covering = (found: readonly string[]): string | undefined => {
  const longest = found.toSorted((one, other) => other.length - one.length)[0];
  return longest && found.length > 1 && found.every((one) => normal(longest).includes(normal(one))) && found.length <= 2
    ? longest
    : undefined;
};

/** A date without its time, so that the time stays when a day is another. */
const datesIn = (found: string): string[] => {
  const day = found.replace(TIME, '\n').split('\n')[0] ?? '';
  const text = day.replace(/[\s,]+(?:um|at|à|om|kl|o|from|von|ab|de)?[\s,]*$/iu, '').trim();
  return text === '' ? [] : [text];
};

/** Entries, and facts by their labels, that speak of something. */
function entriesAbout(draft: Draft, of: string): string[] {
  const words = normal(of)
    .split(' ')
    .filter((word) => word.length > 2);
  const exact = entriesNamed(draft, of);
  if (exact.length === 1 && exact[0] && (/\s/.test(of) || normal(exact[0].text.split(' · ')[0] ?? '') === normal(of)))
    return [exact[0].path];
  const all = entriesOf(draft);
  const scored = all.map(({ path, text }) => {
    const speaks = matcher(text);
    return {
      path,
      score: words.filter(
        (word) =>
          speaks(word) ||
          (word.length >= 6 && speaks(`${word.slice(0, -1)}*`)) ||
          speaks(`${word}s`) ||
          speaks(word.replace(/s$/, '')) ||
          speaks(word.replace(/es$/, '')),
      ).length,
    };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 || best < words.length / 2 ? [] : scored.filter(({ score }) => score === best).map(({ path }) => path);
}

function replaceFact({ draft }: Context, old: { path: string; value: string; href?: string }, given: BriefFact): Outcome {
  // What the price is for stays: "£14.50/h".
  const [was, is] = [old.value.match(PRICE), given.value.match(PRICE)];
  const fact =
    given.kind === 'price' && was?.length === 1 && is?.length === 1 && is[0]?.trim() === given.value.trim()
      ? { ...given, value: old.value.replace((was[0] as string).trim(), given.value.trim()) }
      : given;
  const value = /^\p{Ll}/u.test(fact.value) && /^\p{Lu}/u.test(old.value) ? capital(fact.value) : fact.value;
  if (normal(value) === normal(old.value)) return already(`It says ${cited(old.value)} already.`);
  const keeps = TIME.test(old.value) && !TIME.test(value) && fact.kind === 'when' ? datesIn(old.value)[0] : undefined;
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

/** A phone number, an address or hours of the part that says how to reach somebody. */
function inContact({ draft }: Context, kind: NewFact['kind'], value: string): Outcome | undefined {
  const key = kind === 'where' ? 'address' : kind;
  if (key !== 'phone' && key !== 'email' && key !== 'address' && key !== 'hours') return undefined;
  const operations: DraftOperation[] = [];
  let old: string | undefined;
  for (const block of draft.blocks) {
    const id = block.id ?? block.kind;
    if (key === 'hours') {
      if (block.kind === 'contact' && block.hours) {
        old = block.hours.join(', ');
        if (TIME.test(old) && !TIME.test(value))
          return failed(`The hours are ${cited(old)}. Say them in full, with the times: “opening hours: …”.`);
        operations.push(set(`${id}.hours`, [value]));
      }
      continue;
    }
    if ((block.kind === 'contact' || block.kind === 'map') && key in block) {
      const held = (block as Partial<Record<typeof key, string>>)[key];
      if (held === undefined || held === value) continue;
      old = held;
    }
  }
  if (old === undefined) return undefined;
  if (key !== 'hours') {
    operations.push(...replacing(draft, old, value));
    for (const block of draft.blocks)
      if (block.kind === 'contact' && key === 'email' && block.email === old) operations.push(set(`${block.id}.email`, value));
  }
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
  return done(
    [{ op: 'insert', block: { kind: 'code', code: value } as Block, ...(after?.id && { after: after.id }) }],
    `The code ${cited(value)} is added.`,
  );
}

/** A fact that was not there before. */
function addFact({ draft, words, kind: of }: Context, kind: FactKind, value: string): Outcome {
  if (value.length > 240) return failed('It is too long for a fact.');
  if (kind === 'phone' || kind === 'email' || kind === 'hours' || (kind === 'address' && of === 'page')) {
    const contact = draft.blocks.find((block) => block.kind === 'contact');
    const entry = kind === 'hours' ? [value] : value;
    if (contact?.id) return done([set(`${contact.id}.${kind}`, entry)], `${cited(value)} stands in the contact details.`);
    const end = draft.blocks.findIndex(({ kind: one }) => one === 'form' || one === 'footer');
    const before = end > 0 ? draft.blocks[end - 1] : draft.blocks.at(-1);
    const block = { kind: 'contact', ...(words.headings.contact && { heading: words.headings.contact }), [kind]: entry } as Block;
    return done([{ op: 'insert', block, ...(before?.id && { after: before.id }) }], `${cited(value)} stands in a section of its own now.`);
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
  return done(
    [{ op: 'insert', block: { kind: 'facts', items: [entry] } as Block, ...(after?.id && { after: after.id }) }],
    `${cited(value)} is added.`,
  );
}
