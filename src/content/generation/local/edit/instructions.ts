import { bare } from '../brief/clauses.ts';
import { colourIn, languageNamed, readWishes, toneIn } from '../brief/wishes.ts';
import { readJapanese } from './japanese.ts';
import * as v from './verbs.ts';

/** One thing that somebody wants changed. */
export type Instruction =
  | { do: 'write'; what: string; text: string }
  | { do: 'replace'; from: string; to: string }
  | { do: 'lead'; href: string }
  | { do: 'colour'; colour: string }
  | { do: 'tone'; tone: string }
  | { do: 'translate'; language: string }
  /** The whole document, or a part of it. */
  | { do: 'shorten'; what: string }
  | { do: 'remove'; what: string }
  | { do: 'move'; what: string; where: 'before' | 'after' | 'first' | 'last'; anchor?: string }
  | { do: 'add-field'; wish: string }
  | { do: 'require'; field: string; required: boolean }
  | { do: 'add'; wish: string; content: string }
  | { do: 'picture' };

const END = '[\\s.!]*$';
const re = (source: string): RegExp => new RegExp(`^\\s*${source}${END}`, 'isu');

const IT =
  "(?:it|this|the\\s+(?:whole\\s+)?(?:page|email|mail|text|copy)|everything|es|das|alles|(?:die|den|das)\\s+(?:ganze\\s+)?(?:seite|mail|e-mail|text)|la\\s+page|le\\s+(?:texte|mail)|l[’']e-mail|tout|la\\s+página|el\\s+(?:texto|correo)|todo|la\\s+pagina|il\\s+testo|tutto|a\\s+página|o\\s+texto|tudo|de\\s+(?:pagina|tekst|mail)|het|alles|den|det|sidan|texten|allt|stronę|ją|go|je|to|tekst|wszystko)";
const PARTS =
  '(?:sub|main\\s+)?[\\s-]?(?:headline|heading|title|tagline|intro|introduction|lede|button|cta|eyebrow|überschrift|titel|untertitel|einleitung|knopf|schaltfläche|titre|bouton|título|botón|titolo|pulsante|botão|kop|knop|rubrik|knapp|nagłówek|przycisk)(?:\\s+(?:text|label))?';

const field = (wish: string): Instruction => ({
  do: 'add-field',
  // The accusative of Polish: a field "na firmę" asks for "firma".
  wish: wish.replace(/^(\p{L}+)ę$/u, '$1a'),
});

