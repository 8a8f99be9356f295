import { bare } from '../brief/clauses.ts';
import { colourIn, languageNamed, readWishes, toneIn } from '../brief/wishes.ts';

/** One thing that somebody wants changed. */
export type Instruction =
  | { do: 'write'; what: string; text: string }
  | { do: 'replace'; from: string; to: string }
  | { do: 'lead'; href: string }
  | { do: 'colour'; colour: string }
  | { do: 'tone'; tone: string }
  | { do: 'translate'; language: string }
  | { do: 'remove'; what: string }
  | { do: 'move'; what: string; where: 'before' | 'after' | 'first' | 'last'; anchor?: string }
  | { do: 'add-field'; wish: string }
  | { do: 'require'; field: string; required: boolean }
  | { do: 'add'; wish: string; content: string }
  | { do: 'picture' };

const Q = '["“„«「]([^"“”„»」]+)["”“»」]';
const THE = '(?:(?:the|a|an|our|your|my|der|die|das|den|dem|ein(?:e[nmrs]?)?|le|la|les|el|los|las|un|una|une|il|lo|o|de|het|een)\\s+)?';
const CHANGE =
  '(?:please\\s+)?(?:change|set|update|rewrite|make|rename|turn|edit|ändere?|setze?|mach(?:e)?|schreibe?|formuliere|nenne|change[rz]?|modifie[rz]?|mets|cambia[r]?|pon|modifica|muda[r]?|altera|verander|wijzig|maak|ändra|gör|sätt|zmień|ustaw)';
const TO =
  '\\s*(?:text|label|zeile)?\\s*(?:to|into|in|auf|zu|en|a|para|naar|till|na|says?|reads?|is|be|should\\s+(?:be|say|read)|soll\\s+(?:lauten|heißen|sein)?|lautet|by|with|:)\\s*:?\\s*';
const REMOVE =
  '(?:please\\s+)?(?:remove|delete|drop|take\\s+(?:out|away|off)|get\\s+rid\\s+of|leave\\s+out|cut|hide|entferne?|lösche?|streiche?|nimm|supprime[rz]?|enlève[rz]?|retire[rz]?|quita[r]?|elimina[r]?|borra[r]?|rimuovi|togli|remove[r]?|apaga[r]?|verwijder|schrap|ta\\s+bort|usuń)';
const ADD =
  '(?:please\\s+)?(?:add|insert|include|append|put\\s+in|füge?|ergänze?|ajoute[rz]?|añade|añadir|agrega[r]?|aggiungi|adiciona[r]?|acrescenta[r]?|voeg|lägg\\s+till|dodaj)';
const MOVE =
  '(?:please\\s+)?(?:move|put|place|bring|show|verschiebe?|setze?|stelle?|déplace[rz]?|mets|mueve|pon|sposta|metti|move[r]?|põe|verplaats|zet|flytta|przenieś)';
const FIELD = '(?:form\\s+)?(?:field|input|feld|formularfeld|eingabefeld|champ|campo|veld|fält|pole|項目)';
const END = '[\\s.!]*$';

const re = (source: string): RegExp => new RegExp(`^\\s*${source}${END}`, 'isu');

