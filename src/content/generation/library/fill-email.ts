import type { EmailBlock, EmailDraft, Fact } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import { type Brief, note } from '../reader/brief.ts';
import { normal } from '../reader/words.ts';
import { addMissing } from './coverage.ts';
import { factHref } from './facts.ts';
import type { Surroundings } from './fill-page.ts';
import { givenBlock, opt } from './given.ts';
import { capitalised, choose, type EmailTexts, emailTexts, trade, wordsOf } from './library.ts';
import { withIds } from './page-parts.ts';
import { EMAILS, type EmailPlan } from './purposes.ts';

const LONGEST_SUBJECT = 60;

/** An email of finished copy for a brief. Notes go to the brief. */
export function fillEmail(brief: Brief, around: Surroundings): EmailDraft {
  const words = wordsOf(brief.lang);
  const texts = emailTexts(brief.lang, brief.purpose);
  const plan = EMAILS[brief.purpose] ?? (EMAILS.letter as EmailPlan);
  const of = brief.trade === undefined ? undefined : trade(brief.trade);
  const name = brief.slots.name ?? around.name;
  const slots = {
    ...brief.slots,
    ...(name !== undefined && { name }),
    ...(brief.slots.subject === undefined && of && brief.lang === 'en' && { subject: of.subject }),
  };
  const said = (as: Brief['quoted'][number]['as']) => brief.quoted.find((one) => one.as === as)?.text;
  const heading = said('headline') ?? headlineOf(brief) ?? choose(texts.hero.heading, slots) ?? capitalised(slots.subject ?? '');
  const subject = cut(said('subject') ?? said('headline') ?? headlineOf(brief) ?? choose(texts.subject, slots) ?? heading);
  const preview = said('preview') ?? previewOf(brief) ?? choose(texts.preview_text, slots);
  const code = brief.facts.find(({ kind }) => kind === 'code')?.value;
  const action = brief.without.includes('button') ? undefined : actionOf(brief, texts, words);
  const layout = plan.layout === 'band' && !brief.plain ? 'band' : 'plain';
  const picture = around.assets.find(({ contentType }) => contentType.startsWith('image/'));
  const eyebrow = said('eyebrow') ?? (said('headline') ? undefined : choose(texts.hero.eyebrow, slots));
  const lede = said('lede') ?? (brief.statements.length > 0 ? undefined : choose(texts.hero.text, slots));
  const blocks: EmailBlock[] = [
    {
      kind: 'hero',
      id: 'top',
      ...opt({ eyebrow: eyebrow && eyebrow !== heading ? eyebrow : undefined, text: lede }),
      heading,
      layout,
      ...(picture && { picture: { url: picture.url, alt: picture.fileName.replace(/\.[a-z0-9]+$/iu, '').replace(/[-_]+/g, ' ') } }),
    },
    letterOf(brief, texts, words, slots),
    ...factBlocks(brief, words),
    ...(code ? [{ kind: 'code' as const, code }] : []),
    ...brief.parts.flatMap((part) => partOf(part, words, brief.slots.number)),
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
    // What is invited to is no sender.
    ...((around.name ?? name) !== undefined && {
      name: name !== undefined && normal(heading) === normal(name) ? (around.name ?? name) : name,
    }),
    ...(around.logoUrl && brief.slots.name === undefined && { logo_url: around.logoUrl }),
    subject,
    ...(preview && preview !== subject && { preview_text: preview }),
    operational: plan.operational,
    theme: { tone: plan.tone, primary: around.primary ?? of?.primary ?? plan.primary, ...brief.theme },
    blocks: withIds(blocks),
  };
}

/** News in a sentence of its own, where it is short enough to head the mail. */
function headlineOf({ purpose, statements, slots }: Brief): string | undefined {
  if (!['announcement', 'letter', 'reminder', 'product-news', 'apology'].includes(purpose) || slots.product) return undefined;
  const [first] = statements;
  if (first && (/https?:|@/u.test(first) || /^(?:it|this|that|they|these|the (?:right|other|new) one)\s/iu.test(first))) return undefined;
  if (first && first.length <= LONGEST_HEADLINE) return first.replace(/[.。]$/, '');
  // "We are closed until 2 January, and orders …": the news is its first half.
  return (
    first &&
    /^(.{16,64}?)(?:,|;|\s[–—-])?\s(?:and|but|so|because|und|aber|denn|et|mais|car|y|pero|e|ma|mas|en|maar|och|men|i|ale)\s/iu.exec(
      first,
    )?.[1]
  );
}
const LONGEST_HEADLINE = 64;

