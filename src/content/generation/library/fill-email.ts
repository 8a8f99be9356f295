import type { EmailBlock, EmailDraft } from '../draft/draft.ts';
import { withIds } from '../draft/normal.ts';
import type { Words } from '../draft/words.ts';
import { type Brief, note } from '../reader/brief.ts';
import { capital } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import { addMissing } from './coverage.ts';
import type { Surroundings } from './fill-page.ts';
import { factHref, factOf, givenBlock, opt } from './given.ts';
import { type Choice, choose, type EmailTexts, emailTexts, isWritten, mailOccasionTexts, trade, wordsOf } from './library.ts';
import { picturesOf, uncapital } from './page-parts.ts';
import { EMAILS, type EmailPlan } from './purposes.ts';

const LONGEST_SUBJECT = 60;
/** For languages with labels and without copy. */
const NO_TEXTS: EmailTexts = { subject: '', preview_text: '', hero: { heading: '' }, paragraphs: [] };

export function fillEmail(brief: Brief, around: Surroundings): EmailDraft {
  const words = wordsOf(brief.lang);
  const occasion = brief.occasion === undefined ? undefined : mailOccasionTexts(brief.occasion);
  const texts: EmailTexts = occasion ?? (isWritten(brief.lang) ? emailTexts(brief.lang, brief.purpose) : NO_TEXTS);
  const plan = EMAILS[brief.purpose] ?? (EMAILS.letter as EmailPlan);
  const of = brief.trade === undefined ? undefined : trade(brief.trade);
  const name = brief.slots.name ?? around.name;
  const slots = {
    ...brief.slots,
    ...(name !== undefined && { name }),
  };
  const said = (as: Brief['quoted'][number]['as']) => brief.quoted.find((one) => one.as === as)?.text;
  const headline = occasion && !occasion.news ? undefined : headlineOf(brief);
  // The sender heads no email.
  const ownSlots = brief.lang === 'en' ? { ...slots, name: brief.slots.name } : slots;
  const heading = tidied(
    said('headline') ??
      headline ??
      choose(texts.hero.heading, ownSlots) ??
      choose(texts.hero.heading, slots) ??
      capital(slots.subject ?? name ?? ''),
  );
  const subject = cut(tidied(said('subject') ?? said('headline') ?? headline ?? fittingSubject(texts.subject, slots) ?? heading));
  const preview = said('preview') ?? previewOf(brief, heading) ?? choose(texts.preview_text, slots);
  const code = brief.facts.find(({ kind }) => kind === 'code')?.value;
  const action = brief.without.includes('button') ? undefined : actionOf(brief, texts, words);
  const layout = plan.layout === 'band' && !brief.plain ? 'band' : 'plain';
  const [picture] = picturesOf(around.assets);
  const eyebrow = said('eyebrow') ?? (said('headline') ? undefined : choose(texts.hero.eyebrow, slots));
  const lede = said('lede') ?? (saysSomething(brief) ? undefined : choose(texts.hero.text, slots));
  const blocks: EmailBlock[] = [
    {
      kind: 'hero',
      id: 'top',
      ...opt({ eyebrow: eyebrow && eyebrow !== heading ? capital(eyebrow) : undefined, text: lede }),
      heading,
      layout,
      ...(picture && { picture }),
    },
    letterOf(brief, texts, words, slots, heading),
    ...factBlocks(brief, words, heading),
    ...(code ? [{ kind: 'code' as const, code }] : []),
    ...brief.parts.flatMap((part) => partOf(part, words, brief)),
    ...(action && !brief.without.includes('button') ? [{ kind: 'button' as const, action }] : []),
    ...(brief.signature ? [{ kind: 'signature' as const, name: brief.signature.name, ...opt({ role: brief.signature.role }) }] : []),
    ...brief.quoted
      .filter(({ as }) => as === 'quote')
      .map(({ text, by }) => ({ kind: 'quote' as const, items: [{ text, ...opt({ name: by }) }] })),
  ];
  addMissing(blocks, brief, words);
  if (brief.fields && brief.fields.length > 0)
    brief.notes.push(note('left_out', 'Forms do not work in emails: put the form on a page, and let the button lead there.'));
  return {
    lang: brief.lang,
    title: heading,
    // The name of an event is no sender.
    ...((around.name ?? name) !== undefined && {
      name: name !== undefined && normal(heading) === normal(name) ? (around.name ?? name) : name,
    }),
    ...(around.logoUrl && brief.slots.name === undefined && { logo_url: around.logoUrl }),
    subject,
    ...(preview && preview !== subject && { preview_text: preview }),
    operational: occasion?.operational ?? plan.operational,
    theme: { tone: plan.tone, primary: around.primary ?? of?.primary ?? plan.primary, ...brief.theme },
    blocks: withIds(blocks),
  };
}