const READERS: [RegExp, (...groups: string[]) => Instruction | undefined][] = [
  // Replacing what is written is the most exact, so it comes first.
  [
    re(
      `(?:please\\s+)?(?:replace|change|ersetze?|ändere?|remplace[rz]?|change[rz]?|sustituye|reemplaza|cambia|sostituisci|substitui|muda|vervang|verander|byt\\s+ut|ersätt|zamień|zastąp)\\s+(?:the\\s+(?:text|words?|sentence|phrase|line)\\s+|den\\s+(?:text|satz)\\s+)?${Q}\\s*(?:to|with|by|into|durch|mit|in|auf|zu|par|en|por|con|com|door|naar|med|till|mot|na)\\s*:?\\s*${Q}`,
    ),
    (from, to) => ({ do: 'replace', from, to }),
  ],
  [
    re(
      `${CHANGE}\\s+${THE}[^"“„«「]{2,40}?\\s+(?:from|von|vom|de|da|van|från|z)\\s+(.{1,120}?)\\s+(?:to|auf|zu|zum|à|en|a|para|naar|till|na)\\s+(.{1,200}?)`,
    ),
    (from, to) => ({ do: 'replace', from: unquoted(from), to: unquoted(to) }),
  ],
  [
    re(
      '(?:please\\s+)?(?:replace|ersetze?|remplace[rz]?|sustituye|sostituisci|substitui|vervang|ersätt|zastąp)\\s+(.{1,200}?)\\s+(?:with|by|durch|mit|par|por|con|com|door|med)\\s+(.{1,400}?)',
    ),
    (from, to) => ({ do: 'replace', from: unquoted(from), to: unquoted(to) }),
  ],

  [
    re(
      '(?:please\\s+)?(?:translate|übersetze?|traduis|traduire|traduce|traduci|traduz|vertaal|översätt|przetłumacz|write|put)\\s*(?:it|this|the page|the email|everything|alles|die seite|das|es|la page|la página|la pagina|de pagina|sidan|stronę)?\\s*(?:in|to|into|ins?|auf|en|al?|para|naar|till|na)\\s+(?:das\\s+)?(\\p{L}+)',
    ),
    (language) => (languageNamed(language) ? { do: 'translate', language } : undefined),
  ],
  [/^(.+語)に(?:翻訳|訳)/u, (language) => ({ do: 'translate', language })],

  [
    re(`(?:.*?(?:button|link|cta|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp|przycisk).*?)(https?://\\S+?)`),
    (href) => ({ do: 'lead', href }),
  ],
  [re('(?:please\\s+)?(?:link|verlinke?|lie|enlaza|collega|liga|koppel|länka)\\s+.*?(https?://\\S+?)'), (href) => ({ do: 'lead', href })],

  [
    re(
      `${ADD}\\s+(?:${THE}(?:new\\s+|neues\\s+|weiteres\\s+)?(?:(optional|required)\\s+)?${FIELD}\\s+(?:for|called|named|with|für|namens|mit\\s+dem\\s+namen|pour|para|per|voor|för|dla|:)\\s*(?:the\\s+)?(.+?))(?:\\s+(?:hinzu|ein|an|toe))?(?:\\s+(?:to|in|zum|im)\\s+(?:the\\s+)?form(?:ular)?)?`,
    ),
    (how, wish) => ({ do: 'add-field', wish: how ? `${wish} (${how})` : wish }),
  ],
  [
    re(
      `${ADD}\\s+${THE}(.{2,40}?)[\\s-]?${FIELD}(?:\\s+(?:hinzu|toe))?(?:\\s+(?:to|in|zum|im)\\s+(?:the\\s+)?form(?:ular)?)?(\\s*\\(.+\\))?`,
    ),
    (wish, how) => ({ do: 'add-field', wish: `${wish}${how ?? ''}` }),
  ],
  [
    re(
      '(?:please\\s+)?(?:also\\s+)?(?:ask\\s+(?:\\p{L}+\\s+)?for|frage?\\s+(?:auch\\s+)?nach|demande[rz]?(?:\\s+aussi)?|pide|chiedi|pede|vraag\\s+(?:ook\\s+)?(?:om|naar)|fråga\\s+(?:också\\s+)?efter|zapytaj\\s+o)\\s+(?:the(?:ir)?\\s+|dem\\s+|der\\s+)?(.+?)(?:\\s+(?:too|as well|auch|aussi|también|anche|também|ook|också))?',
    ),
    (wish) => ({ do: 'add-field', wish }),
  ],
  [
    re(`(?:please\\s+)?make\\s+${THE}(.{2,40}?)(?:\\s+${FIELD})?\\s+(optional|required|mandatory)`),
    (field, how) => ({ do: 'require', field, required: how.toLowerCase() !== 'optional' }),
  ],
  [
    re(`(?:mache?|setze?)\\s+${THE}(?:feld\\s+)?(.{2,40}?)\\s+(?:zum\\s+|zu\\s+einem\\s+)?(optional|freiwillig|pflichtfeld|pflicht)`),
    (field, how) => ({ do: 'require', field, required: /pflicht/i.test(how) }),
  ],

  [
    re(`(?:${CHANGE}\\s+)?${THE}([^"“„«「:]{2,60}?)${TO}${Q}(?:\\s+(?:um|ab|ändern|heißen|lauten|stehen))?`),
    (what, text) => ({ do: 'write', what, text }),
  ],
  [
    re(
      `(?:${CHANGE}\\s+)?${THE}((?:sub|main\\s+)?[\\s-]?(?:headline|heading|title|tagline|intro|introduction|lede|button|cta|eyebrow|überschrift|titel|untertitel|einleitung|knopf|schaltfläche|titre|bouton|título|botón|titolo|pulsante|botão|kop|knop|rubrik|knapp|nagłówek|przycisk)(?:\\s+(?:text|label))?)${TO}(.+?)`,
    ),
    (what, text) => ({ do: 'write', what, text }),
  ],
  [/^(見出し|タイトル|ボタン|リード)を[「『]?(.+?)[」』]?(?:に|へ)(?:変更|変え|して)/u, (what, text) => ({ do: 'write', what, text })],

  [
    re(
      `${MOVE}\\s+${THE}(.{2,60}?)\\s+(before|above|in\\s+front\\s+of|over|vor|über|oberhalb|avant|antes\\s+de|prima\\s+d[ei]l?|voor|före|przed|after|below|under|beneath|behind|nach|unter|hinter|après|después\\s+de|dopo|depois\\s+de|na|efter|po)\\s+(.+?)`,
    ),
    (what, where, anchor) => ({
      do: 'move',
      what,
      where: /^(?:before|above|in|over|vor|über|oberhalb|avant|antes|prima|voor|före|przed)/iu.test(where) ? 'before' : 'after',
      anchor,
    }),
  ],
  [
    re(
      `${MOVE}\\s+${THE}(.{2,60}?)\\s+(?:to\\s+the\\s+|at\\s+the\\s+|an\\s+den\\s+|ans\\s+|nach\\s+)?(very\\s+)?(top|beginning|start|first|front|up|anfang|oben|end|bottom|last|down|ende|schluss|unten)`,
    ),
    (what, _, where) => ({ do: 'move', what, where: /top|begin|start|first|front|up|anfang|oben/iu.test(where) ? 'first' : 'last' }),
  ],

  [re(`(?:${REMOVE})\\s+(.{2,160}?)(?:\\s+(?:weg|heraus|raus))?`), (what) => ({ do: 'remove', what })],
  [/^(.+?)を(?:削除|消して|外して)/u, (what) => ({ do: 'remove', what })],
  [
    re(`${ADD}\\s+(?:the\\s+|this\\s+|my\\s+|das\\s+|dieses\\s+)?(?:picture|image|photo|bild|foto|photos|images|pictures|bilder)`),
    () => ({ do: 'picture' }),
  ],
  [
    re(
      '(?:please\\s+)?(?:use|show|verwende|nutze|zeige?)\\s+(?:the|this|my|das|dieses|mein)\\s+(?:new\\s+|attached\\s+|uploaded\\s+)?(?:picture|image|photo|bild|foto)(?:.*)',
    ),
    () => ({ do: 'picture' }),
  ],
  [
    new RegExp(`^\\s*${ADD}\\s+${THE}([^:：\\n"“„«「]{2,60}?)(?:\\s+(?:hinzu|toe|section|abschnitt))*\\s*[:：\\n]\\s*(.+)$`, 'isu'),
    (wish, content) => ({ do: 'add', wish, content }),
  ],
  [re(`${ADD}\\s+${THE}([^"“„«「]{2,40}?)\\s*${Q}(.*?)`), (wish, content, rest) => ({ do: 'add', wish, content: `"${content}"${rest}` })],
  [re(`${ADD}\\s+(.{2,80}?)`), (wish) => ({ do: 'add', wish, content: '' })],
];

