import { askedField } from '../reader/fields.ts';
import { labelOf } from '../reader/labels.ts';
import { languageNamed } from '../reader/language.ts';
import { orderedStatement } from '../reader/statements.ts';
import { capital, type Masked } from '../reader/text.ts';
import { anyCase, asWritten } from '../reader/words.ts';
import type { Order, Where } from './orders.ts';
import { looksWish } from './read-looks.ts';
import { bare } from './texts.ts';
import { FACT_LABELS, valueIn } from './values.ts';
import * as v from './verbs.ts';

/** Orders that are hardly more than a value: what something costs, when it is, how many there are. */

const B = "(?![\\p{L}'’])";
const TO_VALUE = anyCase`^(?:(?:we|i|they)(?:['’]ve|\s+have)?\s+(?:just\s+|now\s+)?)?(?:raised|lowered|reduced|increased|dropped|changed|moved|postponed|pushed|drop|cut|lower|raise|reduce|increase|bump|put|bring|knock|move|reschedule|postpone|push|shift|set|delay|senke?|erhöhe?|verschiebe?|verlege?|baisse[rz]?|augmente[rz]?|déplace[rz]?|reporte[rz]?|baja[r]?|sube|subir|mueve|abbassa|alza|sposta|baixa|aumenta|muda|verlaag|verhoog|verplaats|verzet|sänk|höj|flytta|obniż|podnieś|przenieś)\s+(.{2,60}?)\s+(?:(?:up|down|back|forward|on)\s+)?(?:to|auf|à|a|al|alle|para|naar|till|na|zu)\s+(.{1,40})$`;

/** "Drop the price to £20", "move the dog show to 13.00": a new value of the thing named. */
export function readValue(text: string, masked: Masked): Order[] | undefined {
  const [, what = '', to = ''] = TO_VALUE.exec(text) ?? [];
  const value =
    valueIn(masked.shown(to)) ??
    (/^\d[\d.,]*$/.test(to) && /^(?:drop|cut|lower|raise|reduce|increase|bump)/iu.test(text)
      ? { kind: 'money' as const, text: to }
      : undefined);
  if (!value || /[\ue100-\ue483]/.test(what)) return undefined;
  const label = labelOf(bare(what));
  const named = label && 'label' in label && FACT_LABELS.has(label.label);
  return [{ do: 'facts', facts: [{ kind: value.kind, value: value.text }], of: named ? '' : bare(what) }];
}

const NOW = '(?:now|jetzt|nun|maintenant|désormais|ahora|adesso|ora|agora|nu|teraz)';
const IS =
  '(?:is|are|costs?|goes? (?:up|down)? ?to|went (?:up|down)? ?to|ist|sind|kostet|kosten|est|sont|coûten?t?|es|son|cuestan?|è|sono|costa(?:no)?|é|são|custa[m]?|kosta?r?|är|jest|kosztuje)';
/** "Stumps now from 70", "drop in is 14 now": a price or a time. */
const FROM_WORD = '(?:from|at|only|just|ab|bei|à|desde|da|vanaf|från|od)';
const FIGURE = [
  anyCase`^(.{2,60}?)\s(?:${IS}\s)?${NOW}\s(?:${IS}\s)?(?:${FROM_WORD}\s){0,2}(\d[\d.,]{0,8})$`,
  anyCase`^(.{2,60}?)\s(?:${IS}|${FROM_WORD})\s(?:${FROM_WORD}\s)?(\d[\d.,]{0,8})\s${NOW}$`,
  anyCase`^(.{2,60}?)\s${IS}\s(\d[\d.,]{0,8})\s(?:a|an|per|each|pro|par|por|al|la)\s\p{L}{2,12}$`,
  /^(.{2,60}?)\s(?:has\s|have\s|is\s|are\s|was\s|got\s|been\s){0,2}(?:moved|changed|postponed|pushed(?:\s(?:back|forward|on))?|rescheduled|brought\s(?:forward|back)|verschoben|verlegt)\s(?:to|until|till|auf)\s(\d{1,2}(?:[:.]\d\d)?)$/iu,
];
const MOVED = 3;
/** "Move it to the 19th", "last orders by the 19th": the day of a date. */
const NTH =
  /^(?:(?:move|change|push|postpone|bring|make|shift|put|reschedule)\s)?(?:(.{2,60}?)\s(?:(?:is|are|was|has|have|been|moved|changed|on|to|by|until|till|back|forward|now)\s){1,4}|(?:(?:on|by|until|till)\s)?)(?:the\s)?(\d{1,2}(?:st|nd|rd|th))(?:\s(?:now|instead))?$/iu;