const READERS: [RegExp, (...groups: string[]) => Instruction | undefined][] = [
  // Replacing what is written is the most exact, so it comes first.
  [
    re(
      `${v.REPLACE}\\s+(?:the\\s+(?:text|words?|sentence|phrase|line)\\s+|den\\s+(?:text|satz)\\s+)?${v.QUOTED}\\s*${v.WITH}\\s*:?\\s*${v.QUOTED}(?:\\s+aus)?`,
    ),
    (from, to) => ({ do: 'replace', from, to }),
  ],
  [
    re(
      `${v.CHANGE}\\s+${v.THE}[^"“„«「]{2,40}?\\s+(?:from|von|vom|de|da|van|från|z)\\s+(.{1,120}?)\\s+(?:to|auf|zu|zum|à|en|a|para|naar|till|na)\\s+(.{1,200}?)`,
    ),
    (from, to) => ({ do: 'replace', from: unquoted(from), to: unquoted(to) }),
  ],
  [
    re(
      '(?:please\\s+)?(?:replace|ersetze?|remplace[rz]?|sustituye|reemplaza|sostituisci|substitui|substitua|vervang|ersätt|zastąp)\\s+(.{1,200}?)\\s+(?:with|by|durch|mit|par|por|con|com|door|med)\\s+(.{1,400}?)',
    ),
    (from, to) => ({ do: 'replace', from: unquoted(from), to: unquoted(to) }),
  ],

  [
    re(
      `${v.TRANSLATE}(?:-l[ae])?\\s*(?:${IT}\\s+)?(?:in(?:s|to)?|to|auf|en|al?|para|naar|till|na)\\s+(?:(?:das|het|el|o|il|l[’'])\\s*)?(\\p{L}+)`,
    ),
    (language) => ({ do: 'translate', language }),
  ],
  [
    re(`(?:please\\s+)?(?:write|put|schreibe?)\\s+(?:${IT}\\s+)?(?:in|into|auf)\\s+(\\p{L}+)`),
    (language) => (languageNamed(language) ? { do: 'translate', language } : undefined),
  ],

  [re(`${v.SHORTEN}(?:\\s+${IT})?`), () => ({ do: 'shorten', what: '' })],
  [re(`${v.SHORTEN}\\s+([^:]{2,60}?)(?:\\s+in)?`), (what) => ({ do: 'shorten', what })],
  [re(`${v.MAKE_IT}(?:-l[ae]|-[ao])?(?:\\s+${IT})?\\s+${v.SHORTER}`), () => ({ do: 'shorten', what: '' })],
  [re(`${v.MAKE_IT}\\s+([^"“„«「:]{2,60}?)\\s+${v.SHORTER}`), (what) => ({ do: 'shorten', what })],

  [
    re(`(?:.*?(?:button|link|cta|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp|przycisk).*?)(https?://\\S+?)`),
    (href) => ({ do: 'lead', href }),
  ],
  [re('(?:please\\s+)?(?:link|verlinke?|lie|enlaza|collega|liga|koppel|länka)\\s+.*?(https?://\\S+?)'), (href) => ({ do: 'lead', href })],

  [
    re(
      `${v.ADD}\\s+(?:${v.THE}(?:new\\s+|neues\\s+|weiteres\\s+)?(?:(optional|required)\\s+)?${v.FIELD}\\s+${v.FOR}\\s*${v.THE}(.+?))(?:\\s+(?:hinzu|ein|an|toe))?(?:\\s+(?:to|in|zum|im)\\s+(?:the\\s+)?form(?:ular)?)?`,
    ),
    (how, wish) => field(how ? `${wish} (${how})` : wish),
  ],
  [
    re(
      `${v.ADD}\\s+${v.THE}(.{2,40}?)[\\s-]?${v.FIELD}(?:\\s+(?:hinzu|toe))?(?:\\s+(?:to|in|zum|im)\\s+(?:the\\s+)?form(?:ular)?)?(\\s*\\(.+\\))?`,
    ),
    (wish, how) => field(`${wish}${how ?? ''}`),
  ],
  [re(`${v.ADD}\\s+${v.THE}${v.FIELD}\\s+(.{2,40}?)(?:\\s+(?:hinzu|toe))?`), (wish) => field(wish)],
  [
    re(
      `${v.ASK}\\s+${v.ALSO}(?:their\\s+|dem\\s+|der\\s+)?${v.THE}(.+?)(?:\\s+(?:too|as well|auch|aussi|también|anche|também|ook|också))?`,
    ),
    (wish) => field(wish),
  ],
  [
    re(`(?:please\\s+)?make\\s+${v.THE}(.{2,40}?)(?:\\s+${v.FIELD})?\\s+(optional|required|mandatory)`),
    (name, how) => ({ do: 'require', field: name, required: how.toLowerCase() !== 'optional' }),
  ],
  [
    re(`(?:mache?|setze?)\\s+${v.THE}(?:feld\\s+)?(.{2,40}?)\\s+(?:zum\\s+|zu\\s+einem\\s+)?(optional|freiwillig|pflichtfeld|pflicht)`),
    (name, how) => ({ do: 'require', field: name, required: /pflicht/i.test(how) }),
  ],

  [re(`(?:${v.CHANGE}\\s+)?${v.THE}([^"“„«「:]{2,60}?)${v.TO}${v.QUOTED}${v.AT_THE_END}`), (what, text) => ({ do: 'write', what, text })],
  [
    re(`(?:${v.CHANGE}\\s+)?${v.THE}(${PARTS})${v.TO}(.+?)`),
    // "Mets le bouton en bleu" says nothing that should be written.
    (what, text) => {
      const colour = readWishes(text)?.primary;
      return colour ? { do: 'colour', colour } : { do: 'write', what, text };
    },
  ],

  [re(`${v.MOVE}\\s+${v.THE}(.{2,60}?)\\s+${v.FIRST}`), (what) => ({ do: 'move', what, where: 'first' })],
  [re(`${v.MOVE}\\s+${v.THE}(.{2,60}?)\\s+${v.LAST}`), (what) => ({ do: 'move', what, where: 'last' })],
  [re(`${v.MOVE}\\s+${v.THE}(.{2,60}?)\\s+${v.BEFORE}\\s+(.+?)`), (what, anchor) => ({ do: 'move', what, where: 'before', anchor })],
  [re(`${v.MOVE}\\s+${v.THE}(.{2,60}?)\\s+${v.AFTER}\\s+(.+?)`), (what, anchor) => ({ do: 'move', what, where: 'after', anchor })],

  [re(`(?:${v.REMOVE})\\s+(.{2,160}?)(?:\\s+(?:weg|heraus|raus))?`), (what) => ({ do: 'remove', what })],
  [
    re(`${v.ADD}\\s+(?:the\\s+|this\\s+|my\\s+|das\\s+|dieses\\s+)?(?:picture|image|photo|bild|foto|photos|images|pictures|bilder)`),
    () => ({ do: 'picture' }),
  ],
  [
    re(
      '(?:please\\s+)?(?:use|show|verwende|nutze|zeige?)\\s+(?:the|this|my|das|dieses|mein)\\s+(?:new\\s+|attached\\s+|uploaded\\s+)?(?:picture|image|photo|bild|foto)(?:.*)',
    ),
    () => ({ do: 'picture' }),
  ],
  [
    new RegExp(`^\\s*${v.ADD}\\s+${v.THE}([^:：\\n"“„«「]{2,60}?)(?:\\s+(?:hinzu|toe|section|abschnitt))*\\s*[:：\\n]\\s*(.+)$`, 'isu'),
    (wish, content) => ({ do: 'add', wish, content }),
  ],
  [
    re(`${v.ADD}\\s+${v.THE}([^"“„«「]{2,40}?)\\s*${v.QUOTED}(.*?)`),
    (wish, content, rest) => ({ do: 'add', wish, content: `"${content}"${rest}` }),
  ],
  [re(`${v.ADD}\\s+(.{2,80}?)`), (wish) => ({ do: 'add', wish, content: '' })],
];

