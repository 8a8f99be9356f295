import type { FieldType } from '../draft/draft.ts';
import type { AskedField } from './brief.ts';
import { CHECKED, daysBetween, FIELD_WORDS, withCommas } from './field-lists.ts';
import { turned } from './statements.ts';
import { capital, cutOutside, listOf, type Masked } from './text.ts';
import { allAnyCase, anyCase, lexicon, matcher, normal } from './words.ts';

const TYPES: Record<string, FieldType> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  message: 'longtext',
  date: 'date',
  arrival: 'date',
  departure: 'date',
  birthday: 'date',
  time: 'time',
  guests: 'number',
  quantity: 'number',
  children: 'number',
  age: 'number',
  website: 'url',
  diet: 'text',
  consent: 'consent',
};

export const standardField = (standard: string): AskedField => ({ type: TYPES[standard] ?? 'text', standard });

const OPTIONAL =
  /[\s,(]*\b(?:optional|not required|not compulsory|if they want|if they like|freiwillig|facultatif|facultative|opcional|facoltativ[oa]|optioneel|valfri|frivillig|opcjonalni?e?|任意)\b[)\s]*/iu;
const REQUIRED =
  /[\s,(*]*(?:\b(?:required|mandatory|compulsory|must|pflicht(?:feld)?|erforderlich|obligatoire|obligatori[oa]|obligatório|verplicht|obligatorisk|wymagane|必須)\b|\*$)[)\s]*/iu;
const SEVERAL =
  'more than one(?: possible| answer)?|(?:tick |choose |pick )?as many as (?:they|you) (?:like|want)|select all that apply|mehrere(?: möglich| antworten)?|plusieurs (?:réponses|choix)(?: possibles)?|varias(?: respuestas| opciones)?|più (?:risposte|scelte)|várias(?: respostas| opções)?|meer(?:dere)? antwoorden(?: mogelijk)?|flera (?:svar|val)|kilka odpowiedzi';
const KIND: [RegExp, FieldType][] = [
  [
    anyCase`\b(?:check\s?box(?:es)?|tick\s?box(?:es)?|multiple|several(?: possible| answers)?|mehrfachauswahl|cases à cocher|casillas|${SEVERAL})(?!\p{L})`,
    'choices',
  ],
  [/\b(?:drop\s?down|select|choice|choose|radio|options?|auswahl|liste déroulante|desplegable|menu a tendina|keuze|val)\b/iu, 'choice'],
  [/\b(?:text\s?area|big box|large box|long text|free text|paragraph|mehrzeilig)\b/iu, 'longtext'],
  [/\b(?:a date|date picker|calendar)\b/iu, 'date'],
  [/\b(?:a number|number field)\b/iu, 'number'],
];
const KIND_WORDS = allAnyCase`[\s,(]*\b(?:(?:as\s)?(?:a\s|an\s)?(?:check\s?box(?:es)?|tick\s?box(?:es)?|drop\s?down(?: menu)?|select(?: box)?|radio buttons?|text\s?area|text\s?field|text\s?box|big box|large box|long text|free text|paragraph|date picker|a date|field|several possible|multiple choice|${SEVERAL}))(?!\p{L})[):\s]*`;
const LONG =
  /\b(?:why|tell|describe|what (?:is|are|do|does|should|can|would|happened)|anything|details|more about|your project|your story|message|about (?:you|the|your)|warum|wieso|beschreib\w*|pourquoi|décri\w*|por qué|descri\w*|perché|porquê|por que|waarom|varför|dlaczego|なぜ|ご要望|内容)\b/iu;

const LONG_ELSEWHERE =
  /(?<!\p{L})(?:motiv|descri|beschr|beskriv|opis|problem|anliegen|uwagi|observa|osserva|bemerk|opmerk|wünsche|souhaits|pregunt|domand|pergunt|pytan)\p{L}{0,10}(?!\p{L})|^(?:was|wat|qué|¿qué|cosa|che cosa|o que|vad|co)\s/iu;

