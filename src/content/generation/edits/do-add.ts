import type { Block, BlockKind } from '../draft/draft.ts';
import type { BriefFact } from '../reader/brief.ts';
import { itemOf, priceIn } from '../reader/items.ts';
import { labelOf } from '../reader/labels.ts';
import { asSentence, capital, listOf, Masked } from '../reader/text.ts';
import { anyCase, lexicon } from '../reader/words.ts';
import { addButton, inserted, linkFor, nothingGiven, ownSection, reach, video, whereOf } from './do-add-details.ts';
import { setFact } from './do-facts.ts';
import { addFields, addOptions } from './do-parts.ts';
import { blocksNamed, fieldsNamed, kindsOf } from './find.ts';
import { partFor, WORDED } from './library-copy.ts';
import type { DraftOperation } from './operations.ts';
import { type Context, cited, done, failed, headingOf, type Outcome, set } from './orders.ts';
import { bare } from './texts.ts';
import { factsIn, timeLike } from './values.ts';
import * as v from './verbs.ts';

const entryKind = (words: string): BlockKind | undefined => lexicon('entries').exact(words) as BlockKind | undefined;
const FOR_EMAIL: ReadonlySet<BlockKind> = new Set(['form']);
const ADDED =
  /^(?:(?:another|one more|an?|the|some|a few|a couple of|new|short|small|little|simple|big|extra|further|more|two|three|ein(?:e[nr]?)?|weitere[nrs]?|neue[nrs]?|kurze[nrs]?|un|une|una|um|uma|nouvelle?|otra|altra|outra|een|ett|en)\s+)+/iu;
const WHERE = anyCase`^(.{2,200}?)\s+(?:(${v.FIRST})|(${v.LAST})|(${v.BEFORE})\s+(.{2,60})|(${v.AFTER})\s+(.{2,60}))$`;
const INTO =
  /^(.{2,300}?)\s+(?:to|in|into|on|under|zu|zur|zum|ins?|in die|bei|à|au|aux|dans|a|al|a la|en|en el|nel|nella|alla|ao|à|na|no|aan|bij|toe aan|till|i|do|w)\s+(?:the\s+|our\s+|das\s+|die\s+|den\s+|der\s+|la\s+|le\s+|les\s+|el\s+|los\s+|las\s+|il\s+|de\s+|het\s+)?(.{2,60})$/iu;
const OWN = /^(?:section|part|block|abschnitt|bereich|section|sección|sezione|secção|sectie|avsnitt)\s/iu;
const WITH =
  /^(.{2,60}?)\s+(?:with|about|saying|called|titled|headed|for|on|mit|über|namens|avec|sur|con|sobre|com|met|over|med|om|z|o)\s+(.{2,1000})$/isu;

