import type { Masked } from '../reader/mask.ts';
import { anyCase } from '../reader/patterns.ts';
import { capital } from '../reader/split.ts';
import { orderedStatement } from '../reader/statements.ts';
import type { Order } from './orders.ts';
import { bare } from './texts.ts';
import * as v from './verbs.ts';

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