/** The instructions of a prompt, each with its own words. Undefined is what is none that this house knows. */
export function instructionsOf(prompt: string): { words: string; instruction: Instruction | undefined }[] {
  return linesOf(prompt)
    .flatMap(partsOf)
    .map((words) => ({ words, instruction: readInstruction(words) }));
}

const VERB = `(?:${[v.CHANGE, v.REMOVE, v.ADD, v.MOVE, v.REPLACE, v.USE, v.TRANSLATE, v.SHORTEN, v.MAKE_IT, 'link'].join('|')})`;
const AND_VERB = new RegExp(
  `(?:,\\s*|\\s+)(?:and|then|und|dann|et|y|e|en|och|i)\\s+(?=(?:then\\s+|also\\s+)?${VERB}(?:\\s|$))|,\\s+(?=${VERB}\\s)`,
  'giu',
);

/** Lines, with the list that follows one as a part of it. */
const linesOf = (prompt: string): string[] =>
  prompt
    .split(/\n(?!\s*(?:[-*•]|\d{1,2}[:.)h]))/u)
    .map((line) => line.trim())
    .filter((line) => bare(line) !== '');

/** A line is cut into sentences and at "and", where each part is an instruction; else it may be one that holds sentences. */
function partsOf(line: string): string[] {
  if (line.includes('\n')) return [line];
  const sentences = cut(line, /;\s+|(?<=[^\s.]{2}[.!])\s+(?=\S)/gu);
  const whole = readInstruction(line);
  if (sentences.length > 1 && !(whole?.do === 'add' && sentences.slice(1).some((part) => !readInstruction(part))))
    return sentences.flatMap(partsOf);
  const parts = cut(line, AND_VERB);
  return parts.length > 1 && parts.every((part) => readInstruction(part)) ? parts.flatMap(partsOf) : [line];
}

/** Cuts at a pattern, but never inside of quotes. */
function cut(text: string, at: RegExp): string[] {
  const masked = text.replace(/["“„«「][^"“”„«»「」]*["”“»」]/gu, (quoted) => '_'.repeat(quoted.length));
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: found } of masked.matchAll(at)) {
    parts.push(text.slice(from, index));
    from = index + found.length;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => bare(part) !== '');
}

function readInstruction(words: string): Instruction | undefined {
  const text = words.trim();
  // The looks first: "make it blue" writes nothing.
  const wishes = readWishes(
    text.replace(
      /^(?:please\s+)?(?:change|switch|turn|set|ändere?|stelle?|change[rz]?|cambia|muda|verander|ändra|zmień)\s+(?:the\s+|die\s+|la\s+|le\s+|el\s+|de\s+)?/iu,
      '',
    ),
  );
  if (wishes) {
    if (wishes.primary) return { do: 'colour', colour: wishes.primary };
    if (wishes.tone) return { do: 'tone', tone: wishes.tone.id };
    if (wishes.pictures === 'none') return { do: 'remove', what: 'picture' };
    if (wishes.language) return { do: 'translate', language: wishes.language };
  }
  const japanese = readJapanese(text);
  if (japanese) return japanese;
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(text);
    const instruction = found && read(...(found.slice(1) as string[]));
    if (instruction) return trimmed(instruction);
  }
  return readLooks(text);
}

const LOOKS = /colou?r|farbe|couleur|kleur|färg|kolor|cor |色/iu;
const MAKES = new RegExp(`^\\s*(?:${v.MAKE_IT}|${v.CHANGE})(?!\\p{L})`, 'iu');
const USES = new RegExp(`^\\s*${v.USE}\\s`, 'iu');

/** "Make the button green", "usa il blu", "rends-la plus chaleureuse": in a few words, of the looks and nothing else. */
function readLooks(text: string): Instruction | undefined {
  if (/["“„«「]/u.test(text) || text.split(/\s+/u).length > 8) return undefined;
  const makes = MAKES.test(text);
  const colour = LOOKS.test(text) || makes || USES.test(text) ? colourIn(text) : undefined;
  if (colour) return { do: 'colour', colour };
  const tone = makes ? toneIn(text) : undefined;
  return tone && { do: 'tone', tone: tone.id };
}

const unquoted = (text: string): string => text.trim().replace(/^["“„«「](.*)["”“»」]$/su, '$1');

function trimmed(instruction: Instruction): Instruction {
  if (instruction.do === 'write') return { ...instruction, text: unquoted(instruction.text) };
  return instruction;
}
