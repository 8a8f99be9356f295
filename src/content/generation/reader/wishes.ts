import { NEGATED } from './asked.ts';
import { readAsides, readUntil } from './findings.ts';
import { isTaste, looksIn } from './looks.ts';
import type { Reading } from './reading.ts';

export function wish(clause: string, reading: Reading): true {
  if (wantsCall(clause, reading)) return true;
  // A wish may contain a deadline: "answer by 1 July please".
  const rest = readUntil(readAsides(clause, reading), reading);
  if (rest !== clause) return reading.looks(rest);
  const { looks, left } = looksIn(clause, reading.masked);
  reading.looks(clause);
  const understood = Object.keys(looks.theme).length > 0 || NEGATED.test(clause) || isTaste(reading.masked.shown(clause));
  if (!understood && left.length > 3) reading.leave(clause);
  return true;
}

export const READER =
  /^(?:please|pls|plz)\s+(?!(?:make|keep|use|write|add|include|mention|put|don['’]?t|do not|say|tell(?!\s(?:us|me|hr|your|the office|reception)\b)|translate|be|sound|design|create|draft|give|show|avoid|tidy|leave|remind|thank|invite|announce|explain|send me|let)\b)(\p{L}{3,}.{4,160})$/iu;

const WANTS_CALL =
  /\b(?:ppl|people|customers|clients|they|visitors|guests)?\s*(?:can|should|could|must|to)?\s*(?:just\s)?(?:call|ring|phone)\s(?:us|me)\b|\b(?:call us|ring us|phone us)\b/iu;

/** "People can ring us", but the prompt gives no number. */
export function wantsCall(text: string, reading: Reading): boolean {
  const { masked, brief } = reading;
  if (!WANTS_CALL.test(text) || masked.all('phone').length > 0 || brief.facts.some(({ kind }) => kind === 'phone')) return false;
  if (brief.notes.some(({ code }) => code === 'missing_fact')) return true;
  return reading.note('missing_fact', NO_NUMBER, 'form');
}
const NO_NUMBER = 'You want people to call and give no number. Add it ("phone: …"), and it stands beside the form.';

const PICTURE =
  /\b(?:image|picture|photo|photograph|illustration|drawing|foto|bild|imagen|immagine|imagem|afbeelding|zdjęcie)s?\s+(?:of|with|showing|from|von|mit|d['’e]|de|di|van|av|på)\b|\b(?:hero|big|header|background)\s(?:image|picture|photo)\b/iu;
const LIVE =
  /\b(?:walk[- ]?through|3d tour|virtual tour|leaderboard|live (?:chat|map|feed|score|counter|ticker)|chat ?bot|countdown|calendar sync|shopping cart|webshop cart|login area|member login|online payment|pay online|search (?:bar|box|function)|instagram feed|weather widget|translation switch|language switch\p{L}*|pop-?up)\b/iu;

export const isPicture = (text: string): boolean => PICTURE.test(text) || LIVE.test(text);

export function leaveOut(text: string, reading: Reading): true {
  const shown = cutTo(reading.masked.shown(text, true).trim());
  const why = LIVE.test(text)
    ? 'Not built, since pages have no features of that kind'
    : 'A picture that you describe cannot be made: attach one as an asset, and name it';
  return reading.note('left_out', `${why}: “${shown}”`, 'top');
}

export const cutTo = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 117).trimEnd()}…`);
