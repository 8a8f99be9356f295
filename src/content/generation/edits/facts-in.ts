import type { FactKind } from '../reader/brief.ts';
import { DISCOUNT, HAS_WEEKDAY, PRICE, TIME, UNIT_OF_PRICE, WHEN } from '../reader/dates.ts';
import { labelOf } from '../reader/labels.ts';
import type { Masked } from '../reader/mask.ts';
import { allAnyCase, anyCase } from '../reader/patterns.ts';
import { normal } from '../reader/words.ts';
import type { NewFact } from './orders.ts';
import { valueIn, withoutNow } from './values.ts';

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
