import type { EmailBlock, EmailDraft } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import { type Brief, note } from '../reader/brief.ts';
import { factHref } from './facts.ts';
import { opt, type Surroundings, withIds } from './fill-page.ts';
import { capitalised, choose, type EmailTexts, emailTexts, trade, wordsOf } from './library.ts';
import { EMAILS, type EmailPlan } from './purposes.ts';

const LONGEST_SUBJECT = 60;

/** An email of finished copy for a brief. Notes go to the brief. */
export function fillEmail(brief: Brief, around: Surroundings): EmailDraft {
  const words = wordsOf(brief.lang);
  const texts = emailTexts(brief.lang, brief.purpose);
  const plan = EMAILS[brief.purpose] ?? (EMAILS.letter as EmailPlan);
  const of = brief.trade === undefined ? undefined : trade(brief.trade);
  const name = brief.slots.name ?? around.name;
  const slots = { ...brief.slots, ...(name !== undefined && { name }), ...(brief.slots.subject === undefined && of && { subject: of.subject }) };
  const said = (as: Brief['quoted'][number]['as']) => brief.quoted.find((one) => one.as === as)?.text;
  const heading = said('headline') ?? headlineOf(brief) ?? choose(texts.hero.heading, slots) ?? capitalised(slots.subject ?? '');
  const subject = cut(said('subject') ?? said('headline') ?? headlineOf(brief) ?? choose(texts.subject, slots) ?? heading);
  const preview = said('preview') ?? previewOf(brief) ?? choose(texts.preview_text, slots);
  const code = brief.facts.find(({ kind }) => kind === 'code')?.value;
  const action = actionOf(brief, texts);
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
    ...brief.parts.flatMap((part) => partOf(part, words)),
    ...(action ? [{ kind: 'button' as const, action }] : []),
    ...brief.quoted.filter(({ as }) => as === 'quote').map(({ text, by }) => ({ kind: 'quote' as const, items: [{ text, ...opt({ name: by }) }] })),
  ];
  if (brief.fields && brief.fields.length > 0)
    brief.notes.push(note('left_out', 'Forms do not work in emails: put the form on a page, and let the button lead there.'));
  return {
    lang: brief.lang,
    title: heading,
    ...(name !== undefined && { name }),
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
  if (!['announcement', 'letter', 'reminder', 'product-news'].includes(purpose) || slots.product) return undefined;
  const [first] = statements;
  return first && first.length <= 64 ? first.replace(/\.$/, '') : undefined;
}

function previewOf({ statements }: Brief): string | undefined {
  const next = statements.find((sentence) => sentence.length > 64) ?? statements[1];
  return next && next.length <= 110 ? next : undefined;
}

/** The words under the headline: the author's own where there are any, else the library's. */
function letterOf(brief: Brief, texts: EmailTexts, words: Words, slots: Brief['slots']): EmailBlock {
  const heads = headlineOf(brief) === undefined ? 0 : 1;
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
    paragraphs: paragraphs.length > 0 ? paragraphs : known.length > 0 ? known : [choose(texts.hero.text, slots) ?? (words.email.regards as string)],
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
  if (shown.length === 0) return [];
  const items = shown.map((fact) => ({
    label: fact.label ?? words.facts[fact.kind] ?? '',
    value: fact.value,
    ...opt({ href: factHref(fact) }),
  }));
  return [{ kind: 'facts', items }];
}

function partOf({ kind, heading, items }: Brief['parts'][number], words: Words): EmailBlock[] {
  const head = opt({ heading: heading ?? words.headings[kind === 'text' ? 'about' : kind] });
  if (items.length === 0) return [];
  switch (kind) {
    case 'pricing':
    case 'order':
      return kind === 'order' || items.some(({ lead }) => SUM.test(lead))
        ? [
            {
              kind: 'order',
              ...head,
              items: items.filter(({ lead }) => !SUM.test(lead)).map(({ lead, price, text }) => ({ name: lead, ...opt({ price, text }) })),
              totals: items.filter(({ lead }) => SUM.test(lead)).map(({ lead, price, text }) => ({ label: lead, value: price ?? text ?? '', strong: true })),
            },
          ]
        : [{ kind, ...head, items: items.map(({ lead, price, unit, text }) => ({ name: lead, ...opt({ price, unit, text }) })) }];
    case 'schedule':
      return [{ kind, ...head, items: items.map(({ lead, time, day, text, who }) => ({ title: lead, ...opt({ time, day, text, who }) })) }];
    case 'menu':
      return [{ kind, ...head, groups: [{ items: items.map(({ lead, price, text }) => ({ name: lead, ...opt({ price, text }) })) }] }];
    case 'faq':
      return [{ kind, ...head, items: items.flatMap(({ lead, text }) => (text ? [{ question: lead, answer: text }] : [])) }];
    case 'people':
      return [{ kind, ...head, items: items.map(({ lead, text, who }) => ({ name: lead, ...opt({ role: who ?? text }) })) }];
    case 'steps':
    case 'features':
      return [{ kind, ...head, items: items.map(({ lead, text }) => ({ heading: lead, ...opt({ text }) })) }];
    case 'text':
      return [{ kind, ...head, paragraphs: items.map(({ lead, text }) => (text ? `**${lead}** ${text}` : lead)) }];
    default:
      return [];
  }
}

const SUM = /^(?:grand )?(?:total|sum|summe|gesamt|gesamtbetrag|somme|totale|totaal|summa|razem|合計)(?!\p{L})/iu;

/** The button: where the prompt says, else where the library's tag leads. */
function actionOf(brief: Brief, texts: EmailTexts): { label: string; href: string } | undefined {
  const label = brief.action.label ?? texts.action;
  if (!label) return undefined;
  if (brief.action.href) return { label, href: brief.action.href };
  const link = brief.facts.find(({ kind }) => kind === 'link');
  if (link) return { label, href: factHref(link) as string };
  if (!brief.action.label && texts.href === undefined) return undefined;
  const href = texts.href ?? '{{workspace.website}}';
  brief.notes.push(
    note('missing_fact', `The button "${label}" leads to ${href}, since the prompt names no address. Say where, for example "link to https://…".`, 'button'),
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

