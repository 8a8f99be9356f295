import { type Commission, type Draft, GenerationRefused } from '../../generator.ts';
import type { Brief, Fact, Item } from '../brief/brief.types.ts';
import { paletteOf } from '../design/palette.ts';
import { chanceOf } from '../design/seed.ts';
import type { Phrases } from '../languages/index.ts';
import { attribute, lines, text } from '../page/html.ts';
import { blocksFor } from './blocks.ts';
import { headStyle, looksOf } from './styles.ts';

/** A page's way to say it; a letter begins with a greeting, and a card with what it is about. */
type Manner = 'band' | 'card' | 'letter';

/** An email from a brief, with a subject. */
export function composeEmail(brief: Brief, { assets, brand, prompt }: Commission): Pick<Draft, 'html' | 'subject' | 'operational'> {
  const { phrases, language, purpose, tone } = brief;
  if (brief.action.label && !brief.action.href) {
    throw new GenerationRefused(
      `Understood: ${brief.headline}, with the button "${brief.action.label}". A button of an email has to lead somewhere: say where, for example "link to https://shop.example/sale".`,
    );
  }
  if (brief.fields) {
    throw new GenerationRefused(
      `Understood: ${brief.headline}, with a form that asks for ${brief.fields.map(({ label }) => label).join(', ')}. Forms do not work in emails: put the form on a page, and let a button of the email lead there.`,
    );
  }
  const palette = paletteOf({ primary: brief.primary, tint: tone.tint, ...(tone.lean !== undefined && { lean: tone.lean }) });
  const looks = looksOf(palette, tone);
  const blocks = blocksFor(looks);
  const { colours: c } = looks;
  const chance = chanceOf(prompt);
  const manner: Manner =
    ['receipt', 'thanks'].includes(purpose.id) || tone.id === 'quiet'
      ? 'letter'
      : ['sale', 'event', 'product'].includes(purpose.id)
        ? 'band'
        : chance.pick(['band', 'card'] as const);
  const onBand = manner === 'band';
  const picture = assets.find(({ contentType }) => contentType.startsWith('image/'));
  const description = preheader(brief);
  const action = brief.action.href ? blocks.button(brief.action.label ?? phrases.purposes[purpose.id][1], brief.action.href) : '';
  const code = brief.facts.find(({ kind }) => kind === 'code')?.value;
  let facts = brief.facts.filter(({ kind }) => kind !== 'code');
  const wide = [...brief.headline].length;

  const { near, mid, far, glow } = palette.light;
  const shares = [chance.whole(30, 46), chance.whole(8, 14), chance.whole(14, 24)];
  const strip = blocks.strip([near, glow, mid, far], [...shares, 100 - shares.reduce((sum, share) => sum + share, 0)]);
  const bill = purpose.id === 'receipt' && brief.sections.find(({ kind }) => kind === 'prices');
  if (bill) {
    // The sum stands under what it is the sum of.
    bill.items.push(...facts.filter((fact) => isSum(itemOf(fact, brief))).map((fact) => itemOf(fact, brief)));
    facts = facts.filter((fact) => !isSum(itemOf(fact, brief)));
  }

  const card = lines(
    manner === 'card' && strip,
    blocks.brand(brief.brand, brief.brand === brand.name ? brand.logoUrl : undefined, onBand),
    blocks.hero(brief.eyebrow, brief.headline, manner === 'letter' ? 30 : wide <= 22 ? 46 : wide <= 50 ? 38 : 32, onBand),
    onBand && !picture && strip,
    picture && blocks.image(picture.url, picture.fileName.replace(/\.[a-z0-9]+$/iu, '').replace(/[-_]+/g, ' ')),
    blocks.paragraph('greeting', greeting(phrases)),
    brief.lede !== '' && blocks.paragraph('intro', text(brief.lede)),
    ...brief.prose.map((paragraph) => blocks.paragraph('about', text(paragraph))),
    facts.length > 0 &&
      blocks.rows(
        'facts',
        facts.map((fact) => itemOf(fact, brief)),
        purpose.id === 'receipt',
        isSum,
      ),
    brief.claims.length > 0 &&
      blocks.rows(
        'offer',
        brief.claims.map((claim) => ({ text: claim })),
        false,
      ),
    code && blocks.coupon(phrases.facts.code, code, phrases.useCode),
    action,
    ...brief.sections.flatMap((section) => [
      blocks.heading(section.kind, section.heading ?? phrases.headings[section.kind]),
      blocks.rows(section.kind, section.items, section.kind === 'prices' || section.kind === 'menu', isSum),
    ]),
    ...brief.quotes.map(({ text: words, who }) => blocks.quote(words, who)),
    // The same once more where somebody has read to the end.
    brief.sections.length > 1 && action,
    blocks.end(),
  );
  const why = brief.operational ? phrases.email.operational(brief.brand) : phrases.email.why(brief.brand);
  const html = `${lines(
    '<!doctype html>',
    `<html lang="${attribute(language.code)}"${language.rtl ? ' dir="rtl"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${text(brief.headline)}</title>`,
    headStyle(looks),
    '</head>',
    `<body class="ground" style="margin:0;padding:0;background:${c.ground};-webkit-text-size-adjust:100%">`,
    description !== '' && `<div data-preheader style="display:none;max-height:0;overflow:hidden;mso-hide:all">${text(description)}</div>`,
    '<div role="main">',
    `<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${c.ground}" style="background:${c.ground}">`,
    '<tr><td align="center" style="padding:32px 12px">',
    '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${c.card}" style="max-width:600px;background:${c.card};border-radius:${looks.radius}px;overflow:hidden">`,
    card,
    '</table>',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">',
    blocks.foot(why, brief.operational ? undefined : phrases.email.unsubscribe),
    '</table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr>',
    '</table>',
    '</div>',
    '</body>',
    '</html>',
  )}\n`;
  return { html, subject: subjectOf(brief), operational: brief.operational };
}

/** "Hello Ada,", as HTML. */
export const greeting = ({ code, email }: Phrases): string =>
  `${text(email.hello)}${code === 'ja' ? '' : ' '}{{contact.first_name | default: "${email.there}"}}${code === 'ja' ? '' : ','}`;

const itemOf = ({ kind, label, value }: Fact, { phrases }: Brief): Item => ({ lead: label ?? phrases.facts[kind], text: value });

export const isSum = ({ lead }: Item): boolean =>
  /^(?:grand )?(?:total|sum|summe|gesamt|gesamtbetrag|somme|totale|totaal|summa|razem|合計)(?!\p{L})/iu.test(lead ?? '');

/** What stands beside the subject in a list of mails, and does not say the same. */
function preheader(brief: Brief): string {
  const facts = brief.facts
    .filter(({ kind }) => kind !== 'until' || brief.lede !== '')
    .map(({ kind, label, value }) => (kind === 'code' || label ? `${label ?? brief.phrases.facts[kind]} ${value}` : value));
  return cut(brief.lede || [...facts, ...brief.claims].join(' · ') || brief.eyebrow, 110);
}

/** A subject of at most 60 characters that tells what the mail is about. */
function subjectOf(brief: Brief): string {
  const { phrases, facts, headline, eyebrow } = brief;
  const until = facts.find(({ kind }) => kind === 'until');
  const when = facts.find(({ kind }) => kind === 'when');
  const longer = until
    ? `${headline}, ${phrases.facts.until.toLocaleLowerCase()} ${until.value}`
    : when
      ? `${headline}, ${when.value}`
      : eyebrow !== ''
        ? `${eyebrow}: ${headline}`
        : headline;
  return [...longer].length <= 60 ? longer : cut(headline, 60);
}

function cut(words: string, most: number): string {
  const letters = [...words];
  if (letters.length <= most) return words;
  const short = letters.slice(0, most - 1).join('');
  const blank = short.lastIndexOf(' ');
  return `${(blank > most / 2 ? short.slice(0, blank) : short).replace(/[\s,;:.–—-]+$/u, '')}…`;
}