/** The instructions of a prompt, each with its own words. Undefined is what is none that this house knows. */
export function instructionsOf(prompt: string): { words: string; instruction: Instruction | undefined }[] {
  return linesOf(prompt)
    .flatMap(partsOf)
    .map((words) => ({ words, instruction: readInstruction(words) }));
}

const VERB = `(?:${CHANGE}|${REMOVE}|${ADD}|${MOVE}|replace|ersetze?|use|verwende|nutze|link|translate|remplace|utilise|usa|gebruik|använd)`;
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
  const masked = text.replace(/["“„«「][^"“”„»」]*["”“»」]/gu, (quoted) => '_'.repeat(quoted.length));
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: found } of masked.matchAll(at)) {
    parts.push(text.slice(from, index));
    from = index + found.length;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => bare(part) !== '');
}

export function readInstruction(words: string): Instruction | undefined {
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
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(text);
    const instruction = found && read(...(found.slice(1) as string[]));
    if (instruction) return trimmed(instruction);
  }
  const looks = /colou?r|farbe|couleur|kleur|färg|kolor|cor |色/iu.test(text);
  const colour = looks ? colourIn(text) : undefined;
  if (colour) return { do: 'colour', colour };
  const tone =
    /^(?:please\s+)?(?:make|mache?|rends|haz|rendi|faz|maak|gör|zrób)\s+(?:it|the page|the email|this|die seite|es|la page)/iu.test(text)
      ? toneIn(text)
      : undefined;
  return tone && { do: 'tone', tone: tone.id };
}

const unquoted = (text: string): string => text.trim().replace(/^["“„«「](.*)["”“»」]$/su, '$1');

function trimmed(instruction: Instruction): Instruction {
  if (instruction.do === 'write') return { ...instruction, text: unquoted(instruction.text) };
  return instruction;
}