const SPAN =
  /^(?:(?:it['’]?s|its|it is|from|now|von|de|du|dalle|das|van)\s)?([\p{L}\s]{0,30}?)\s?(\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:am|pm|uhr))?)\s?(?:[-–—]|to|till|until|bis|à|a|tot|do)\s?(\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:am|pm|uhr))?)(?:\s(?:now|jetzt|instead))?$/iu;
const ORDERED = anyCase`^(?:${v.CHANGE}|${v.REPLACE}|${v.ADD}|${v.MOVE}|${v.RENAME})${B}`;

export function readFigure(text: string): Order[] | undefined {
  const [, about = '', first, last] = SPAN.exec(text) ?? [];
  if (first && last && !ORDERED.test(text) && labelOf(bare(about)) === undefined)
    return [{ do: 'facts', facts: [{ kind: 'span', value: `${first} to ${last}` }], of: bare(about) }];
  const [, dated = '', nth] = NTH.exec(text) ?? [];
  if (nth && !/[\ue100-\ue483:]|\snot\s/.test(dated))
    return [
      {
        do: 'facts',
        facts: [{ kind: 'when', value: nth }],
        of: /^(?:it|that|this|its|it['’]s|date)$/iu.test(bare(dated)) ? '' : bare(dated),
      },
    ];
  for (const [i, pattern] of FIGURE.entries()) {
    const [, what = '', value] = pattern.exec(text) ?? [];
    if (
      !value ||
      /[\ue100-\ue483:]/.test(what) ||
      /^(?:it|that|this|there|we|i|you|they|code|the code)$/iu.test(what) ||
      !/\p{L}{2}/u.test(what)
    )
      continue;
    const label = labelOf(bare(what));
    const named = label && 'label' in label && FACT_LABELS.has(label.label);
    return [
      {
        do: 'facts',
        facts: [{ kind: i === MOVED ? 'time' : 'money', value: value.replace(/[.,]$/, '') }],
        of: named && i !== MOVED ? '' : bare(what),
      },
    ];
  }
  return undefined;
}

/** "Maison pour 8 personnes", "30 day trial": a known phrase with another number. */
export function readAgain(text: string): Order[] | undefined {
  const words = text.split(/\s+/);
  const numbers = text.match(/\d+(?:[.,]\d+){0,3}/gu) ?? [];
  return numbers.length === 1 && words.length > 1 && words.length <= 10 && !ORDERED.test(text) ? [{ do: 'again', text }] : undefined;
}

/** Orders that put something in: parts, entries, sentences, pictures. */

const I = 'isu';
const ADD = new RegExp(`^${v.ADD}(?![\\p{L}'’])\\s+(.+?)$`, I);
const PICTURE =
  '(?:picture|pic|image|photo(?:graph)?|photos|pictures|images|pics|file|logo|bild(?:er)?|foto(?:s|grafie)?|image|imagen(?:es)?|immagin[ei]|imagem|imagens|afbeelding(?:en)?|bilden|zdjęci[ea]|obraz(?:ek)?|写真|画像)';
const USE = new RegExp(
  `^(?:${v.USE}|${v.ADD}|${v.MOVE}|show|attach|upload|replace\\s+(?:the|my|our)\\s+(?:picture|image|photo|drawing|illustration)\\s+(?:with|by)|ersetze?\\s+(?:das|die)\\s+(?:bild|zeichnung)\\s+durch)\\s+(?:the|this|that|these|my|our|das|dieses|mein|die|diese|la|cette|les|esta|la|questa|esta|a|deze|de|den här|to)?\\s*(?:(?:new|attached|uploaded|hochgeladene|angehängte|jointe|adjunta|allegata|anexa)\\s+)?(${PICTURE}|\\S{1,80}\\.(?:jpe?g|png|webp|gif|avif|svg))(?![\\p{L}])\\s*(.{0,80})$`,
  I,
);
const SAY = [
  new RegExp(
    `^(?:${v.ADD})\\s+(?:an?\\s+|the\\s+|one\\s+|another\\s+|einen?\\s+|une?\\s+|una?\\s+|uma?\\s+|een\\s+|en\\s+)?(?:short\\s+|small\\s+|little\\s+|new\\s+)?(?:sentence|line|note|paragraph|text|remark|hint|info|satz|hinweis|absatz|phrase|note|paragraphe|frase|nota|párrafo|paragrafo|parágrafo|zin|opmerking|mening|rad|zdanie|notatk[aę]|bit|something)\\s*(?:(?:saying|that\\s+says|which\\s+says|to\\s+say|about\\s+(?:how|[^:]{2,60}:)|that|dass|disant|que|diciendo|che\\s+dice|dizendo|dat|som\\s+säger|att|że)(?:\\s+that)?\\s*:?\\s+|:\\s*|\\s(?=[\\ue100-\\ue483]))(.{3,600})$`,
    I,
  ),
  new RegExp(`^(?:${v.ADD})\\s+(?:that|dass|que|che|dat|att|że)\\s+(.{3,400})$`, I),
];
const PS = /^(?:(?:add|put in|include)\s+(?:a\s+)?)?p\.?\s?s\.?\s*(?:saying(?:\s+that)?\s*|that says\s*)?[:,]?\s+(.{3,600})$/iu;

/** "New question: …", "another plan: …". */
const NEW =
  /^(?:an?\s+|one\s+)?(?:new|another|extra|one more|additional|neue[rs]?|weitere[rs]?|nouvelle?|nueva|otra|nuova|nova|nieuwe|ny|nowe)\s+((?:question|faq|plan|step|feature|session|slot|talk|gig|show|dish|testimonial|review|speaker|section|button|field|frage|schritt|pregunta|domanda|pergunta|vraag|fråga|pytanie)(?:\s[^:]{0,40})?\s*:\s.{3,600})$/isu;
/** "We also do gardens now": a sentence as it stands, without "now". */
const OFFERS =
  /^((?:we|i|wir|nous|nosotros|noi|nós|wij|vi)\s(?:(?:now|jetzt|nu)\s)?(?:also\s(?:do|offer|sell|have|serve|make|teach|repair|clean|deliver|run|take|cover|work)|\p{L}{3,20}\s(?:(?:jetzt|nu)\s)?(?:auch|aussi|también|anche|também|ook|också))\s)(.{3,120}?)(?:\s(?:now|jetzt|nu|maintenant|ahora|ora|agora|too|as well))?$/iu;
/** "Add a question do you do cats? no sorry dogs only". */
const ASKED = new RegExp(
  `^${v.ADD}\\s(?:(?:an?|another|one|eine|une|una|uma|een|en)\\s)?(?:faq\\s|new\\s)?(?:question|frage|pregunta|domanda|pergunta|vraag|fråga|pytanie)[\\s,:]+(?!about\\s|for\\s)([^?？:]{5,200}[?？])\\s*(.{0,600})$`,
  I,
);
const QUESTION = /(?<!\p{L})(?:question|faq|q ?& ?a|frage|pregunta|domanda|pergunta|vraag|fråga|pytanie)(?!\p{L})/iu;

export function readAddition(text: string, entries: readonly string[], masked: Masked): Order[] | undefined {
  const shown = (words: string): string => masked.all('quote', words)[0] ?? masked.shown(words).trim();
  const quotes = masked.all('quote', text);
  // "Add a question “…?” with the answer “…”".
  if (quotes.length === 2 && anyCase`^(?:${v.ADD})(?![\p{L}'’])`.test(text) && QUESTION.test(text) && /[?？]$/u.test(quotes[0] ?? ''))
    return [{ do: 'add', what: 'question', source: quotes.join(' '), entries: [] }];
  const ps = PS.exec(text)?.[1];
  if (ps) return [{ do: 'say', text: shown(ps), role: 'ps' }];
  const under =
    /^(?:\p{L}+\s+)(?:an?\s+|the\s+|one\s+)?(?:short\s+|small\s+)?(?:line|sentence|text)\s+(?:under|below|beneath|after)\s+the\s+(?:headline|title|heading)\s*(?::|saying(?:\s+that)?|that\s+says)\s*(.{3,400})$/iu.exec(
      text,
    )?.[1];
  if (under && anyCase`^(?:${v.ADD})(?![\p{L}'’])`.test(text)) return [{ do: 'say', text: shown(under), role: 'lede' }];
  const [, asked, answer = ''] = ASKED.exec(masked.shown(text)) ?? [];
  if (asked) return [{ do: 'add', what: 'question', source: `${capital(asked)} ${capital(answer)}`.trim(), entries: [] }];
  const anew = NEW.exec(text);
  if (anew) return readAddition(`add ${anew[1]}`, entries, masked);
  const plain = /^(?:add|include|append)\s*:\s+(.{8,600})$/isu.exec(text)?.[1];
  // A date or a price is of an entry, and no sentence.
  if (plain && entries.length === 0 && /\d.*,|,.*\d/u.test(plain) && !/[.!?]\s/u.test(plain))
    return [{ do: 'add', what: masked.shown(plain, true), source: '', entries: [] }];
  if (plain && entries.length === 0) return [{ do: 'say', text: shown(plain) }];
  const picture = USE.exec(text);
  if (picture && entries.length === 0) {
    const [, what = '', rest = ''] = picture;
    const file = masked.shown(what);
    const use = /logo/iu.test(`${what} ${rest}`)
      ? 'logo'
      : /gallery|galerie|galería|galleria|galeria/iu.test(rest)
        ? 'gallery'
        : /hero|top|header|oben|haut|arriba|alto|topo|boven|överst|górze|background|banner/iu.test(rest)
          ? 'hero'
          : 'any';
    return [{ do: 'picture', what: /\./.test(file) ? file : '', use }];
  }
  for (const pattern of SAY) {
    const words = pattern.exec(text)?.[1];
    if (words) return [{ do: 'say', text: shown(words) }];
  }
  const offered = OFFERS.exec(masked.shown(text));
  if (offered) return [{ do: 'say', text: `${offered[1]}${offered[2]}` }];
  const said = /^(?:add|include)\s/iu.test(text) ? undefined : orderedStatement(masked.shown(text), 'en');
  if (said) return [{ do: 'say', text: said }];
  const what = ADD.exec(text)?.[1];
  if (what === undefined) return undefined;
  const [, head = what, body = ''] = /^([^:：\n]{2,80}?)\s*[:：](?!\d)\s*([\s\S]*)$/u.exec(what) ?? [];
  return [
    {
      do: 'add',
      what: bare(masked.shown(head, true)).replace(/\s+(?:hinzu|toe|ein|an)$/iu, ''),
      source: masked.shown(body, true).trim(),
      entries: entries.map((entry) => masked.shown(entry, true)),
    },
  ];
}

const MOVE = '(?:移動|移し|動か|置い|置く|配置|持って)';

export function readJapanese(text: string, masked: Masked, entries: readonly string[]): Order | undefined {
  const shown = (words = ''): string => masked.shown(words).trim();
  const moved: [RegExp, Where][] = [
    [asWritten`^(.+?)を(.+?)の(?:すぐ)?(?:前|上)に${MOVE}`, 'before'],
    [asWritten`^(.+?)を(.+?)の(?:すぐ)?(?:後ろ|後|あと|下)に${MOVE}`, 'after'],
    [asWritten`^(.+?)を(?:一番|いちばん)?(?:最初|先頭|上|トップ)に${MOVE}`, 'first'],
    [asWritten`^(.+?)を(?:一番|いちばん)?(?:最後|末尾|下)に${MOVE}`, 'last'],
  ];
  const lang = /^(?:.*を)?(.+?語)(?:に|へ)(?:翻訳|訳|して)/u.exec(text)?.[1];
  const code = lang && languageNamed(lang);
  if (code) return { do: 'translate', lang: code };
  if (/^(?:元に戻|取り消)/u.test(text)) return { do: 'undo' };
  for (const [pattern, where] of moved) {
    const found = pattern.exec(text);
    if (found) return { do: 'move', what: shown(found[1]), where, anchor: shown(found[2]) };
  }
  const gone = /^(.+?)(?:を|は)(?:削除|消し|外し|取り除|なくし|いらない|不要)/u.exec(text)?.[1];
  if (gone) return { do: 'remove', what: shown(gone) };
  const required = /^(.+?)(?:を|は)(必須|任意)/u.exec(text);
  if (required) return { do: 'require', what: shown(required[1]), required: required[2] === '必須' };
  const field =
    /^(?:フォームに)?(.+?)の?(?:項目|欄|フィールド)を(?:追加|加え|入れ|足し)/u.exec(text)?.[1] ??
    /^(.+?)も(?:聞い|尋ね|質問し|たずね)/u.exec(text)?.[1] ??
    /^フォームに(.+?)を(?:追加|加え)/u.exec(text)?.[1];
  const asked = field === undefined ? undefined : askedField(field, masked);
  if (asked) return { do: 'fields', fields: [asked] };
  if (/^(?:(?:ページ|メール|全体|文章|本文|文)(?:を|は))?(?:もっと|少し)?短く/u.test(text)) return { do: 'shorten', what: '' };
  const looks = looksWish(text, masked);
  if (looks) return { do: 'looks', theme: looks.theme, wish: looks.wish };
  const changed = /^(.+?)(?:を|は)(.+?)(?:に|へ)(?:置き換え|置換|変更|変え|して|書き換え|直し)/u.exec(text);
  if (changed) {
    const [, what = '', to = ''] = changed;
    return { do: 'change', what: shown(what), to: shown(to), quoted: masked.all('quote', to).length > 0 };
  }
  const added = /^(.+?)を(?:追加|加え|入れ|足し)[^：:\n]*(?:[：:\n]\s*(.+))?$/su.exec(text);
  if (added)
    return {
      do: 'add',
      what: shown(added[1]),
      source: masked.shown(added[2] ?? '', true),
      entries: entries.map((entry) => masked.shown(entry, true)),
    };
  return undefined;
}