function previewOf({ statements }: Brief): string | undefined {
  const next = statements.find((sentence) => sentence.length > 64) ?? statements[1];
  return next && next.length <= 110 ? next : undefined;
}

/** The words under the headline: the author's own where there are any, else the library's. */
function letterOf(brief: Brief, texts: EmailTexts, words: Words, slots: Brief['slots']): EmailBlock {
  const heads = brief.statements[0]?.replace(/[.。]$/, '') === headlineOf(brief) ? 1 : 0;
  const own = brief.statements.slice(heads);
  const known = texts.paragraphs.flatMap((paragraph) => choose(paragraph, slots) ?? []);
  // What the author says replaces general words; what the library says with facts stays.
  const factual = texts.paragraphs.flatMap((paragraph) => {
    const text = choose(paragraph, slots);
    return text !== undefined && typeof paragraph !== 'string' && text !== paragraph.at(-1) ? [text] : [];
  });
  const paragraphs = brief.statements.length > 0 ? [...chunks(own), ...factual] : known;
  const hello = words.email.hello as string;
  const comma = brief.lang === 'ja' || brief.lang === 'zh' ? '' : ',';
  const blank = comma === '' ? '' : ' ';
  return {
    kind: 'letter',
    greeting: `${hello}${blank}{{contact.first_name | default: "${words.email.there}"}}${comma}`,
    paragraphs:
      paragraphs.length > 0 ? paragraphs : known.length > 0 ? known : [choose(texts.hero.text, slots) ?? (words.email.regards as string)],
    ...opt({ closing: choose(texts.closing, slots) }),
  };
}

/** Two or three sentences make a paragraph. */
function chunks(sentences: readonly string[]): string[] {
  const paragraphs: string[] = [];
  for (const sentence of sentences) {
    const last = paragraphs.at(-1);
    if (last !== undefined && last.length + sentence.length < 220) paragraphs[paragraphs.length - 1] = `${last} ${sentence}`;
    else paragraphs.push(sentence);
  }
  return paragraphs;
}

function factBlocks(brief: Brief, words: Words): EmailBlock[] {
  const shown = brief.facts.filter(({ kind }) => !['code', 'audience', 'link'].includes(kind));
  const items: Fact[] = shown.map((fact) => ({
    label: fact.label ?? words.facts[fact.kind] ?? '',
    value: fact.value,
    ...opt({ href: factHref(fact) }),
  }));
  if (brief.remarks.length > 0) items.push({ label: words.facts.note as string, value: remarksIn(brief) });
  if (items.length === 0) return [];
  return [{ kind: 'facts', items }];
}

function partOf(part: Brief['parts'][number], words: Words, number: string | undefined): EmailBlock[] {
  const { kind, heading, items } = part;
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

/** Remarks in one line, of at most the length that a line has. */
function remarksIn({ remarks, lang }: Brief): string {
  const joined = remarks
    .map((remark, at) => (at === 0 || lang === 'de' ? remark : uncapital(remark)))
    .join(lang === 'ja' || lang === 'zh' ? '、' : ', ');
  return joined.length <= 300 ? joined : `${joined.slice(0, joined.lastIndexOf(',', 299))}`;
}

/** A first letter is small within a line, unless the word is a name. */
const uncapital = (text: string): string =>
  /^\p{Lu}\p{Ll}+(?:\s\p{Ll}|$)/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text;

const SUM =
  /^(?:grand )?(?:sub\s?total|total|sum|postage|shipping|delivery|vat|tax|zwischensumme|summe|gesamt\w{0,8}|versand|mwst\.?|sous-total|livraison|somme|tva|envío|iva|totale|spedizione|portes|envio|totaal|verzending|btw|summa|frakt|moms|razem|dostawa|合計|小計|送料)(?!\p{L})/iu;

/** The button: where the prompt says, else where the library's tag leads. */
function actionOf(brief: Brief, texts: EmailTexts, words: Words): { label: string; href: string } | undefined {
  // A button that asks for an answer leads to no page.
  const label = brief.action.label ?? (brief.action.href && texts.href === undefined ? words.actions.more : texts.action);
  if (!label) return undefined;
  if (brief.action.href) return { label, href: brief.action.href };
  const link = brief.facts.find(({ kind }) => kind === 'link');
  if (link) return { label, href: factHref(link) as string };
  const answer = /rsvp/.test(texts.href ?? '') ? brief.facts.find(({ kind }) => kind === 'email') : undefined;
  if (answer) return { label, href: factHref(answer) as string };
  if (!brief.action.label && texts.href === undefined) return undefined;
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
