import type { Block, Draft } from '../draft/draft.ts';
import { note } from '../reader/brief.ts';
import { labelOf } from '../reader/labels.ts';
import { listOf } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import { entryOfAll } from './about.ts';
import { actionsOf, blocksNamed, entriesNamed, entriesOf, type FoundEntry, factEntries, fieldsNamed, fieldsOf } from './find.ts';
import { type DraftOperation, valueAt } from './operations.ts';
import {
  type Context,
  choice,
  cited,
  done,
  failed,
  headingOf,
  inTurn,
  type Outcome,
  partsOf,
  set,
  several,
  severalParts,
} from './orders.ts';
import { isTalk } from './talk.ts';
import { bare, FIELD, holds, lineNamed, PICTURE, textsOf } from './texts.ts';

const BUTTON = /(?:^|\s)(?:buttons?|cta|links?|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp(?:en)?|przycisk|ボタン)$/iu;
const MENTION = /^(?:(?:all|every|any)\s+)?(?:mentions?|references?|talk|words?)\s+(?:of|to|about)\s+(?:the\s+)?(.{2,60})$/iu;

const ABOUT =
  /^(?:bit|bits|part|parts|sentences?|lines?|stuff|thing|things|words|paragraph|satz|passage|phrase|frase|zin)\s+(?:about|on|with|that says|that mentions|saying|mentioning|where it says|über|mit|sur|avec|sobre|con|su|over|met)\s+(?:the\s+|our\s+)?(.{2,60})$/iu;

export function remove(context: Context, what: string, from?: string): Outcome {
  const whole = one(context, what, from);
  if (!('problem' in whole)) return whole;
  // "The table, it's sold" is one thing and a reason.
  const list = listOf(what).filter((name, i) => i === 0 || !isTalk(name));
  if (list.length === 1 && list[0] && list[0] !== what) return one(context, list[0], from);
  if (list.length < 2 || list.length > 8) return whole;
  // "The phone and company fields": the last word belongs to all.
  const fields = FIELD.test(what) ? ' field' : '';
  return inTurn(context, list, (now, name) => {
    const outcome = one(now, fields && !FIELD.test(name) ? `${bare(name)}${fields}` : bare(name), undefined);
    return 'problem' in outcome ? failed(`${cited(bare(name))}: ${outcome.problem}`) : outcome;
  });
}