/** "Ends on tomorrow". */
const tidied = (text: string): string => text.replace(/\son (?=(?:tomorrow|today|tonight|this|next|in \d|the)\b)/giu, ' ');

function fittingSubject(choices: Choice, slots: Brief['slots']): string | undefined {
  const filled = (typeof choices === 'string' ? [choices] : choices).flatMap((one) => choose(one, slots) ?? []);
  return filled.find((one) => [...one].length <= LONGEST_SUBJECT) ?? filled[0];
}

const saysSomething = ({ statements, remarks, lang }: Brief): boolean => statements.length > 0 || (lang === 'en' && remarks.length > 0);

/** Words at the beginning of sentences in other languages that ask something of readers, or lean on another sentence. */
const NO_HEADLINE_ELSEWHERE =
  /^(?:si|wenn|falls|wer|als|om|jeśli|se|kto|quien|qui|chi|quem|wie|bitte|por favor|absag\p{L}*|confirm\p{L}*|prosimy|graag|vänligen|merci|kinder\p{L}*|adresse)\s/iu;
/** A sentence that leans on another, or only asks for something, is no headline. */
const NO_HEADLINE =
  /https?:|@|\?.|\}\}.*\{\{|^(?:it|this|that|they|these|them|please|if|as|also|so|and|but|we would|reply|click|i['’]m|i am|my name|the (?:right|other|new) one)\s/iu;

function headlineOf({ purpose, occasion, statements, slots, lead, lang }: Brief): string | undefined {
  if (!isWritten(lang)) return capital(slots.subject ?? statements[0]?.split(/[,，、،]/u)[0] ?? '') || undefined;
  if ((!occasion && !['announcement', 'letter', 'reminder', 'product-news', 'apology'].includes(purpose)) || slots.product)
    return undefined;
  const first = lang === 'en' ? (lead ?? (slots.subject === undefined ? statements[0] : undefined)) : statements[0];
  if (first && (NO_HEADLINE.test(first) || (lang !== 'en' && NO_HEADLINE_ELSEWHERE.test(first)))) return undefined;
  if (first && first.length <= LONGEST_HEADLINE) return first.replace(/[.。!]$/, '');
  // "We are closed until 2 January, and orders …": the news is its first half.
  const half =
    first &&
    /^(.{16,64}?)(?:,|;|\s[–—-])?\s(?:\(|(?:and|but|so|because|due to|after|while|which|between|und|aber|denn|weil|da|et|mais|car|parce|y|pero|porque|e|ma|perché|mas|en|maar|omdat|want|och|men|eftersom|i|ale|bo|ponieważ)\s)/iu.exec(
      first,
    )?.[1];
  const start =
    lang === 'en' && first
      ? /^(?!(?:on|at|in|for|from|after|before|when|if|as|since|unless|until|by|to)\b)([^,;()]{20,64})[,;(]/iu.exec(first)?.[1]
      : undefined;
  if (half === undefined && start && /\s\S+\s\S+\s/u.test(start)) return start.trim();
  return half &&
    !/\b(?:between|either|both)\b[^,]*$|\bfrom\s(?!.*\bto\b)[^,]*$/iu.test(half) &&
    !/^(?:on|at|in|for|after|before|when|if|as|since)\b[^,]*$/iu.test(half)
    ? half
    : undefined;
}
const LONGEST_HEADLINE = 64;

function previewOf({ statements, remarks, lang }: Brief, heading: string): string | undefined {
  const others = statements.filter((one) => !normal(heading).includes(normal(one)) && !one.startsWith(heading));
  const next = lang === 'en' ? (others[0] ?? joined(remarks.slice(0, 3))) : (statements.find(({ length }) => length > 64) ?? statements[1]);
  return next && next.length <= 110 ? next : undefined;
}

const joined = (remarks: readonly string[]): string | undefined => (remarks.length > 0 ? `${remarks.join('. ')}.` : undefined);

function letterOf(brief: Brief, texts: EmailTexts, words: Words, slots: Brief['slots'], heading: string): EmailBlock {
  const own = brief.statements.filter((one) => one.replace(/[.。]$/, '') !== heading);
  const known = texts.paragraphs.flatMap((paragraph) => choose(paragraph, slots) ?? []);
  const isSaid = (paragraph: Choice): boolean =>
    [...String(paragraph).matchAll(/\{(\w+)\}/g)].every(([, slot = '']) =>
      brief.statements.some((one) => one.includes(slots[slot as keyof typeof slots] ?? '')),
    );
  // The author's own words replace general ones; sentences of the library with facts stay, unless the author says the same.
  const factual = texts.paragraphs.flatMap((paragraph) => {
    const text = choose(paragraph, slots);
    return text !== undefined && typeof paragraph !== 'string' && text !== paragraph.at(-1) && !isSaid(paragraph[0] as string)
      ? [text]
      : [];
  });
  const paragraphs = brief.statements.length > 0 ? [...chunks(own), ...factual] : saysSomething(brief) ? [...known.slice(0, 1)] : known;
  const hello = words.email.hello as string;
  const comma = brief.lang === 'ja' || brief.lang === 'zh' ? '' : ',';
  const blank = comma === '' ? '' : ' ';
  const least = saysSomething(brief) || brief.parts.length > 0 ? known.slice(0, 1) : known;
  return {
    kind: 'letter',
    greeting: brief.greeting ? `${brief.greeting},` : `${hello}${blank}{{contact.first_name | default: "${words.email.there}"}}${comma}`,
    paragraphs: (paragraphs.length > 0
      ? paragraphs
      : least.length > 0
        ? least
        : [choose(texts.hero.text, slots) ?? (words.email.regards as string)]
    ).map(linked),
    ...opt({ closing: choose(texts.closing, slots) }),
  };
}

const linked = (paragraph: string): string =>
  paragraph
    .replace(/(?<![\w@([/])(?:https?:\/\/)[^\s<>"()]{3,300}[^\s<>"().,;:!?]/giu, (url) => `[${url.replace(/^https?:\/\//, '')}](${url})`)
    .replace(/(?<![\w@/:[(])[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/gu, (address) => `[${address}](mailto:${address})`);

function chunks(sentences: readonly string[]): string[] {
  const paragraphs: string[] = [];
  for (const sentence of sentences) {
    const last = paragraphs.at(-1);
    if (last !== undefined && last.length + sentence.length < 220) paragraphs[paragraphs.length - 1] = `${last} ${sentence}`;
    else paragraphs.push(sentence);
  }
  return paragraphs;
}

function factBlocks(brief: Brief, words: Words, heading: string): EmailBlock[] {
  const shown = brief.facts.filter(({ kind }) => !['code', 'audience', 'link'].includes(kind));
  const items = shown.map((fact) => factOf(fact, words));
  const points = brief.lang === 'en' ? brief.remarks.filter((one) => one !== heading) : [];
  if (brief.remarks.length > 0 && brief.lang !== 'en') items.push({ label: words.facts.note as string, value: remarksIn(brief) });
  return [
    ...(points.length > 0 ? [{ kind: 'text' as const, paragraphs: [`${words.facts.note}:`], points }] : []),
    ...(items.length > 0 ? [{ kind: 'facts' as const, items }] : []),
  ];
}

function partOf(part: Brief['parts'][number], words: Words, { lang, purpose, slots: { number } }: Brief): EmailBlock[] {
  const { kind, heading, items } = part;
  // In an email, notes need no heading.
  if (lang === 'en' && (kind === 'features' || kind === 'steps') && items.length > 0 && heading === undefined) {
    const [first, ...rest] = items;
    if (first && purpose !== 'newsletter' && (rest.length === 0 || items.every(({ text }) => text === undefined)))
      return [{ kind: 'text', paragraphs: ['In short:'], points: items.map(({ lead, text }) => (text ? `**${lead}**: ${text}` : lead)) }];
    return [{ kind: 'text', paragraphs: items.map(({ lead, text }) => (text ? `**${lead}.** ${text}` : lead)) }];
  }
  if (kind !== 'order' && !(kind === 'pricing' && items.some(({ lead }) => SUM.test(lead)))) {
    const block = givenBlock(part, words, (name, text) => ({ heading: name, ...opt({ text }) }));
    return block ? [block] : [];
  }
  const lines = items.filter(({ lead }) => !SUM.test(lead));
  const sums = items.filter(({ lead }) => SUM.test(lead));
  if (lines.length === 0) return [];
  return [
    {
      kind: 'order',
      ...opt({ heading, number }),
      items: lines.map(({ lead, price, text, quantity }) => ({ name: lead, ...opt({ price, text, quantity }) })),
      ...(sums.length > 0 && {
        totals: sums.map(({ lead, price, text }) => ({
          label: lead,
          value: price ?? text ?? '',
          ...(/^(?!sub)\S*(?:total|sum|gesamt|somme|razem|合計)/iu.test(lead) && { strong: true }),
        })),
      }),
    },
  ];
}

function remarksIn({ remarks, lang }: Brief): string {
  const joined = remarks
    .map((remark, at) => (at === 0 || lang === 'de' ? remark : uncapital(remark)))
    .join(lang === 'ja' || lang === 'zh' ? '、' : ', ');
  return joined.length <= 300 ? joined : `${joined.slice(0, joined.lastIndexOf(',', 299))}`;
}

const SUM =
  /^(?:grand )?(?:sub\s?total|total|sum|postage|shipping|delivery|vat|tax|zwischensumme|summe|gesamt\w{0,8}|versand|mwst\.?|sous-total|livraison|somme|tva|envío|iva|totale|spedizione|portes|envio|totaal|verzending|btw|summa|frakt|moms|razem|dostawa|合計|小計|送料)(?!\p{L})/iu;

const NEEDS_NO_BUTTON: ReadonlySet<string> = new Set(['letter', 'announcement', 'reminder', 'thanks', 'event-details', 'apology']);

function actionOf(brief: Brief, texts: EmailTexts, words: Words): { label: string; href: string } | undefined {
  // A button that asks for an answer leads to no page.
  const label = brief.action.label ?? (brief.action.href && texts.href === undefined ? words.actions.more : texts.action);
  if (!label) return undefined;
  if (brief.action.href) return { label, href: brief.action.href };
  const link = brief.facts.find(({ kind }) => kind === 'link');
  if (link) return { label, href: factHref(link) as string };
  const answer = /rsvp/.test(texts.href ?? '')
    ? (brief.facts.find(({ kind }) => kind === 'email')?.value ??
      /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/u.exec(brief.statements.join(' '))?.[0])
    : undefined;
  if (answer) return { label, href: `mailto:${answer}` };
  if (
    !brief.action.label &&
    (texts.href === undefined || (brief.lang === 'en' && brief.occasion === undefined && NEEDS_NO_BUTTON.has(brief.purpose)))
  )
    return undefined;
  const href = texts.href ?? '{{workspace.website}}';
  brief.notes.push(
    note(
      'missing_fact',
      `The button "${label}" leads to ${href}, since the prompt names no address. Say where, for example "link to https://…".`,
      'button',
    ),
  );
  return { label, href };
}

function cut(words: string): string {
  const letters = [...words];
  if (letters.length <= LONGEST_SUBJECT) return words;
  const short = letters.slice(0, LONGEST_SUBJECT - 1).join('');
  const blank = short.lastIndexOf(' ');
  return `${(blank > LONGEST_SUBJECT / 2 ? short.slice(0, blank) : short).replace(/[\s,;:.–—-]+$/u, '')}…`;
}
