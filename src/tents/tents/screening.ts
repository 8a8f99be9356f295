import { DomainError } from '../../shared/errors.ts';
import {
  ARTICLES,
  ASKING,
  AUDIENCE,
  CHANGES,
  CHAT,
  COURTESIES,
  FOREIGN,
  FOREIGN_JA,
  INGREDIENTS,
  MAKING,
  OTHER_WORK,
  PROMISES,
  QUESTIONS,
  TASKS_JA,
  WEB,
} from './screening.words.ts';

/*
 * Refuses prompts that clearly ask for something else than a web page. Doubtful prompts pass, since a page can be about anything, and an
 * author who is refused has no way on.
 */

export interface Screened {
  /** A page from a template needs only a few words. */
  template: boolean;
}

/** @throws prompt_not_web_content */
export function requireWebContent(prompt: string, screened: Screened): void {
  if (asksForWebContent(prompt, screened)) return;
  throw new DomainError('prompt_not_web_content', 'The prompt does not ask for a web page.', {
    issues: [{ path: 'prompt', message: 'must ask for web content, such as a landing page, a form or a registration page' }],
  });
}

/** Later text is about what was said before. */
const READ = 2_000;
/** A prompt of so many words may be only talk, a question, or a wish about an existing page. */
const SHORT = 40;

export function asksForWebContent(prompt: string, { template }: Screened): boolean {
  const begun = prompt.slice(0, READ).normalize('NFKC').slice(0, READ);
  const text = begun.toLowerCase().replace(/[’`´]/g, "'").replace(/\s+/gu, ' ').trim();
  if (!/\p{L}/u.test(text) || isArithmetic(text) || isGibberish(text)) return false;
  if (CHAT.test(text)) return false;
  const order = withoutCourtesies(text);
  if (CHAT.test(order)) return false;
  if (asksForForeignThing(order)) return false;
  const isAboutPage = WEB.test(text) || (template && CHANGES.test(order));
  if (isAboutPage) return true;
  if (OTHER_WORK.test(order) || TASKS_JA.test(order)) return PROMISES.test(order) || AUDIENCE.test(order);
  if (order.split(' ').length > SHORT) return true;
  if (isQuestion(order)) return false;
  return template || !CHANGES.test(order);
}

/** "Hi, could you please", before the order itself. */
function withoutCourtesies(text: string): string {
  for (let rest = text; ; ) {
    const next = rest.replace(COURTESIES, '').trimStart();
    if (next === rest || next === '') return rest;
    rest = next;
  }
}

/** An order to make something that is no page, named before anything else. */
function asksForForeignThing(order: string): boolean {
  if (FOREIGN_JA.test(order) && !WEB.test(order)) return true;
  const making = MAKING.exec(order);
  if (!making) return false;
  const thing = order.slice(making[0].length).replace(ARTICLES, '').split(BEHIND_THING)[0] as string;
  // "An essay contest registration form" is a form.
  if (!FOREIGN.test(thing) || WEB.test(thing) || thing.split(' ').length > 8) return false;
  return !(INGREDIENTS.test(thing) && WEB.test(order));
}

/** Where the name of a thing ends, and what it is about, for, or made with begins. */
const BEHIND_THING =
  /[.,;:!?()"“”„«»\n–—]|(?<![a-zß-ɏ])(?:about|on|for|to|that|which|who|with|from|in|of|by|asking|saying|telling|inviting|explaining|describing|using|based|à|al|alla|ao|über|für|an|zu|das|der|die|mit|von|vom|sur|pour|qui|avec|de|du|des|dans|sobre|para|que|con|en|del|su|per|che|di|della|com|em|da|do|over|voor|dat|met|van|om|för|som|med|till|o|dla|do|który|która|które|z|na|po)(?![a-zß-ɏ])/u;

/** A question and nothing else. */
function isQuestion(text: string): boolean {
  const sentences = text.split(/(?<=[.!?？。！])\s*/u).filter((sentence) => /\p{L}/u.test(sentence));
  if (sentences.length === 1 && QUESTIONS.test(text)) return true;
  return sentences.every((sentence) => /[?？]$/u.test(sentence) && ASKING.test(sentence));
}

/** "2 + 2", "3x + 5 = 20". */
const isArithmetic = (text: string): boolean => /^[\dxyz\s.,+\-*/×÷=^()%?]+$/u.test(text) && /\d/.test(text);

/** Random keys: none of them could be a word. */
function isGibberish(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.every(isMash) && words.join('').length >= 3;
}

const KEY_RUNS = /asdf|sdfg|dfgh|fghj|ghjk|hjkl|jklö|qwert|zxcv|xcvb|cvbn|vbnm|yxcv|azerty|qsdf|poiu|lkjh|fdsa|mnbv/u;
const VOWEL = /[aeiouyà-æè-ïò-öø-ýăąęěůőűıœ]/u;
/** Letters that together spell one sound. */
const CLUSTERS = /tsch|sch|ch|ck|ph|th|sh|st|sp|ng|nk|sz|cz|rz|dz|ts|tz|ll|ss|tt|nn|mm|rr|pp|ff/gu;

function isMash(word: string): boolean {
  if (KEY_RUNS.test(word)) return true;
  if (/(.)\1{3}/u.test(word) || /^(..{0,3})\1{2,}.?$/u.test(word)) return true;
  // The structure of words is known for Latin letters only.
  if (!/^[a-zà-öø-ÿāăąćčďęěğıłńňőœřśšťůűźżž]+$/u.test(word)) return false;
  if (!VOWEL.test(word)) return word.length >= 5;
  return word
    .replace(CLUSTERS, 's')
    .split(VOWEL)
    .some((consonants) => consonants.length >= 6);
}
