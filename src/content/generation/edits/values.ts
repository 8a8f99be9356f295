import type { FactKind } from '../reader/brief.ts';
import { DISCOUNT, HAS_WEEKDAY, PRICE, TIME, UNIT_OF_PRICE, WHEN } from '../reader/dates.ts';
import { labelOf } from '../reader/labels.ts';
import type { Masked } from '../reader/text.ts';
import { allAnyCase, anyCase, normal } from '../reader/words.ts';
import type { NewFact } from './orders.ts';
import { trimmedEnd } from './talk.ts';

/** Values that fill a phrase: a price, a time, a date, a number of something. */

const PHONE = /(?<![\w/#.,€$£-])(?:\+|00|\(?0)\d(?:[\s()/.-]{0,2}\d){5,13}(?!\w)/g;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/g;
/** Hours that only words before them make times of: "at 2", and those with a full stop in them: "15.30". */
const DOTTED = '(?<![\\d.,€£$])(?:[01]?\\d|2[0-3])\\.[0-5]\\d(?![\\d.,%]|\\s?[€£$])';
const AFTER_AT =
  '(?<=(?:^|\\s)(?:at|um|à|ore|alle|às|as|las|om|kl\\.?|klockan|o)\\s)(?:[01]?\\d|2[0-3])(?![\\d:.,%]|\\s?(?:[€£$%]|am|pm|uhr))';
const SPOKEN =
  '(?:half|quarter|ten|twenty|five)\\s(?:past|to)\\s(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})|halb\\s\\p{L}{3,6}|midday';
export const TIMES = allAnyCase`${TIME.source}|${DOTTED}|${AFTER_AT}|(?<!\p{L})(?:${SPOKEN})(?!\p{L})`;

const NUMBERS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const COUNT = anyCase`^(\d[\d.,]{0,8}|${NUMBERS})[\s-](\p{L}{1,20})$`;
const NOW = '(?:now|jetzt|nun|nu|maintenant|désormais|ahora|adesso|ora|agora|teraz)';
const LEADING_NOW = anyCase`^(?:${NOW}|actually|really|only|just)\s+`;
const TRAILING_NOW = anyCase`\s+(?:${NOW}|instead|any\s?more|from now on|only now|everywhere|throughout|überall|partout|en todas partes|ovunque|overal|överallt)$`;
const BEFORE_TIME =
  /^(?:(?:starting|start|starts)\s+)?(?:(?:no|ao|el|al|il|le|den|the)\s+(?:dia|día|giorno|jour)|at|on|um|am|à|al|a|alle|ore|às|as|a las|las|op|om|kl\.?|klockan|o|w|den|der|le|el|il|lo|la|the)\s+(?=\S)/iu;

export const FROM = /^(?:from|ab|à partir de|desde|da|vanaf|från|od|a partir de)\s/iu;

export function withoutNow(words: string): string {
  let text = words.trim();
  for (let round = 0; round < 2; round++) text = text.replace(LEADING_NOW, '').replace(TRAILING_NOW, '');
  return text.trim();
}

const whole = (pattern: RegExp, text: string): boolean => (text.match(pattern) ?? [])[0]?.trim() === text;

/** The value without the words before it: "at 6.30pm now" is a time. */
export function valueIn(words: string): { kind: keyof typeof VALUES | 'count'; text: string } | undefined {
  const plain = trimmedEnd(withoutNow(words), ' .,;!');
  if (plain === '' || plain.length > 80) return undefined;
  const led = plain.replace(BEFORE_TIME, '').replace(BEFORE_TIME, '');
  const [price] = plain.match(PRICE) ?? [];
  if (price !== undefined && plain.startsWith(price)) {
    const rest = plain.slice(price.length);
    if (rest.trim() === '' || UNIT_OF_PRICE.exec(rest)?.[0] === rest) return { kind: 'price', text: plain };
  }
  if (whole(DISCOUNT, plain)) return { kind: 'discount', text: plain };
  if (whole(PHONE, plain)) return { kind: 'phone', text: plain };
  if (whole(EMAIL, plain)) return { kind: 'email', text: plain };
  if (
    whole(TIMES, led) ||
    (led !== plain && /^\d{1,2}$/.test(led) && Number(led) < 25 && /^(?:at|um|à|alle|ore|às|as|a las|om|kl)/iu.test(plain))
  )
    return { kind: 'time', text: led };
  if (whole(WHEN, led)) return { kind: 'when', text: led };
  return COUNT.test(plain) ? { kind: 'count', text: plain } : undefined;
}

export function countOf(text: string): { number: string; unit: string } | undefined {
  const [, number, unit] = COUNT.exec(text.trim()) ?? [];
  return number && unit ? { number, unit } : undefined;
}

/** Numbers of the same thing, in any of its forms: "14 days", "14-day". */
export const countsOf = (unit: string): RegExp =>
  allAnyCase`(?<![\p{L}\d.,])(?:\d[\d.,]{0,8}|${NUMBERS})[\s-]${unit.replace(/(?<=\p{L}{2})s$/u, '')}(?:s|es)?(?!\p{L})`;

export function timeLike(old: string, value: string): string {
  const separator = /\d([.:h])\d/u.exec(old)?.[1];
  if (/^\d{1,2}$/.test(value)) return old.replace(/^\d{1,2}(?:[.:h]\d\d)?/u, separator ? `${value}${separator}00` : value);
  const sameWay = separator ? value.replace(/(?<=^\d{1,2})[.:](?=\d\d)/u, separator) : value;
  return /^\d{1,2}[.:]\d\d$/.test(sameWay) && /(?:am|pm)$/iu.test(old) ? `${sameWay}${/\s?(?:am|pm)$/iu.exec(old)?.[0] ?? ''}` : sameWay;
}

export const VALUES = { price: PRICE, discount: DISCOUNT, when: WHEN, time: TIMES, phone: PHONE, email: EMAIL };

const END = '\\d{1,2}(?:[:.h]\\d{2})?(?:\\s?(?:am|pm|uhr|h)(?!\\p{L}))?';
/** "7 to 12", "9am – 1pm". */
export const SPANS = allAnyCase`(?<![\p{L}\d.,:€£$/+-])${END}\s?(?:[-–—]|to|till|until|bis|à|a|al|alle|tot|do)\s?${END}(?![\p{L}\d€£$%/]|[-–.,]\d)`;

export function spanLike(old: string, value: string): string {
  const [was, is] = [old, value].map((one) => [...one.matchAll(new RegExp(END, 'giu'))].map(([end]) => end));
  const [from, to] = is ?? [];
  const [first, last] = was ?? [];
  if (!from || !to || !first || !last) return value;
  const half = (time: string): string => /[ap]m$/iu.exec(time)?.[0].toLowerCase() ?? '';
  const begins = half(from) || half(first) || (Number.parseInt(first, 10) > Number.parseInt(last, 10) ? 'am' : half(last));
  const hour = (time: string): number => Number.parseInt(time, 10) % 12;
  const ends = half(to) || (hour(to) > hour(from) ? begins : 'pm');
  const halves = half(first) || half(last) ? [half(first) ? begins : '', half(last) ? ends : ''] : ['', ''];
  const written = (model: string, time: string, own: string): string =>
    timeLike(model, time.replace(/\s?[ap]m$/iu, '')).replace(/\s?[ap]m$/iu, '') +
    (own ? (/\s(?=[ap]m$)/iu.test(model) ? ' ' : '') + own : '');
  const joint = old.slice(first.length, old.length - last.length);
  return `${written(first, from, halves[0] ?? '')}${joint}${written(last, to, halves[1] ?? '')}`;
}

export const FACT_LABELS: ReadonlySet<string> = new Set([
  ...['when', 'until', 'where', 'price', 'code', 'phone', 'email', 'hours', 'address', 'deadline', 'salary', 'host', 'audience'],
]);

const CODE =
  /(?:[Cc][Oo][Dd][Ee]|[Cc]oupon(?: code)?|[Vv]oucher(?: code)?|[Gg]utschein(?:code)?|[Rr]abatt(?:code|kod)|[Cc]ódigo|[Cc]odice|[Kk]ortingscode|[Kk]od|クーポン(?:コード)?)\s*(?:(?:is|are|now|to|should be|becomes|changed to|ist|jetzt|lautet|wird|zu|auf|est|es|è|é|är|:|=|は)\s*){0,4}["“„]?([\p{Lu}\d][\p{Lu}\d_-]{2,24})(?![\p{L}\d])/u;
const SMALL = new Set(
  normal(
    "r you can reach write us quick one show list put display include page site website there here our my also costs lautet heißt désormais extend extended reduced reduce dropped increased increase raised raise lowered lower gone went cut moves shifted pushed brought postponed rescheduled takes place happens prolong until till valid discount rabatt remise descuento sconto desconto korting moved move moves is ends end begins begin starts start opens open has been going becomes works valid it its it's is are was be now the a an of at on for from to only just instead new we i and or will should must has have goes go up down changed changes change set make set actually really today price prices costs cost costing that's thats this these those not then from as all per ist sind jetzt nun neu neue neuer neues statt der die das auf für kostet kosten preis est sont maintenant nouveau nouvelle le la les prix coûte es son ahora nuevo nueva el los precio cuesta è sono adesso ora nuovo nuova il prezzo costa agora novo nova o os preço custa nu nieuw nieuwe de het prijs kost är nya nytt pris kostar teraz nowy nowa nowe jest cena kosztuje off rabatt",
  ).split(' '),
);

const PRICED = allAnyCase`${PRICE.source}(?:${UNIT_OF_PRICE.source.slice(1)})?`;
const AT_HOUR =
  /(?<=\s)(?:at|um|à|a las|alle(?: ore)?|às|om|kl\.?|klockan)\s(?:[01]?\d|2[0-3])(?:[.:][0-5]\d)?(?=[\s,;!]|\.?\s*$)(?!\s?(?:€|£|\$|%|euros?|pounds?|people|places))/giu;
const FIGURE_LAST = /(?<=\s\p{L}{3,40}\s)\d{1,3}[.:]\d\d\s*$/u;
const LONGEST_CLAUSE = 300;
const REACH = new Set(
  normal(
    'number phone telephone tel mobile email e mail address call us contact nummer telefon telefonnummer numéro téléphone número teléfono numero telefono telefone nummer telefoon',
  ).split(' '),
);

export function factsIn(clause: string, masked: Masked): { facts: NewFact[]; of: string } | undefined {
  if (clause.length > LONGEST_CLAUSE) return undefined;
  const facts: NewFact[] = [];
  let text = ` ${clause} `;
  const code = CODE.exec(text);
  if (code) {
    facts.push({ kind: 'code', value: code[1] as string });
    text = text.replace(code[0], ' ');
  }
  text = text.replace(/[\ue100-\ue483]/g, (character) => {
    const aside = masked.at(character);
    if (aside?.kind === 'phone' || aside?.kind === 'email') facts.push({ kind: aside.kind, value: aside.text });
    else return character;
    return ' ';
  });
  text = text.replace(DISCOUNT, (found) => take(facts, 'discount', found));
  text = text.replace(PRICED, (found) => {
    const value = (found.match(PRICE) ?? [])[0] ?? found;
    const unit = found.slice(value.length).trim();
    facts.push({ kind: 'price', value: value.trim(), ...(unit !== '' && { unit }) });
    return ' ';
  });
  text = text.replace(WHEN, (found) => take(facts, isTimeOnly(found) ? 'time' : 'when', found));
  // "At 3", "15.30": times by what stands around them.
  text = text.replace(AT_HOUR, (found) => take(facts, 'time', found.replace(/^\D+/u, '')));
  if (facts.filter(({ kind }) => kind === 'when').length > 1) return undefined;
  // "Raffle 16.30": a price or a time, by what the raffle has.
  if (facts.length === 0) text = text.replace(FIGURE_LAST, (found) => take(facts, 'money', found));
  if (/\d[.:]\d\d(?!\d)/.test(text)) return undefined;
  if (facts.length === 0 || facts.length > 4 || /[\ue100-\ue483]/.test(text)) return undefined;
  const reaches = facts.some(({ kind }) => kind === 'phone' || kind === 'email');
  const words = normal(text)
    .split(' ')
    .filter((word) => word !== '' && !SMALL.has(word) && !(reaches && REACH.has(word)));
  const label = labelOf(words.join(' '));
  const [first] = facts;
  if (label && 'label' in label && FACT_LABELS.has(label.label) && facts.length === 1 && first)
    return { facts: [{ ...first, kind: kindBy(label.label as FactKind, first.kind) }], of: '' };
  return words.length > 6 ? undefined : { facts, of: words.join(' ') };
}

const kindBy = (label: FactKind, found: NewFact['kind']): NewFact['kind'] =>
  found === 'time' && label === 'when'
    ? 'time'
    : found === 'discount' || found === 'code' || found === 'phone' || found === 'email'
      ? found
      : label;

function take(facts: NewFact[], kind: NewFact['kind'], found: string): string {
  facts.push({ kind, value: found.trim().replace(/[\s,;]+$/u, '') });
  return ' ';
}

const isTimeOnly = (found: string): boolean =>
  found
    .trim()
    .replace(TIME, '')
    .trim()
    .replace(/^(?:at|um|à|om|as|às|alle|kl)$/iu, '') === '';

const DATED = anyCase`\d|${HAS_WEEKDAY.source}|tomorrow|tonight|today|morgen|heute|demain|mañana|domani|amanhã|imorgon|jutro`;
const LOOKS: Partial<Record<FactKind, RegExp>> = {
  email: /@/,
  phone: /(?:\d\D{0,2}){5}/,
  code: /^(?=.*[\d\p{Lu}]{2})[\p{L}\d_-]{3,25}$/u,
  price: /\d|free|gratis|kostenlos|frei|gratuit|gratuito|grátis|darmo|無料/iu,
  salary: /\d/,
  when: DATED,
  until: DATED,
  deadline: DATED,
  hours: DATED,
};

export function factOf(label: string, value: string): NewFact | undefined {
  if (!FACT_LABELS.has(label) || value === '' || value.length > 240) return undefined;
  const kind = label as FactKind;
  const plain = withoutNow(value.replace(/[.;,\s]+$/u, ''));
  const text = (kind === 'when' && valueIn(plain)?.text) || plain;
  // "The code is wrong", "change Email to …": no value of that kind.
  const looks = LOOKS[kind];
  if (looks !== undefined && !looks.test(text)) return undefined;
  if (kind === 'price' || kind === 'salary') return /^\d[\d.,]*$/.test(text) ? { kind: 'money', value: text } : { kind, value: text };
  if (kind === 'when' && (isTimeOnly(text) || valueIn(plain)?.kind === 'time')) return { kind: 'time', value: text };
  return { kind, value: text };
}
