import type { Block, Draft } from '../draft/draft.ts';
import type { Label } from '../reader/labels.ts';
import { coloursIn } from '../reader/looks.ts';
import { polishedDates } from '../reader/statements.ts';
import { asSentence, capital, Masked } from '../reader/text.ts';
import { anyCase, normal } from '../reader/words.ts';
import { setFact } from './do-facts.ts';
import { replace, replacing } from './do-replace.ts';
import { actionsOf, blocksNamed, entriesNamed, fieldsNamed, labelNamed } from './find.ts';
import { type DraftOperation, valueAt } from './operations.ts';
import {
  already,
  type Context,
  choice,
  cited,
  done,
  failed,
  insert,
  type Order,
  type Outcome,
  set,
  several,
  severalParts,
} from './orders.ts';
import { BUTTON, bare, FIELD, holds, lineNamed, type Placed, patternOf, textsOf } from './texts.ts';
import { factOf, valueIn, withoutNow } from './values.ts';

const HEADING =
  /^(?:(?:the\s+)?(?:heading|title|headline|überschrift|titel|titre|título|titolo|kop|rubrik(?:en)?|nagłówek)\s+(?:of|on|above|over|for|in|von|vom|über|de|du|del|della|da|do|van|boven|för|över|nad)\s+(?:the\s+|der\s+|dem\s+|la\s+|le\s+|el\s+|het\s+)?(.{2,60})|(.{2,60}?)(?:['’]s)?\s+(?:heading|title|headline|überschrift|titel|titre|título|titolo|kop|rubrik|nagłówek))$/iu;
const MAIN = /^(?:main|big|page|hero|top|large|h1|haupt|principale?|principal)$/iu;
type Change = Omit<Extract<Order, { do: 'change' }>, 'do'>;

export function change(context: Context, order: Change): Outcome {
  const { draft } = context;
  const what = bare(order.what);
  const to = order.quoted ? order.to : withoutNow(order.to.replace(/[.]$/u, ''));
  if (what === '' || to === '') return failed('It does not say what is to be changed into what.');
  if (to.length > 4_000) return failed('The new text is too long.');
  // "The headline should mention Leeds: “…”".
  const about = order.quoted
    ? /^(headline|heading|title|button|subject(?: line)?|überschrift|betreff|titre|titolo|título)\s.*\s(?:mention|say|include|contain|have|be about|talk about)\s/iu.exec(
        `${what} `,
      )?.[1]
    : undefined;
  if (about) return change(context, { ...order, what: about });
  // Swedish has its articles at the end: "rubriken".
  const label = labelNamed(what);
  if (order.renames) {
    const renamed = rename(context, what, to);
    if (renamed) return renamed;
  }
  if (BUTTON.test(what) && !(order.weak && !order.quoted)) return changeButton(draft, what.replace(BUTTON, '').trim(), to);
  if (FIELD.test(what)) return changeField(draft, what, to);
  const heading = HEADING.exec(what);
  const headed = heading?.[1] ?? heading?.[2];
  if (headed && !MAIN.test(headed)) {
    const outcome = changeHeading(draft, headed, to);
    if (outcome) return outcome;
  }
  if (label && 'label' in label) {
    // "The headline is boring" says nothing that it is to be.
    const opinion =
      order.weak === true && !order.quoted && ['headline', 'lede', 'button', 'subject', 'preview', 'name', 'sign'].includes(label.label);
    const outcome = opinion ? undefined : changeLabelled(context, label.label, what, to, order.quoted);
    if (outcome) return outcome;
  }
  const line = lineNamed(what);
  if (line) {
    const path = line.path(draft);
    if (!path) return failed(`${line.title} has no place in it.`);
    return written(draft, path, order.quoted || !line.prose ? to : asSentence(to), line.title);
  }
  const value =
    order.quoted || order.exact || order.verbless || /^\d{1,2}(?:st|nd|rd|th|\.)?$/u.test(what) || valueIn(what) ? undefined : valueIn(to);
  // "The trial is 30 days", "change the trial to 30 days": the value that stands there is meant, and not the word.
  if (value) return setFact(context, { kind: value.kind, value: value.text }, what);
  if (order.weak) return failed(`It is not clear what is to be done. Say: “change … to …”.`);
  if (order.states && !order.exact && !order.renames && !valueIn(what)) {
    const restated = restate(draft, what, to);
    if (restated) return restated;
    if (!textsOf(draft).some(({ text }) => normal(text) === normal(what)) && fieldsNamed(draft, what).length === 0)
      return (
        changeHeading(draft, what, to, order.quoted) ??
        failed(`It is not clear which words are to be changed. Say: “change … to ${to.length > 40 ? '…' : to}”.`)
      );
  }
  // "Soup is 8 now": a number is what it costs, and not what it is called.
  if (/^\d[\d.,]*$/.test(to) && /\p{L}/u.test(what)) return setFact(context, { kind: 'money', value: to }, what);
  // "Change dress code to black tie": of a fact with that label the value is meant.
  const labelled = order.exact || order.renames ? [] : factsCalled(draft, what);
  if (labelled.length === 1 && labelled[0]) return written(draft, labelled[0].path.replace(/label$/, 'value'), capital(to), cited(what));
  if (textsOf(draft).some(({ text }) => holds(text, what)))
    return what.length < 3 && !/\d/.test(what)
      ? failed(`${cited(what)} is too short to be found safely.`)
      : replace(context, order.what, to);
  const field = fieldsNamed(draft, what);
  if (field.length === 1 && field[0]) return written(draft, `${field[0].path}.label`, capital(to), 'The field');
  const outcome = changeHeading(draft, what, to, order.quoted);
  if (outcome) return outcome;
  if (coloursIn(to, new Masked(to)).length > 0)
    return failed('It names a colour, and not what is to have it. Say: “main colour …”, “accent …” or “background …”.');
  const entry = entriesNamed(draft, what);
  if (entry.length === 1 && entry[0])
    return failed(`${cited(what)} was found in ${cited(entry[0].text)}. Say which words of it are to be changed: “change … to …”.`);
  return replace(context, order.what, to);
}

const IS = '(?:\\s(?:is|are|ist|sind|est|sont|es|son|è|sono|é|são|är|jest)|:)\\s';

const factsCalled = (draft: Draft, label: string): Placed[] =>
  textsOf(draft).filter(({ path, text }) => /\.(?:facts|items|totals)\[\d+\]\.label$/.test(path) && normal(text) === normal(label));

/** "The leader is Petra now", where it says "Leader is Jonas", or has a fact with that label. */
function restate(draft: Draft, what: string, to: string): Outcome | undefined {
  const facts = factsCalled(draft, what);
  const [fact] = facts;
  if (fact && facts.length === 1) return written(draft, fact.path.replace(/label$/, 'value'), capital(to), cited(fact.text));
  const pattern = anyCase`${patternOf(what, 'iu').source}${IS}([^,.;:!?()]{1,80})`;
  const found = textsOf(draft).flatMap(({ path, text }) => {
    const match = pattern.exec(text);
    return match?.[1] ? [{ path, text, at: match.index + match[0].length - match[1].length, old: match[1].trimEnd() }] : [];
  });
  if (found.length === 0 || new Set(found.map(({ old }) => normal(old))).size > 1) return undefined;
  return done(
    found.map(({ path, text, at, old }) => set(path, text.slice(0, at) + to + text.slice(at + old.length))),
    `${cited(found[0]?.old ?? '')} is ${cited(to)} now.`,
  );
}

const heroOf = (draft: Draft): Extract<Block, { kind: 'hero' }> | undefined => draft.blocks.find((block) => block.kind === 'hero');

function written(draft: Draft, path: string, to: string, what: string): Outcome {
  if (valueAt(draft, path) === to) return already(`${what} says ${cited(to)} already.`);
  return done([set(path, to)], `${what} says ${cited(to)} now.`);
}

export function writeHeadline(draft: Draft, to: string): Outcome {
  const hero = heroOf(draft);
  if (!hero?.id) return failed('There is no headline in it.');
  if (hero.heading === to) return already(`The headline is ${cited(to)} already.`);
  const old = hero.heading.replace(/\.$/, '');
  const operations = [set(`${hero.id}.heading`, to)];
  const plain = to
    .replace(/\{\{.*?\}\}/g, '')
    .replace(/\.$/, '')
    .trim();
  if (plain !== '' && draft.title.includes(old)) operations.push(set('title', draft.title.replace(old, plain).slice(0, 300)));
  return done(operations, `The headline is ${cited(to)} now.`);
}

function changeLabelled(context: Context, label: Label, what: string, to: string, quoted: boolean): Outcome | undefined {
  const { draft, kind } = context;
  switch (label) {
    case 'headline':
      return writeHeadline(draft, quoted ? to : capital(to));
    case 'lede':
      return written(draft, `${heroOf(draft)?.id ?? 'top'}.text`, quoted ? to : asSentence(to), 'The text under the headline');
    case 'button':
      return changeButton(draft, '', to);
    case 'subject':
      return kind === 'email' ? written(draft, 'subject', quoted ? to : capital(to), 'The subject') : undefined;
    case 'preview':
      return kind === 'email' ? written(draft, 'preview_text', quoted ? to : capital(to), 'The preview text') : undefined;
    case 'name':
      return rebrand(context, to);
    case 'sign':
      return kind === 'email' ? sign(context, to) : undefined;
    case 'code':
      return factOf('code', to) && setFact(context, { kind: 'code', value: to });
    case 'offer':
    case 'looks':
    case 'goal':
    case 'fields':
    case 'drop':
    case 'role':
      return undefined;
    default: {
      const fact = factOf(label, to);
      // A word such as "price" that stands in it is not what is meant, when its value looks like one.
      return fact && setFact(context, fact, ['when', 'where', 'price'].includes(label) || normal(what).split(' ').length <= 3 ? '' : what);
    }
  }
}

function changeButton(draft: Draft, which: string, to: string): Outcome {
  const label = capital(to);
  const all = actionsOf(draft);
  if (all.length === 0) return failed('There is no button in it.');
  if (label.length > 80) return failed('That is too long for a button.');
  const words = bare(which.replace(/^(?:the|main|big|first|primary|call to action)\s*/giu, ''));
  const second = /^(?:second|other|quieter|zweite[rn]?|deuxième|segundo|secondo)$/iu.test(words);
  const [main] = all.filter(({ path }) => !path.endsWith('.submit'));
  const form = all.find(({ path }) => path.endsWith('.submit'));
  let chosen = all;
  if (second) chosen = all.filter(({ path }) => path.endsWith('second_action.label'));
  else if (words !== '') {
    const block = blocksNamed(draft, words);
    chosen =
      block.length === 1
        ? all.filter(({ path }) => path.startsWith(`${block[0]?.id}.`))
        : all.filter(({ label: one }) => holds(one, words));
  } else if (main) {
    // One action, repeated: all buttons that lead where the main one leads, and the form's own where it sends that form.
    chosen = all.filter(
      ({ path, label: one, href }) =>
        path === main.path || one === main.label || (href !== undefined && href === main.href && !path.endsWith('second_action.label')),
    );
    if (form && main.href === `#${form.path.split('.')[0]}` && !chosen.includes(form) && all.length <= 3) chosen = [...chosen, form];
  }
  if (chosen.length === 0) return failed(`That button was not found. There are: ${choice(all.map(({ label: one }) => one))}.`);
  const operations = chosen.filter(({ label: one }) => one !== label).map(({ path }) => set(path, label));
  return operations.length === 0
    ? already(`The button says ${cited(label)} already.`)
    : done(operations, `The button says ${cited(label)} now.`);
}

function changeField(draft: Draft, what: string, to: string): Outcome {
  const found = fieldsNamed(draft, what);
  if (found.length === 0) return failed(`There is no such field in the form.`);
  if (found.length > 1) return several('fields', found, ({ label }) => label);
  return written(draft, `${found[0]?.path}.label`, capital(to), 'The field');
}

function changeHeading(draft: Draft, what: string, to: string, plainToo = true): Outcome | undefined {
  const found = blocksNamed(draft, what).filter(({ block }) => block.kind !== 'hero');
  if (found.length > 1) return severalParts(found);
  const [only] = found;
  if (!only || !plainToo || ['letter', 'code', 'button', 'signature', 'footer'].includes(only.block.kind)) return undefined;
  return written(draft, `${only.id}.heading`, capital(to), 'The heading');
}

/** "Rename Postcode to …": a field, a section, or the business. */
function rename(context: Context, what: string, to: string): Outcome | undefined {
  const { draft } = context;
  const fields = fieldsNamed(draft, what);
  const blocks = blocksNamed(draft, what).filter(({ block }) => 'heading' in block && block.kind !== 'hero');
  if (fields.length + blocks.length === 0) return renameEntry(draft, what, to);
  const [field] = fields;
  if (field && fields.length === 1 && (blocks.length === 0 || normal(field.label) === normal(what)))
    return written(draft, `${field.path}.label`, capital(to), 'The field');
  if (blocks.length === 1 && fields.length === 0) return written(draft, `${blocks[0]?.id}.heading`, capital(to), 'The heading');
  return failed(`Both a field and a section could be meant. Say “the ${what} field” or “the heading of …”.`);
}

/** "Samir is called Sam Patel now": the name of an entry that begins like that. */
function renameEntry(draft: Draft, what: string, to: string): Outcome | undefined {
  const [entry, ...others] = entriesNamed(draft, what);
  const own = entry && others.length === 0 && /\d|^(?:the )?(?:first|second|third|fourth|last)\s/iu.test(what) ? entry.path : undefined;
  const heads = textsOf(draft).filter(({ path, text }) =>
    own === undefined
      ? /\]\.(?:name|title|heading|question)$/.test(path) && ` ${normal(text)} `.startsWith(` ${normal(what)} `)
      : path.startsWith(`${own}.`) && /\]\.(?:name|title|heading|question)$/.test(path),
  );
  const [head] = heads;
  return head && heads.length === 1 ? written(draft, head.path, to, cited(head.text)) : undefined;
}

export function rebrand(context: Context, name: string, not?: string): Outcome {
  const { draft } = context;
  const old = not ?? draft.name;
  const shown = name.replace(/[.]$/u, '').trim();
  if (shown === '' || shown.length > 120) return failed('It does not say how the name is to be.');
  if (not !== undefined && !textsOf(draft).some(({ text }) => holds(text, not)))
    return failed(`${cited(not)} does not stand in it. The name is ${cited(draft.name ?? '')}.`);
  const operations: DraftOperation[] = old ? replacing(draft, old, shown) : [];
  if (not === undefined || draft.name === undefined || normal(draft.name) === normal(not)) {
    const rest = operations.filter((operation) => operation.op !== 'set' || operation.path !== 'name');
    if (draft.name === shown) return already(`The name is ${cited(shown)} already.`);
    return done([...rest, set('name', shown)], `The name is ${cited(shown)} now.`);
  }
  return operations.length > 0 ? done(operations, `${cited(not)} is ${cited(shown)} now.`) : failed(`${cited(not)} does not stand in it.`);
}

export function sign(context: Context, name: string, not?: string): Outcome {
  const { draft, kind } = context;
  if (kind !== 'email') return failed('A page is not signed.');
  // "From me, Anna".
  const given = name.trim().replace(/^(?:from\s+)?(?:me|us|mir|uns|moi|nous|mí|me stesso|mim|mij|mig|mnie)[,:]\s+/iu, '');
  if (/^(?:me|us|you|it|him|her|them|mir|uns|moi|properly|personally)$/iu.test(given)) return failed('It does not say who signs.');
  // "Bev, Tomasz and Ola" are three, "Anna, your baker" is one.
  const several = /^\p{Lu}[^,]{0,40}(?:,\s\p{Lu}[^,]{0,40}){1,6}\s(?:and|und|et|y|e|en|och|i|&)\s\p{Lu}/u.test(given);
  const [, who = given, role] = (several ? null : /^([^,(]{2,80}?)(?:,\s+|\s*\()([^)]{2,80})\)?$/u.exec(given)) ?? [];
  const shown = who
    .replace(/^(?:it|this|just|only|simply)\s+/iu, '')
    .replace(/^(?:from|by|von|de|da|van|från|od)\s+(?=\S)/iu, '')
    .replace(/[.]$/u, '')
    .trim();
  const signature = draft.blocks.find((block) => block.kind === 'signature');
  const old = not ?? signature?.name;
  const elsewhere = old && normal(old) !== normal(shown) ? replacing(draft, old, shown) : [];
  if (signature?.id) {
    if (normal(signature.name) === normal(shown) && !role) return already(`${cited(shown)} signs already.`);
    const rest = elsewhere.filter((operation) => operation.op !== 'set' || operation.path !== `${signature.id}.name`);
    return done(
      [...rest, set(`${signature.id}.name`, shown), ...(role ? [set(`${signature.id}.role`, role)] : [])],
      `${cited(shown)} signs it now.`,
    );
  }
  if (elsewhere.length > 0) return done(elsewhere, `${cited(shown)} signs it now.`);
  const foot = draft.blocks.findIndex((block) => block.kind === 'footer');
  const after = foot > 0 ? draft.blocks[foot - 1] : undefined;
  return insert({ kind: 'signature', name: shown, ...(role && { role }) }, after?.id, `${cited(shown)} signs it now.`);
}

export function say({ draft, kind }: Context, text: string, role?: 'ps' | 'lede'): Outcome {
  const whole = asSentence(polishedDates(text, draft.lang));
  const sentence = role === 'ps' ? `PS: ${whole}` : whole;
  if (textsOf(draft).some(({ text: one }) => one.includes(sentence))) return already(`It says ${cited(sentence)} already.`);
  const top = heroOf(draft);
  const behind = top?.text ? `${top.text} ${sentence}` : sentence;
  if (role === 'lede' && top?.id) return done([set(`${top.id}.text`, behind)], `It says ${cited(sentence)} under the headline now.`);
  const running = draft.blocks.find((block) => block.kind === 'letter') ?? draft.blocks.find((block) => block.kind === 'text');
  const said = `It says ${cited(sentence)} now.`;
  if (running?.id && 'paragraphs' in running) return done([set(`${running.id}.paragraphs[${running.paragraphs.length}]`, sentence)], said);
  if (kind === 'page' && top?.id && (top.text?.length ?? 0) + sentence.length < 320) return done([set(`${top.id}.text`, behind)], said);
  return insert({ kind: 'text', paragraphs: [sentence] }, draft.blocks[0]?.id, said);
}

export function link({ draft }: Context, what: string, { href, label }: { href: string; label: string | undefined }): Outcome {
  const all = actionsOf(draft).filter(({ href: one }) => one !== undefined);
  const words = bare(
    what
      .replace(/(?:^|\s)(?:buttons?|links?|cta|knopf|bouton|botón|pulsante|botão|knop|knapp(?:en)?|przycisk)$/iu, '')
      .replace(/^(?:the\s+)?(?:buttons?|links?|cta|knopf|bouton|botón|pulsante|botão|knop|knapp|przycisk)(?:\s*:\s*|\s+|$)/iu, '')
      .replace(/\s*(?:→|->|=>)\s*$/u, ''),
  );
  const [main] = all;
  if (!main) return failed('There is no button in it that could lead there.');
  const named =
    words === '' || /^(?:main|the|all|every|both|big)$/iu.test(words)
      ? undefined
      : all.filter(({ label, path }) => holds(label, words) || blocksNamed(draft, words).some(({ id }) => path.startsWith(`${id}.`)));
  let chosen = named ?? all.filter(({ path, label, href: one }) => path === main.path || label === main.label || one === main.href);
  const operations: DraftOperation[] = [];
  if (named && named.length === 0 && label === undefined)
    return failed(`That button was not found. There are: ${choice(all.map(({ label: one }) => one))}.`);
  if (named && named.length === 0) {
    // "Button “Get Mud” to …": the one button there is says it from now on.
    const labels = new Set(all.map(({ label }) => label));
    if (labels.size !== 1) return failed(`That button was not found. There are: ${choice([...labels])}.`);
    chosen = all;
    operations.push(...all.map(({ path }) => set(path, capital(words))));
  }
  operations.push(...chosen.filter(({ href: one }) => one !== href).map(({ path }) => set(path.replace(/\.label$/, '.href'), href)));
  return operations.length === 0 ? already('It leads there already.') : done(operations, `The button leads to ${href} now.`);
}