/** "Section “Call-outs” with the text “…”". */
const QUOTED_SECTION =
  /^(?:section|part|block|heading|abschnitt|bereich|section|sección|sezione|secção|sectie|avsnitt)\s+(?:called\s+|named\s+|titled\s+|namens\s+)?["“]([^"“”]{2,80})["”][\s,]+(?:(?:with|and|saying|that says|mit|avec|con|com|met|med)\s+)(?:the\s+|den\s+|le\s+|el\s+|il\s+)?(?:(?:text|words?|body|copy|texte|texto|testo|tekst)\s*:?\s*)?["“](.{3,1000}?)["”]$/isu;

export function add(context: Context, order: { what: string; source: string; entries: readonly string[] }): Outcome {
  const { draft } = context;
  const place = WHERE.exec(order.what);
  const what = bare((place?.[1] ?? order.what).replace(ADDED, ''));
  const at = place && whereOf(draft, place);
  if (at && 'problem' in at) return at;
  const listed =
    /^(?:(?:these|those|this|them|the following|diese|ces|estos|questi|estes|deze|dessa)\s+)?(?:to|in|into|zu|zur|zum|à|au|aux|a|al|nel|ao|aan|till|do)\s+(.{2,60})$/iu.exec(
      order.what,
    )?.[1];
  const given = [...(order.source === '' ? [] : [order.source]), ...order.entries];
  if (listed && given.length > 0) {
    const found = blocksNamed(draft, listed);
    if (found.length === 1 && found[0]) return toBlock(context, found[0].block, given);
    return failed(`It is not clear where ${cited(listed)} is.`);
  }
  const linked = linkFor(context, what, given.join(' '));
  if (linked) return linked;
  const from = /^(?:quote|quotation|testimonial|review|zitat|avis)\s+(?:from|by|of|von|de|di)\s+(.{2,60})$/iu.exec(what)?.[1];
  if (from && given.length > 0)
    return part(context, 'quote', 'quote', [`“${given.join(' ').replace(/[“”"]/g, '').trim()}” (${from})`], at?.after, true);
  const apposed =
    /^(?:abschnitt|bereich|sección|sezione|secção|seção|sectie|avsnitt|sekcj[aęi])\s+(?!über|zu|mit|sobre|su|con|over|om|o\s)(.{2,60})$/iu.exec(
      what,
    )?.[1];
  if (apposed && given.length > 0) {
    const [own] = kindsOf(apposed);
    return own ? part(context, own, apposed, given, at?.after, false) : ownSection(context, apposed, given, at?.after);
  }
  const [, headed, body] = QUOTED_SECTION.exec(what) ?? [];
  if (headed && body) return ownSection(context, headed, [body, ...given], at?.after);
  if (/^(?:second |other |another )?(?:button|cta|knopf|bouton|botón|pulsante|botão|knop|knapp|przycisk)(?!\p{L})/iu.test(what))
    return addButton(context, what, given.join(' '));
  const into = INTO.exec(what);
  const target = into ? blocksNamed(draft, into[2] as string).filter(({ block }) => block.kind !== 'hero') : [];
  if (into && target.length === 1 && target[0] && !OWN.test(what))
    return toBlock(context, target[0].block, [...(isKindWord(into[1] as string) ? [] : [into[1] as string]), ...given]);
  if (into && target.length === 0) {
    const choices = fieldsNamed(draft, into[2] as string).filter(({ field }) => field.options);
    if (choices.length === 1) return addOptions(context, listOf(into[1] as string), { field: into[2] as string });
  }
  // "Instructor Tim Yu, backend".
  const [, noun, called] = /^(\p{Ll}[\p{Ll}\s]{2,20}?)\s([\p{Lu}“"][^:]{1,200})$/u.exec(what) ?? [];
  const entry = noun && given.length === 0 ? entryKind(noun) : undefined;
  if (entry && noun && called) return part(context, entry, noun, [called], at?.after, true);
  const single = entryKind(what);
  const [kind] = single ? [single] : kindsOf(what);
  if (kind) return part(context, kind, what, given, at?.after, single !== undefined);
  const withWords = WITH.exec(what);
  if (withWords) {
    const [, head = '', rest = ''] = withWords;
    const entry = entryKind(bare(head));
    const [inner] = entry ? [entry] : kindsOf(head);
    if (inner)
      return part(
        context,
        inner,
        head,
        rest !== '' && given.length === 0 && isContent(rest) ? [rest] : given,
        at?.after,
        entry !== undefined,
      );
    if (/^(?:section|part|block|abschnitt|bereich|section|sección|sezione|secção|seção|sectie|avsnitt|sekcj[aęi])$/iu.test(bare(head)))
      return ownSection(context, bare(rest), given, at?.after);
  }
  // "Leistung hinzufügen: …", where there is a part called “Leistungen”.
  const own = given.length > 0 && what.split(/\s+/).length <= 2 ? blocksNamed(draft, what).filter(({ block }) => 'items' in block) : [];
  if (own.length === 1 && own[0] && own[0].block.kind !== 'hero') return toBlock(context, own[0].block, given, true);
  return entryOf(context, [what, ...given].join(given.length > 0 ? ': ' : '')) ?? loose(context, what, given, at?.after);
}

const isKindWord = (words: string): boolean => entryKind(bare(words.replace(ADDED, ''))) !== undefined;
const isContent = (words: string): boolean => /[\d?:€£$,;\ue100-\ue483]|\s(?:and|und|et|y|e|en|och|i)\s/u.test(words);

const isSentence = (source: string): boolean =>
  source.split(/\s+/).length >= 4 &&
  (!/\d/.test(source) ||
    /(?<!\p{L})(?:is|are|there|you|we|can|ist|sind|gibt|il y a|est|hay|está|c['’]è|sono|er is|zijn|det finns)(?!\p{L})/iu.test(source));

function part(
  context: Context,
  kind: BlockKind,
  name: string,
  given: readonly string[],
  after: string | undefined,
  single: boolean,
): Outcome {
  const { draft } = context;
  if (context.kind === 'email' && FOR_EMAIL.has(kind))
    return failed('Forms do not work in emails: put the form on a page, and let the button lead there.', 'left_out');
  const there = draft.blocks.filter((block) => block.kind === kind);
  const source = given.join('\n');
  if (kind === 'form' && given.length > 0 && there.length > 0) return addTexts(context, source);
  if (
    /^(?:opening hours|hours|opening times|öffnungszeiten|horaires|horarios?|orari|horário|openingstijden|öppettider|godziny otwarcia)$/iu.test(
      bare(name),
    )
  )
    return source === '' ? nothingGiven(name) : setFact(context, { kind: 'hours', value: source });
  if (kind === 'map' && isSentence(source)) return ownSection(context, name, given, after);
  if (kind === 'contact' || kind === 'map') return reach(context, kind, name, source, after);
  if (kind === 'video') return video(context, source, after);
  if (kind === 'code') return source === '' ? nothingGiven(name) : setFact(context, { kind: 'code', value: source });
  const items = single && given.length === 1 ? [...given] : entriesOf(kind, given);
  if (there.length > 0 && there[0] && items.length > 0) return toBlock(context, there[0], given, single);
  if (there.length > 0) return failed(`There is such a part already. Say what is to be added to it: “add to the ${bare(name)}: …”.`);
  if (single && items.length === 0) return nothingGiven(name);
  const masked = new Masked(items.join('\n'));
  const briefed = masked.text
    .split('\n')
    .filter(Boolean)
    .map((one) => itemOf(one, kind, masked))
    .filter(({ lead }) => lead !== '');
  if (items.length === 0 && !WORDED.includes(kind)) return nothingGiven(name);
  const label = labelOf(name);
  const own = label === undefined && !single && items.length > 0 ? { heading: capital(bare(name)) } : {};
  const made = partFor(draft, context.kind, { kind, ...own, items: briefed });
  const [block] = made;
  if (!block) return nothingGiven(name);
  return inserted(draft, block, after, headingOf(block) || bare(name));
}

function addTexts(context: Context, source: string): Outcome {
  const masked = new Masked(source);
  return addFields(
    context,
    listOf(masked.text).map((one) => ({ type: 'text' as const, label: capital(masked.shown(one)) })),
  );
}

function entriesOf(kind: BlockKind, given: readonly string[]): string[] {
  if (given.length !== 1) return [...given];
  const [source = ''] = given;
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1) return lines;
  if (kind === 'faq')
    return (
      source
        .match(/[^?？]{3,300}[?？]\s*[^?？]{0,1000}?(?:[.!。](?=\s|$)|$)(?![^?？]*$)|[^?？]{3,300}[?？][^?？]{0,1000}$/gu)
        ?.map((one) => one.trim()) ?? []
    );
  if (kind === 'text') return [asSentence(source)];
  if (kind === 'quote') return source.split(/;\s+/u);
  const masked = new Masked(source);
  const shown = (one: string): string => masked.shown(one, true);
  const slashed = masked.text.split(/\s+[/|]\s+|;\s+/u);
  return (slashed.length > 1 ? slashed : listOf(masked.text)).map(shown);
}

function toBlock(context: Context, block: Block, given: readonly string[], single = false): Outcome {
  const { draft } = context;
  if (!block.id) return failed('It is not clear where.');
  const source = given
    .join(', ')
    .trim()
    .replace(/\s+(?:for|at|für|à|por|per|voor|för|za)\s+(?=[€£$¥]?\s?\d)/iu, ' ');
  if (source === '') return failed('It does not say what is to be added.');
  if (block.kind === 'form') return addTexts(context, source);
  if (block.kind === 'letter' || block.kind === 'text')
    return done([set(`${block.id}.paragraphs[${block.paragraphs.length}]`, asSentence(source))], `${cited(source)} is added.`);
  if (block.kind === 'contact') {
    const facts = factsIn(source, new Masked(source))?.facts ?? [];
    const [fact] = facts;
    if (fact && facts.length === 1 && (fact.kind === 'phone' || fact.kind === 'email')) return setFact(context, fact);
    if (fact && (fact.kind === 'when' || fact.kind === 'time'))
      return done([set(`${block.id}.hours[${block.hours?.length ?? 0}]`, capital(source))], `${cited(source)} is added.`);
    return failed('It is not clear what of it is a phone number, an address or hours. Say: “phone: …”, “address: …”.');
  }
  const whole = block.kind === 'schedule' && given.length === 1 ? timedEntry(block, given[0] as string) : undefined;
  if (whole && block.kind === 'schedule') return inTime(block, whole, `${whole.time} ${whole.title}`);
  const items = single ? [source] : entriesOf(block.kind, given.length > 1 ? given : [source]);
  const masked = new Masked(items.join('\n'));
  const made = partFor(draft, context.kind, {
    kind: block.kind,
    items: masked.text.split('\n').map((one) => itemOf(one, block.kind, masked)),
  })[0];
  if (!made || !('items' in made) || !('items' in block)) {
    if (made?.kind === 'menu' && block.kind === 'menu') {
      const fresh = made.groups.flatMap(({ items: dishes }) => dishes);
      const last = block.groups.length - 1;
      return done(
        fresh.map((dish, i) => set(`${block.id}.groups[${last}].items[${(block.groups[last]?.items.length ?? 0) + i}]`, dish)),
        `${fresh.map(({ name }) => cited(name)).join(', ')} is added.`,
      );
    }
    return failed('Nothing can be added there in words.');
  }
  const fresh = made.items as unknown[];
  const old = block.items as unknown[];
  if (fresh.length === 0) return failed('It does not say what is to be added.');
  if (block.kind === 'schedule' && fresh.length === 1) return inTime(block, fresh[0], source);
  return done(
    fresh.map((entry, i): DraftOperation => set(`${block.id}.items[${old.length + i}]`, entry)),
    `${cited(source)} is added.`,
  );
}

/** "“Bouncy castle” at 12": a name, and a time as the other entries have theirs. */
function timedEntry(block: Extract<Block, { kind: 'schedule' }>, source: string): { title: string; time: string } | undefined {
  const [, title, time] =
    /^["“”]?([^"“”]{2,80}?)["“”]?,?\s+(?:at|um|à|a las|alle|às|om|kl\.?|o)\s+(\d{1,2}(?:[.:h]\d\d)?(?:\s?[ap]m)?)$/iu.exec(source.trim()) ??
    [];
  const model = block.items.find((item) => item.time)?.time;
  if (!title || !time || !model || !/^\d/.test(model)) return undefined;
  return { title: capital(title), time: timeLike(model.split(/\s?[–-]\s?/u)[0] as string, time) };
}

function inTime(block: Extract<Block, { kind: 'schedule' }>, entry: unknown, source: string): Outcome {
  const minutes = (time: string | undefined): number => {
    const [, hours, minute = '0', half] = /^(\d{1,2})[.:h]?(\d{2})?\s?(am|pm)?/iu.exec(time ?? '') ?? [];
    return hours === undefined
      ? Number.NaN
      : (Number(hours) % (half ? 12 : 24)) * 60 + Number(minute) + (half?.toLowerCase() === 'pm' ? 720 : 0);
  };
  const own = minutes((entry as { time?: string }).time);
  const times = block.items.map(({ time }) => minutes(time));
  const sorted = times.every((time, i) => !Number.isNaN(time) && (i === 0 || time >= (times[i - 1] as number)));
  const at =
    sorted && !Number.isNaN(own) && block.items.every(({ day }, i) => i === 0 || !day) ? times.findIndex((time) => time > own) : -1;
  const said = `${cited(source)} is added.`;
  return at < 0
    ? done([set(`${block.id}.items[${block.items.length}]`, entry)], said)
    : done([set(`${block.id}.items`, (block.items as unknown[]).toSpliced(at, 0, entry))], said);
}

/** "A family ticket €30": an entry by what it looks like, for the one list of its kind. */
function entryOf(context: Context, source: string): Outcome | undefined {
  const { draft } = context;
  const masked = new Masked(source);
  const item = itemOf(masked.text, undefined, masked);
  const kinds: BlockKind[] = item.price
    ? ['pricing', 'menu']
    : item.time
      ? ['schedule']
      : /[?？]/.test(item.lead) && item.text
        ? ['faq']
        : [];
  // Prices may stand in a list of what there is.
  const priced = draft.blocks.filter(
    (block) => block.kind === 'features' && block.items.some(({ heading }) => heading && priceIn(heading)),
  );
  if (item.price && priced.length === 1 && priced[0] && !draft.blocks.some(({ kind }) => kind === 'pricing' || kind === 'menu'))
    return toBlock(context, priced[0], [source], true);
  const people = draft.blocks.filter((block) => block.kind === 'people');
  if (kinds.length === 0 && people.length === 1 && people[0] && /^\p{Lu}\p{L}+(?:\s\p{Lu}[\p{L}-]+){1,2}(?:,\s.{2,60})?$/u.test(source))
    return toBlock(context, people[0], [source], true);
  for (const kind of kinds) {
    const found = draft.blocks.filter((block) => block.kind === kind);
    if (found.length === 1 && found[0] && item.lead.length > 1) return toBlock(context, found[0], [source]);
  }
  return undefined;
}

function loose(context: Context, what: string, given: readonly string[], after: string | undefined): Outcome {
  const label = labelOf(what);
  const source = given.join(', ');
  if (
    label &&
    'label' in label &&
    source !== '' &&
    ['when', 'where', 'price', 'phone', 'email', 'hours', 'address', 'deadline', 'until', 'host', 'salary', 'code'].includes(label.label)
  )
    return setFact(context, { kind: label.label as BriefFact['kind'], value: source.replace(/[.]$/, '') });
  const facts = factsIn(what, new Masked(what));
  if (facts?.facts.length === 1 && facts.facts[0] && facts.of === '') return setFact(context, facts.facts[0]);
  if (source !== '' && what.split(/\s+/).length <= 6)
    return ownSection(context, what.replace(/\s*(?:section|abschnitt|bereich)$/iu, ''), given, after);
  return nothingGiven(what);
}