export function askedField(source: string, masked: Masked): AskedField | undefined {
  let text = source
    .trim()
    .replace(ARTICLE, '')
    .replace(/[.;。]+$/u, '')
    .replace(/\s(?:so\s(?:that\s)?(?:we|i|they|you)|because)\s.{4,}$/iu, '')
    .replace(CHECKED, '')
    .replace(FIELD_WORDS, '');
  const stars = /^(\d)\s?(?:[-–]|to)\s?(\d{1,2})\s(?:stars?|points?)\s?(.{0,60})$/iu.exec(text);
  if (stars && Number(stars[2]) > Number(stars[1]))
    return choice(stars[3] || 'rating', steps(stars[1], Math.min(Number(stars[2]), Number(stars[1]) + 10)));
  const orNot = /^(.{3,40})\sor\snot$/iu.exec(text)?.[1];
  const meal = /^(?:veg\p{L}{0,8}|vegan|meat|fish|chicken|beef)(?:\s?\/\s?\p{L}{3,12}){1,4}$/iu.exec(text)?.[0].split('/');
  if (meal)
    return choice(
      'Meal',
      meal.map((one) => capital(one.trim())),
    );
  const whether = orNot ?? /^(?:if|whether)\s(?:(?:they|it|he|she|you|u)(?:\s(?:are|is|have|has|['’]re))?\s)?(.{3,60})$/iu.exec(text)?.[1];
  if (whether) return { type: 'choice', label: `${labelOf(whether.replace(/\s*[(:].*$|\?$/u, ''))}?`, options: ['Yes', 'No'] };
  if (text === '' || text.length > 240) return undefined;
  if (/^e-?mail(?:\saddress)?\s(?:if|in case)\s.{4,60}$/iu.test(text))
    return { type: 'email', standard: 'email', label: capital(text.replace(/\s(?=(?:if|in case)\s)/iu, ', ')), required: false };
  const optional = OPTIONAL.test(text);
  const demand = optional ? { required: false } : REQUIRED.test(text) ? { required: true } : {};
  text = text.replace(OPTIONAL, ' ').replace(REQUIRED, ' ').trim();
  const given = optionsIn(text, masked);
  if (given) text = given.label;
  const rated = given ? null : RATED.exec(text);
  if (rated?.[1]) return choice(/^¿/u.test(rated[1]) ? `${rated[1]}?` : rated[1], steps(rated[2], rated[3]));
  let type = CHECKED.test(source) ? ('choices' as const) : KIND.find(([pattern]) => pattern.test(source))?.[1];
  text = text
    .replace(KIND_WORDS, ' ')
    .replace(/\s{2,}/g, ' ')
    .replace(/[\s:(),–-]+$/u, '')
    .trim();
  const quoted = masked.all('quote', text);
  const label = quoted.length > 0 ? (quoted[0] as string) : turned(masked.shown(text));
  if (label === '' || !/[\p{L}\p{N}]/u.test(label)) return undefined;
  const words = lexicon('fields');
  const standard =
    quoted.length > 0
      ? undefined
      : (words.whole(label) ?? words.whole(label.replace(/\s+(?:field|number|address|feld)$/iu, '')) ?? headOf(label));
  if (given && given.options.length > 1) {
    const own = standard && !given.asked ? { standard } : {};
    return { type: type === 'choices' ? type : 'choice', ...own, label: labelOf(label), options: given.options, ...demand };
  }
  if (type === 'choice' || type === 'choices') {
    const isBox = type === 'choices' && (quoted.length > 0 || /^(?:a\s)?(?:tick|check)\s?box\b/iu.test(source.trim()));
    type = isBox || /agree|consent|may (?:email|contact|call)|einverstanden|accept|zustimm/iu.test(label) ? 'consent' : undefined;
  }
  if (standard) {
    const own = TYPES[standard] ?? 'text';
    const says =
      (standard === 'message' && !/^(?:messages?|nachricht|mensaje|messaggio|mensagem|bericht|meddelande|wiadomość)$/iu.test(label)) ||
      (normal(label) !== normal(standard) && label.split(/\s+/).length > 1 && !isPlainName(label));
    return { type: type ?? own, standard, ...(says && { label: labelOf(label) }), ...demand };
  }
  const scale = /^(?:rate|rating|bewert\w*|note)\b/iu.test(label) ? /(\d)\s*(?:to|-|–|bis|à|a)\s*(\d{1,2})/u.exec(label) : null;
  const [from, to] = [Number(scale?.[1]), Number(scale?.[2])];
  const scaled = /\s*(?:from\s+)?\d\s*(?:to|-|–|bis)\s*\d{1,2}((?:\s(?:for|of)\s.{2,60})?).*/iu;
  if (to > from && to - from <= 10) return choice(label.replace(scaled, '$1'), steps(from, to), demand);
  type ??= BY_LABEL.find(([pattern]) => pattern.test(label))?.[1] ?? kindByLastWord(label);
  const isLong = label.includes('?') || LONG.test(label) || LONG_ELSEWHERE.test(label);
  return { type: type ?? (isLong ? 'longtext' : 'text'), label: labelOf(label), ...demand };
}

const choice = (label: string, options: string[], demand: { required?: boolean } = {}): AskedField => ({
  ...{ type: 'choice', label: labelOf(label), options },
  ...demand,
});

const ARTICLE =
  /^(?:and|und|et|y|e|och|i|en|plus|also|an?|the|their|your|his|her|ihre?n?|deine?n?|leurs?|votre|su|tu|il|la|le|el|los|o|a|os|as|seu|sua|een|ett|en|je|hun|den|die|das|dem|der)\s+|^l['’]/iu;
const RATED =
  /^(.{4,120}?)[?,]?\s*[(]?(?:del?|von|da|van|från|od|em uma escala de|de)?\s?(\d)\s?(?:al?|bis|à|tot|till|do|-|–)\s?(5|10)[)]?$/iu;
const NUMBER =
  /^(?:how many|how much|number of|anzahl|wie viele|combien|nombre d|cuánt|número de (?!tel)|numero di (?!tel)|quant|hoeveel|aantal|hur många|antal|ile|liczba|ilość|years? of|años de|jahre|années d)/iu;
const DATE = /^(?=.{0,59}$).*\b(?:when|date|by when|wann|datum|deadline|quand|cuándo|quando|wanneer|när|kiedy)\b/isu;
const DATE_HEAD = /^(?:(?:gewünschte[rs]?|gewenste|önskat|önskad)\s)?(?:\p{L}*datum|wunschtermin|fecha|data|date)(?:\s|$)/iu;
const BY_LABEL: [RegExp, FieldType][] = [
  [NUMBER, 'number'],
  [DATE, 'date'],
  [DATE_HEAD, 'date'],
  [/\b(?:agree|consent|einverstanden)\b/iu, 'consent'],
];

/** "Telefon rodzica", "email dei genitori": the first word names the field. */
function headOf(label: string): string | undefined {
  const [head = '', ...rest] = label.split(/\s+/);
  const kind = rest.length > 0 && rest.length <= 4 && /^[\p{L}\s'’-]+$/u.test(label) ? lexicon('fields').whole(head) : undefined;
  return kind === 'phone' || kind === 'email' ? kind : undefined;
}

function kindByLastWord(label: string): FieldType | undefined {
  if (label.split(/\s+/).length > 5) return undefined;
  if (/\se-?mail(?:\saddress)?$/iu.test(label)) return 'email';
  if (/\s(?:phone|mobile|contact|telephone|telefon\p{L}{0,6}|telefoon\p{L}{0,6}|mobil|handy|tel\.?)(?:\s(?:number|no))?$/iu.test(label))
    return 'phone';
  if (/^(?:a\s)?links?\sto\s|\s(?:link|url|website)$/iu.test(label)) return 'url';
  return /\s(?:age)$/iu.test(label) ? 'number' : undefined;
}

const steps = (from: string | number | undefined, to: string | number | undefined): string[] =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => String(Number(from) + i));

const isPlainName = (label: string): boolean =>
  /^(?:full |their |your |phone |e-?mail |postal |zip )?(?:name|number|address|code|e-?mail)$/iu.test(label.trim());

const ASKS =
  /^(?:(?:how|what|which|when|where|who|why)\s.{0,60}\b(?:do|does|did|would|will|can|are|is|was|were|have|has)\s(?:you|we|your|our|the)\b|(?:have|do|are|will|would|can|did|is)\s(?:you|we|your|there)\b)[^?]{0,120}$/iu;

export const labelOf = (label: string): string => {
  const trimmed = label.trim().replace(/\s{2,}/g, ' ');
  const capped = /^[^\p{Ll}]{6,}$/u.test(trimmed) ? trimmed.toLowerCase() : trimmed;
  if (/^(?:qué|cuál(?:es)?|cuándo|cómo|dónde|cuánt[oa]s?|quién)\s[^?]+$/iu.test(capped)) return `¿${capital(capped)}?`;
  if (/^[¿¡]\p{Ll}/u.test(capped)) return `${capped.charAt(0)}${capital(capped.slice(1))}`;
  return capital(ASKS.test(capped) ? `${capped}?` : capped);
};

/** Options in brackets, behind a colon or behind "with": "size (S, M, L)". */
function optionsIn(text: string, masked: Masked): { label: string; options: string[]; asked: boolean } | undefined {
  const [, scaled, from, to] = SCALE.exec(text) ?? [];
  if (scaled && Number(to) >= 3 && Number(to) <= 10) return { label: scaled, options: steps(from, to), asked: scaled.includes('?') };
  const sizes = /^(.{1,60}?)\s*[(:]?\s*((?:XXS|XS|S|M|L|XL|XXL)(?:[\s,/]{1,3}(?:XXS|XS|S|M|L|XL|XXL)){1,6})\)?$/u.exec(text);
  if (sizes?.[1] && sizes[2]) return { label: sizes[1], options: sizes[2].split(/[\s,/]+/u), asked: false };
  const yesNo = /^(.{3,120}?)[\s:(]+((?:yes|ja|oui|sí|si|sim|tak)\s?\/\s?[\p{L}'’]{2,12}(?:\s?\/\s?[\p{L}'’ ]{2,20}){0,3})\)?\??$/iu.exec(
    text,
  );
  if (yesNo?.[1] && yesNo[2]) return { label: yesNo[1], options: yesNo[2].split(/\s?\/\s?/u).map(capital), asked: true };
  const bracket = /^(.{1,160}?)\s*[(（]([^()（）]{2,400})[)）]\s*(.*)$/su.exec(text);
  if (bracket) {
    const [, label = '', inside = '', rest = ''] = bracket;
    const options = choicesOf(inside, masked);
    if (options.length > 1) return { label: `${label} ${rest.replace(/^[.!].*$/su, '')}`.trim(), options, asked: label.includes('?') };
  }
  const behind =
    /^(.{1,160}?[?？])\s*[:–-]?\s*(?:with\s+|options?:?\s+)?(.{2,300})$/su.exec(text) ??
    /^(.{1,120}?)\s*(?::\s+|\s+with options?:?\s+|\s+with the options?:?\s+|\s+options?:\s+|\s+(?:choose|choice|selection)\s+(?:from|of|between)\s+|\s+=\s+)(.{2,300})$/su.exec(
      text,
    ) ??
    /^(\S+\s+with|.*[\ue100-\ue483]\s+with|.*[\ue100-\ue483]:?)\s+(.{2,200})$/su.exec(text);
  const [, label = '', inside = ''] = behind ?? [];
  const options = choicesOf(inside, masked);
  const areShort = options.length > 1 && options.every((option) => option.length <= 60);
  return areShort ? { label: label.replace(/\s+with$/u, ''), options, asked: label.includes('?') } : undefined;
}
/** "How quick were we? (1-5)" */
const SCALE =
  /^(.{3,140}?)[\s,:]*(?:[(（]|\b(?:from|on a scale (?:of|from)|scale of)\s)\s*([01])\s?(?:[–-]|to|bis|à|a)\s?(\d{1,2})\s*[)）]?[?.]?$/iu;

function choicesOf(text: string, masked: Masked): string[] {
  const list = text
    .replace(anyCase`^[^:(/]{0,30}(?:${SEVERAL})[^:/]{0,20}:\s*`, '')
    .replace(/^(?:e\.g\.|like|such as|options?:?|several(?: possible)?:?|multiple:?|z\.\s?b\.|par ex\.?)\s*/iu, '');
  const days = daysBetween(masked.shown(list));
  if (days) return days;
  const slashed = cutOutside(list, /\s?[/|]\s?/y);
  const parts =
    slashed.length > 1
      ? slashed
      : cutOutside(list, /(?:,|;|、|\s+or\s+|\s+oder\s+|\s+ou\s+|\s+o\s+|\s+of\s+|\s+eller\s+|\s+lub\s+)\s*/iy).flatMap((part, i, all) =>
          i === all.length - 1 ? listOf(part) : [part],
        );
  return parts
    .map((part) => masked.shown(part.replace(/^y$/iu, 'Yes').replace(/^n$/iu, 'No')).replace(/^(?:and|or|und|oder)\s+/iu, ''))
    .map((part) => capital(part.trim()))
    .filter((part) => part !== '' && part.length <= 80);
}

/** "… where they can book a pick-up (name, phone)", "… for our flat: name, phone": the part behind the purpose. */
function behindPurpose(text: string, masked: Masked): string | undefined {
  const found = /^([^:(（\n]{2,90}?)\s*(?::\s+(.+)|[(（](.+?)[)）]\s*[.!]?\s*)$/su.exec(text);
  if (!found?.[1]) return undefined;
  const before = found[1].replace(/^[\s,]+|,?\s*(?:please|pls|bitte|svp|por favor|per favore|alstublieft|tack|proszę)[\s,]*$/giu, '');
  if (before.includes(',') || /\b(?:ask|collect|field|request|requir|captur|with|mit|avec|con|com|met|med)/iu.test(before))
    return undefined;
  const inside = (found[2] ?? found[3]) as string;
  const names = listOf(inside).filter((entry) => lexicon('fields').whole(masked.shown(entry).replace(/\s*[(（].*$/u, '')) !== undefined);
  return names.length > 0 || inside.includes('?') || QUESTION.test(inside) ? inside : undefined;
}
const QUESTION =
  /^(?:how|what|which|when|where|who|why|do|does|did|would|is|are|wie|was|welche\p{L}?|wann|wo|comment|quel\p{L}*|qué|cuán\p{L}*|come|quale|quanto|como|hoe|wat|welke|hur|vad|jak|co)\s/iu;

const FORM_TAIL =
  /\b(?:asking for|asks? (?:them )?for|(?:that|which) asks?(?: (?:them |people )?for)?|collecting|that collects|to collect|collect|with fields?(?: for)?|with the fields?|fields?(?: are| should be)?|requesting|requires?|capturing|to capture|with|for|mit den feldern|mit|avec|demandant|con los campos|con campos|con|com os campos|com|met|med|z polami|z)\s*:?\s+/iu;

const MODAL =
  /^(?:(?:that|which|to|should|must|can|will|has to|needs to|just|only|simply)\s){0,4}(?:have|has|having|needs?|includes?|contains?|be|is|asks?(?:\s(?:them|people|everyone))?\sfor|asking\sfor|collects?|says?|just|only)(?:\s(?:just|only|simply|fields? for|the fields?|following|their|the following))*(?:\s+|\s*:\s*)(?=\S)/iu;

/** @param left gets the rest */
export function fieldsAfter(text: string, masked: Masked, left: string[] = []): AskedField[] {
  const [, whole = ''] = /^[\s:–-]*(.*)$/su.exec(text) ?? [];
  // "Form to collect addresses from our winners: name, street": the purpose ends at the colon.
  const all = whole.replace(/^(?:to|that|where|which|so that)\s[^:;.()]{3,90}:\s*(?=\S)/iu, '');
  // "Form for volunteers with name, phone": the audience is no field.
  const tail = all
    .replace(/^(?:for|für|pour|para|per|voor|för|dla)\s[^,:]{2,40}?\s(?=(?:with|mit|avec|con|com|met|med|z)\s)/iu, '')
    .replace(MODAL, '');
  const bracket = /^[(（]([^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*)[)）]/u.exec(tail);
  const lead = FORM_TAIL.exec(tail);
  const inside =
    bracket?.[1] ??
    behindPurpose(tail, masked) ??
    (lead && lead.index < 12 ? tail.slice(lead.index + lead[0].length) : (/^[\s:]*(.*)$/su.exec(tail)?.[1] ?? ''));
  return fieldsIn(inside, masked, left);
}

/** Stops at the first entry that cannot be a field. @param left gets that entry and the rest */
export function fieldsIn(list: string, masked: Masked, left: string[] = []): AskedField[] {
  const fields: AskedField[] = [];
  // "Name, email and phone fields, bike type": drops the word "fields".
  const named = list.replace(/(?<=\p{L})\s(?:fields?|felder|campos|campi|champs|velden|fält|pola)(?=\s*(?:[,.;]|$))/giu, '');
  const questions = withCommas(named.replace(/[.!]?\s*$/u, '')).replace(
    /(?<=[?？])\s+(?=\p{Lu}|(?:how|what|which|when|where|who|why|would|do|did)\s)/gu,
    ', ',
  );
  const single = listOf(questions).flatMap((entry) => twoFields(entry, masked));
  const entries = withOptions(single, masked);
  for (const [at, entry] of entries.entries()) {
    const field = askedField(entry, masked);
    if (DENIED.test(entry)) continue;
    if (!field || isNoField(field, entry)) {
      left.push(...entries.slice(at));
      break;
    }
    const { standard, label } = field;
    const isSame = (other: AskedField) => (other.standard === standard && standard && !label) || (other.label && other.label === label);
    if (!fields.some(isSame)) fields.push(field);
  }
  return fields;
}

/** "Email y código postal", with more entries behind. */
function twoFields(entry: string, masked: Masked): string[] {
  const [first = '', second, ...more] = entry.split(/\s(?:and|und|et|y|e|en|och|i|oraz)\s/iu);
  const isField = (text: string): boolean => lexicon('fields').whole(masked.shown(text)) !== undefined;
  return second !== undefined && more.length === 0 && isField(first) && isField(second) && !isField(entry) ? [first, second] : [entry];
}

const WITH_FIRST =
  /^(.{0,160}(?:[?？]|[\ue100-\ue483]))\s*[:,]?\s*(?:with|mit|avec|con|com|met|med)\s+(?:the\s+)?(?:options?|choices?|answers?|optionen)?:?\s*(\S.{0,60})$/iu;

/** "“…?” with Yes, No and Maybe" is one entry. */
function withOptions(entries: readonly string[], masked: Masked): string[] {
  const joined: string[] = [];
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as string;
    const found = WITH_FIRST.exec(entry);
    if (!found?.[1] || !found[2]) {
      joined.push(entry);
      continue;
    }
    const options = [found[2]];
    const capitals = /^[\p{Lu}\d\ue100-\ue483]/u.test(found[2]);
    for (
      let next = entries[at + 1];
      next !== undefined &&
      /^[\p{Lu}\d\ue100-\ue483]/u.test(next) === capitals &&
      lexicon('fields').whole(masked.shown(next)) === undefined &&
      next.split(/\s+/).length <= 6;
      next = entries[at + 1]
    ) {
      options.push(next);
      at += 1;
    }
    joined.push(`${found[1]} (${options.join(', ')})`);
  }
  return joined;
}

function isNoField({ standard, label = '', options }: AskedField, entry: string): boolean {
  if (standard || options) return false;
  const count = label.split(/\s+/).length;
  const speaks = matcher(entry);
  const isLook = LOOK_ENTRY.test(entry) || LOOK_ELSEWHERE.test(entry);
  // "Page count" and "style of dance" are fields; "a page in warm colours" is not.
  return count > 9 || isLook || PARTS.some(speaks) || (count > 3 && LOOKS.some(speaks)) || /^\d/.test(entry);
}
const PARTS = ['button*', 'headline*', 'faq*', 'pricing', 'testimonial*', 'gallery', 'photos'];
const LOOKS = ['page', 'website', 'color', 'colour', 'style', 'tone', 'section'];
/** "Zdjęcia nie są potrzebne": an entry that the form does without. */
const DENIED =
  /(?<!\p{L})(?:nie są|nie trzeba|nicht nötig|nicht erforderlich|kein\p{L}{0,2}|pas besoin|pas de|no hace falta|no hacen falta|non serv\p{L}{1,3}|não é preciso|não precisa|niet nodig|behövs inte|geen|inga)(?!\p{L})|^(?:sin|sans|ohne|senza|sem|zonder|utan|bez)\s/iu;
export const LOOK_ELSEWHERE =
  /^(?:(?:im|in|con|avec|mit|met|med|com)\s)?(?:ton|tono|tom|toon|tonen|stil|stile|estilo|farben?|couleurs?|colores|colori|cores|kleuren|färger|kolory|barwy|bouton|botón|botão|pulsante|bottone|knopf|knop|knapp|przycisk|hintergrund|fondo|fond|sfondo|seite|página|pagina|sida|strona)(?!\p{L})/iu;
const LOOK_ENTRY = /\s(?:colou?rs?|fonts?|style|tone|page|website|section|layout|design|background)$/iu;