function one(context: Context, source: string, from: string | undefined): Outcome {
  const { draft } = context;
  const quoted = /[“”"]/.test(source);
  const what = bare(
    bare(source)
      .replace(/^(?:sentences?|lines?|words?|phrase|paragraph|text|bit|part|satz|phrase|frase)\s+(?=[“"])/iu, '')
      .replace(/[“”"]/g, '')
      .replace(/\s+(?:is|are|should be)$/iu, ''),
  );
  if (what === '' || /^(?:it|that|them|this)$/iu.test(what)) return failed('It does not say what is to be taken out.');
  // "“All per month” from the prices": quoted words stand there as they are.
  const inner = /^["“]([^"“”]{2,300})["”](?:\s+(?:from|in|of|under|off|aus|von|de|da|uit|från)\s.{2,60})?$/u.exec(source.trim())?.[1];
  const exactly = inner === undefined ? [] : entriesOf(draft).filter(({ text }) => normal(text.split(' · ').at(0) ?? '') === normal(inner));
  if (exactly.length === 1 && exactly[0]) return removeEntry(draft, exactly[0]);
  if (inner !== undefined && inner !== source.trim().replace(/["“”]/g, ''))
    return removeWords(draft, inner) ?? removeNamed(context, inner, from);
  // A heading in quotes names its section, unless the words themselves are meant.
  const headed =
    quoted && !/^(?:the\s+)?(?:sentences?|lines?|words?|phrase|headings?|titles?|text|überschrift|zeile|satz|wort|worte)\s/iu.test(source)
      ? blocksNamed(draft, what).filter(
          ({ block }) => 'heading' in block && normal(block.heading ?? '') === normal(what) && block.kind !== 'hero',
        )
      : [];
  if (headed.length === 1 && headed[0]) return removeBlock(draft, headed[0].block);
  const mention = quoted ? undefined : MENTION.exec(what)?.[1];
  if (mention) return removeMentions(draft, mention);
  return (quoted ? removeWords(draft, what) : undefined) ?? removeNamed(context, what, from);
}

function removeNamed(context: Context, what: string, from: string | undefined): Outcome {
  const { draft, kind } = context;
  const line = lineNamed(what);
  const path = line?.fixed ? undefined : line?.path(draft);
  if (line && path) return drop(draft, path, line.title);
  const within = from ? blocksNamed(draft, from) : [];
  const inside =
    from && within.length === 1
      ? bare(
          what
            .slice(0, Math.max(0, what.toLowerCase().lastIndexOf(from.toLowerCase())))
            .replace(
              /\s+(?:from|out of|off|in|on|under|aus|von|vom|im|in der|du|de la|dans|del|de|dal|dalla|da|uit|van|från|ur|i|z|ze)\s+(?:the\s+|der\s+|dem\s+|le\s+|la\s+|el\s+|il\s+|o\s+|a\s+|het\s+)?$/iu,
              '',
            ),
        ) || what
      : '';
  if (inside && within[0]) {
    const outcome = removeInside(draft, within[0].block, inside);
    if (outcome) return outcome;
  }
  if (PICTURE.test(what) && blocksNamed(draft, what).length === 0) return removePictures(draft, what);
  if (
    BUTTON.test(what.replace(/\s+(?:at|on)\s+the\s+(?:bottom|end|top)$/iu, '')) &&
    !(kind === 'email' && blocksNamed(draft, what).length > 0 && bare(what.replace(BUTTON, '')) === '')
  )
    return removeButton(draft, what);
  if (FIELD.test(what)) return removeFields(draft, what);
  // "The “who with” question" is a field, though questions are a part, too.
  const asked = bare(what.replace(/\s+(?:question|frage|pregunta|domanda|pergunta|vraag|fråga|pytanie)$/iu, ''));
  const exact = asked === what ? [] : fieldsOf(draft).filter(({ label }) => normal(label) === normal(asked));
  if (exact.length === 1) return removeFields(draft, asked);
  const blocks = blocksNamed(draft, what);
  const fields = fieldsNamed(draft, what).filter(
    ({ label, field }) =>
      normal(label) === normal(what) || field.type === normal(what) || labelOf(what) !== undefined || blocks.length === 0,
  );
  const held = contactKey(draft, what);
  if (held && fields.length > 0)
    return failed(`Both the form and the contact details have it. Say “the ${what} field” or “the ${what} from the contact details”.`);
  const named = blocks.filter(({ block }) => block.kind !== 'hero');
  if (named.length === 1 && named[0] && !(named[0].block.kind === 'letter' && !/letter|brief|lettre|carta|lettera|brev/iu.test(what))) {
    if (held && named[0].block.kind === 'contact' && Object.keys(named[0].block).length > 4) return drop(draft, held, cited(what));
    return removeBlock(draft, named[0].block);
  }
  if (named.length > 1) return /^(?:all|both|every)\s/iu.test(what) ? failed('Name them one by one.') : severalParts(named);
  if (held) return drop(draft, held, cited(what));
  if (fields.length > 0) return removeFields(draft, what);
  const entries = entriesNamed(draft, what);
  const label = labelOf(what);
  if (entries.length === 0 && label && 'label' in label) {
    const facts = factEntries(draft, label.label as 'when');
    if (facts.length === 1 && facts[0])
      return removeEntry(draft, { path: facts[0].path, block: draft.blocks[0] as Block, text: facts[0].value });
    if (facts.length > 1) return failed(`Several could be meant: ${choice(facts.map(({ value }) => value))}.`);
  }
  const about = ABOUT.exec(what)?.[1];
  return (
    removeEntries(draft, entries, what) ??
    optionNamed(draft, what) ??
    (about === undefined ? undefined : removeAbout(context, about)) ??
    removeWords(draft, what) ??
    failed(`${cited(what)} was not found. There are: ${partsOf(draft)}.`)
  );
}

/** "The bit about chickens": the entry that speaks of it, else the sentences. */
function removeAbout(context: Context, about: string): Outcome {
  const named = entriesNamed(context.draft, about);
  const whole = named.length === 0 ? entryOfAll(context.draft, about) : undefined;
  const entries = whole ? [whole] : named;
  const [entry] = entries;
  return entries.length === 1 && entry && /\.items\[\d+\]$/.test(entry.path)
    ? removeEntry(context.draft, entry)
    : removeMentions(context.draft, about);
}

function removeEntries(draft: Draft, entries: readonly FoundEntry[], what: string): Outcome | undefined {
  if (entries.length === 1 && entries[0]) return removeEntry(draft, entries[0]);
  if (entries.length > 1) return failed(`${cited(what)} stands in several places: ${choice(entries.map(({ text }) => text))}. Say which.`);
  return undefined;
}

function drop(draft: Draft, path: string, what: string): Outcome {
  return valueAt(draft, path) === undefined ? failed(`${what} is not there.`) : done([{ op: 'remove', path }], `${what} is gone.`);
}

function removeEntry(draft: Draft, { path, text }: FoundEntry): Outcome {
  const list = path.replace(/\[\d+\]$/, '');
  const entries = valueAt(draft, list);
  if (!Array.isArray(entries)) return failed('It is not there.');
  if (entries.length === 1) {
    const [id = ''] = path.split('.');
    const block = draft.blocks.find((one) => one.id === id);
    const optional = ['facts', 'points', 'totals', 'links', 'hours'].includes(list.split('.').at(-1) ?? '') && !list.endsWith('.items');
    if (!optional && block)
      return list.split('.').length === 2
        ? removeBlock(draft, block)
        : failed('It is the last of its group; take out the section instead.');
  }
  return done([{ op: 'remove', path }], `${cited(text)} is gone.`);
}

function removeBlock(draft: Draft, block: Block): Outcome {
  const { id } = block;
  if (!id || block.kind === 'hero') return failed('The top of it cannot be taken out.');
  if (draft.blocks.length === 1) return failed('It is the last part.');
  const operations: DraftOperation[] = [];
  for (const other of draft.blocks) {
    if (other === block || !other.id) continue;
    if (other.kind === 'hero' && other.form === id) operations.push(set(`${other.id}.form`, null));
    for (const name of ['action', 'second_action'] as const) {
      const action = (other as Partial<Record<typeof name, { href: string }>>)[name];
      if (action?.href !== `#${id}`) continue;
      if (name === 'action' && (other.kind === 'cta' || other.kind === 'button')) operations.push({ op: 'remove', path: other.id });
      else operations.push(set(`${other.id}.${name}`, null));
    }
  }
  if (block.kind === 'code') return withoutCode(draft, block, operations);
  const name = headingOf(block) ? cited(headingOf(block)) : `The ${block.kind}`;
  const notes = operations.length > 0 ? [note('changed', 'The buttons that led to it are gone, too.')] : undefined;
  return done([...operations, { op: 'remove', path: id }], `${name} is gone.`, notes);
}

function withoutCode(draft: Draft, block: Extract<Block, { kind: 'code' }>, more: readonly DraftOperation[]): Outcome {
  const { operations, left } = withoutMentions(draft, block.code, `${block.id}.`);
  const notes = left.map((text) => note('check', `The code still stands in ${cited(text)}.`));
  return done([...more, ...operations, { op: 'remove', path: block.id ?? '' }], `The code ${cited(block.code)} is gone.`, notes);
}

/** A text that says nothing else is left, unless the draft may do without it. @param except paths that begin so */
function withoutMentions(draft: Draft, of: string, except?: string): { operations: DraftOperation[]; left: string[] } {
  const operations: DraftOperation[] = [];
  const left: string[] = [];
  for (const { path, text } of textsOf(draft)) {
    if ((except && path.startsWith(except)) || !holds(text, of)) continue;
    const rest = withoutSentences(text, of);
    if (rest !== '') operations.push(set(path, rest));
    else if (path === 'preview_text' || path === 'description') operations.push({ op: 'remove', path });
    else left.push(text);
  }
  return { operations, left };
}

function removePictures(draft: Draft, what: string): Outcome {
  const all = draft.blocks.filter((block) => 'picture' in block && block.picture && block.id);
  const named = all.filter(({ kind }) =>
    /(?:top|hero|header|oben|haut|arriba|alto|topo|boven|överst|górze)/iu.test(what) ? kind === 'hero' : true,
  );
  if (named.length === 0) return failed('There is no picture in it.');
  const plural =
    /(?:pictures|images|photos|illustrations|drawings|graphics|bilder|images|imágenes|immagini|imagens|afbeeldingen|zdjęcia)/iu.test(what);
  if (named.length > 1 && !plural && named[0]?.kind !== 'hero') return failed('There are several pictures. Say which section is meant.');
  const chosen = plural ? named : named.slice(0, 1);
  return done(
    chosen.map(({ id }) => ({ op: 'remove' as const, path: `${id}.picture` })),
    chosen.length > 1 ? 'The pictures are gone.' : 'The picture is gone.',
  );
}

function removeButton(draft: Draft, what: string): Outcome {
  const words = bare(what.replace(/\s+(?:at|on)\s+the\s+(?:bottom|end|top)$/iu, '').replace(BUTTON, ''));
  const place = /(bottom|end|top)$/iu.exec(what)?.[1]?.toLowerCase();
  const all = actionsOf(draft).filter(({ path }) => !path.endsWith('.submit'));
  const second = /^(?:second|other|quieter|zweite[rn]?|deuxième|segundo|secondo)$/iu.test(words);
  const top = /^(?:main|first|top|hero|upper)$/iu.test(words);
  let named = all.filter(({ label }) => words === '' || holds(label, words));
  if (place !== undefined && words === '') named = all.slice(place === 'top' ? 0 : -1).slice(0, 1);
  else if (second) named = all.filter(({ path }) => path.includes('second_action'));
  else if (top) named = all.slice(0, 1);
  if (named.length === 0) return failed('That button was not found.');
  if (named.length > 1 && new Set(named.map(({ label }) => label)).size > 1) return several('buttons', named, ({ label }) => label);
  const operations = named.map(({ path }): DraftOperation => {
    const [id = '', name] = path.split('.');
    const block = draft.blocks.find((one) => one.id === id);
    return { op: 'remove', path: name === 'action' && (block?.kind === 'cta' || block?.kind === 'button') ? id : `${id}.${name}` };
  });
  return done(operations, `The button ${cited(named[0]?.label ?? '')} is gone.`);
}

function removeFields(draft: Draft, what: string): Outcome {
  const found = fieldsNamed(draft, what);
  const [only] = found;
  if (!only) return failed(`There is no such field. There are: ${choice(fieldsOf(draft).map(({ label }) => label))}.`);
  if (found.length > 1) return several('fields', found, ({ label }) => label);
  const rest = fieldsOf(draft).filter((other) => other.form === only.form && other.path !== only.path);
  if (!rest.some(({ field }) => field.type === 'email' || field.type === 'phone'))
    return failed(
      `Without the field ${cited(only.label)} nobody who fills in the form could be answered. Add an email or a phone field first.`,
    );
  const phone = rest.find(({ field }) => field.type === 'phone');
  const needed = phone && !rest.some(({ field }) => field.type === 'email') && phone.field.required !== true;
  const operations: DraftOperation[] = [...(needed ? [set(`${phone.path}.required`, true)] : []), { op: 'remove', path: only.path }];
  const change = needed && `The field ${cited(phone.label)} is required now, since it is the only way to answer.`;
  return done(operations, `The field ${cited(only.label)} is gone.`, change ? [note('changed', change, only.form)] : undefined);
}

function contactKey(draft: Draft, what: string): string | undefined {
  const label = labelOf(what.replace(/\s+(?:number|address|nummer)$/iu, ''));
  const key = label && 'label' in label ? label.label : label && 'part' in label && label.part === 'hours' ? 'hours' : undefined;
  if (key !== 'phone' && key !== 'email' && key !== 'address' && key !== 'hours') return undefined;
  const block = draft.blocks.find((one) => one.kind === 'contact' && key in one && one[key]);
  return block?.id && `${block.id}.${key}`;
}

function removeInside(draft: Draft, block: Block, what: string): Outcome | undefined {
  if (!block.id) return undefined;
  if (block.kind === 'form' && fieldsNamed(draft, what).length > 0) return removeFields(draft, what);
  if (PICTURE.test(what) && 'picture' in block && block.picture) return drop(draft, `${block.id}.picture`, 'The picture');
  if (/^(?:heading|title|headline|überschrift|titel|titre|título|titolo)$/iu.test(what) && 'heading' in block && block.kind !== 'hero')
    return drop(draft, `${block.id}.heading`, 'The heading');
  const key = block.kind === 'contact' ? contactKey(draft, what) : undefined;
  if (key) return drop(draft, key, cited(what));
  const entries = entriesNamed(draft, what).filter(({ path }) => path.startsWith(`${block.id}.`));
  return removeEntries(draft, entries, what);
}

function optionNamed(draft: Draft, what: string): Outcome | undefined {
  const found = fieldsOf(draft).flatMap(({ path, field }) =>
    (field.options ?? []).flatMap((option, i) =>
      normal(option) === normal(what) ? [{ path: `${path}.options[${i}]`, count: field.options?.length ?? 0 }] : [],
    ),
  );
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  return only.count < 3
    ? failed('A choice needs at least two options.')
    : done([{ op: 'remove', path: only.path }], `${cited(what)} can no longer be chosen.`);
}

function removeWords(draft: Draft, words: string): Outcome | undefined {
  if (words.split(/\s+/).length < 2) return undefined;
  const operations: DraftOperation[] = [];
  for (const { path, text } of textsOf(draft)) {
    if (!holds(text, words)) continue;
    const rest = withoutSentences(text, words);
    const whole = normal(text) === normal(words);
    if (/^(?:title|name|subject)$|\.(?:heading|label|name|question|title|submit)$/.test(path) && !whole)
      return failed(`${cited(words)} stands in ${cited(text)}, which cannot be left out. Say what is to stand there.`);
    if (rest === '') operations.push({ op: 'remove', path });
    else operations.push(set(path, rest));
  }
  // From the end, so that places of lists hold.
  return operations.length === 0 ? undefined : done(operations.toReversed(), `${cited(words)} is gone.`);
}

const withoutSentences = (text: string, words: string): string =>
  (text.match(/[^.!?。！？]+(?:[.!?。！？]+["”’)]*\s*|$)/gu)?.map((one) => one.trim()) ?? [text])
    .filter((sentence) => !holds(sentence, words))
    .join(' ')
    .trim();

function removeMentions(draft: Draft, of: string): Outcome {
  const { operations, left } = withoutMentions(draft, of);
  const [first] = left;
  if (operations.length > 0)
    return done(
      operations,
      `${cited(of)} is no longer mentioned.`,
      left.map((text) => note('check', `${cited(of)} still stands in ${cited(text)}. Say what is to stand there.`)),
    );
  return first === undefined
    ? failed(`${cited(of)} does not stand in it.`)
    : failed(`${cited(of)} stands in ${cited(first)}, which says nothing else. Take that part out, or say what is to stand there.`);
}
