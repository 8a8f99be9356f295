import type { AskedField } from './brief.ts';
import { fieldsIn, labelOf } from './fields.ts';
import type { Reading } from './reading.ts';
import { turned } from './statements.ts';
import { capital, listOf } from './text.ts';
import { anyCase } from './words.ts';

/** Visitors' actions, in English only: "let people book a trial lesson", "ask them what experience they have". */

const WHO =
  '(?:(?:new|potential|future|our|my|the|interested|local)\\s){0,2}(?:people|customers?|clients?|guests?|parents?|visitors?|they|them|users?|owners?|everyone|anyone|someone|folks|patients?|students?|members?|buyers?|couples|families|companies|businesses|brides|riders|readers|shoppers|travellers|learners|tenants|landlords|fans|teams|\\p{L}{3,12} owners)';
const DEED =
  '(?:pre-?order|book|reserve|request|order|arrange|schedule|hire|rent|apply|sign up|join|buy|get|download|try|register|subscribe|enquire about|inquire about|ask (?:for|about|whether|if|which|how))';
const OBJECT =
  "(\\s(?!(?:now|online|here|directly|straight|through|via|by|with|on|in|from|me|us|it|them|and|or|so|what|more)\\b)[\\p{L}'’&-]{1,20}(?:\\s(?!(?:and|or|with|by|via|on|through|online|using|from|directly|straight|so|without|when|in|at|over|here|there|as|using|then|they|we|i)\\b)[\\p{L}'’&-]{1,20}){0,5})";
const END =
  '(?=\\s*(?:$|[,.;:!(\\ue100-\\ue483–—-]|\\s(?:and|or|with|by|via|on|through|online|using|from|directly|straight|so|without|when|in|at|over|here|there|as|then|they|we|i)\\b))';
const MAY = '(?:can|could|should|must|may|will|might|need to|have to|to)';
const LETS = `(?:(?:let|lets|letting|allow|allows|allowing|enable|enables|help|helps|want|need|invite|get|getting)\\s${WHO}\\s(?:to\\s)?|${WHO}\\s${MAY}\\s)(?:be able to\\s|just\\s|easily\\s|quickly\\s|then\\s|also\\s)*`;
const DOES = anyCase`(?:\b(?:so(?: that)?|where|and|which|a way to|a way for)\s)?(?:\b(?:i|we)(?:['’]d| would)?\s(?:like|want|need)\s(?:to\s)?)?(?<!\p{L})${LETS}(${DEED})${OBJECT}${END}`;
const ALONE =
  /^(?:(?:cta|button|action)\s(?:is\s)?)?((?:book|request|reserve|order|arrange|schedule|claim|start|get|hire|join|see|find)\s(?:an?|your|my|our|the)\s[\p{L}\p{N}'’-]{2,20}(?:\s[\p{L}\p{N}'’-]{2,16}){0,2})$/iu;
const WAY =
  /^\s(?:(?:online|directly|here|straight away|easily|via|through|on|using|with)(?:\s(?:the|this|a|my|our)\s(?:short\s|simple\s)?(?:form|page|site|website))?(?!\s\p{L}))/iu;
const TAKEN = /\b(?:page|site|website|form|button|colou?r|headline|feel|look|idea|sense|mood|style|section)s?$/iu;
const LONGEST = 38;

/** "Let people book a slot" labels the button. @returns the rest of the sentence */
export function readDeed(text: string, reading: Reading): string {
  const { brief, masked } = reading;
  const found = reading.isEnglishPage ? DOES.exec(text) : null;
  const words = found?.[1] && deedOf(found[1], masked.shown(found[2] ?? ''));
  if (!found || !words) return text;
  brief.action.label ??= words;
  const behind = text.slice(found.index + found[0].length).replace(WAY, ' ');
  return `${text.slice(0, found.index)} , ${behind}`;
}

export function isDeed(text: string, { brief, masked, isEnglishPage }: Reading): boolean {
  const words = isEnglishPage ? ALONE.exec(masked.shown(text).trim())?.[1] : undefined;
  if (!words || TAKEN.test(words)) return false;
  brief.action.label ??= capital(words);
  return true;
}

function deedOf(deed: string, object: string): string | undefined {
  const thing = turned(object.trim()).replace(/\s(?:please|pls|plz|easily|quickly|today)$/iu, '');
  const words = `${deed.toLowerCase()} ${thing}`.replace(/^enquire|^inquire/u, 'ask').replace(/\b(?:my|our)\b/giu, 'the');
  return TAKEN.test(words) || words.length > LONGEST ? undefined : capital(words);
}

const ASKS =
  /^(?:(?:please|also|and|then)\s)*(?:ask|asking)\s(?:people|customers|clients|guests|parents|visitors|them|users|everyone|owners)\s(?:(?:about\s)?(?:(what|which|how many|how much|how long|how old|how|when|where|whether|if)\s(.{3,80})|about\s(.{3,60})|for\s(.{3,160})))$/iu;

/** "Ask animal (horse or dog), name of vet" */
const ASK_LIST =
  /^(?:please\s)?ask\s(?!(?:for|them|us|me|about|people|whether|if|how|which|when|where|who|why|visitors|customers|guests|clients|users|your|our|my|a|an|the|anyone|to)\b)([^.?!]{6,200})$/iu;

/** "Ask people what experience they have" adds a question to the form. */
export function readQuestion(text: string, reading: Reading): boolean {
  const { masked } = reading;
  if (!reading.isEnglishPage) return false;
  const listed = ASK_LIST.exec(text.trim())?.[1] ?? '';
  const entries = listOf(listed);
  if (entries.length >= 2 && entries.every((entry) => entry.split(/\s+/).length <= 8)) return reading.addFields(fieldsIn(listed, masked));
  const found = ASKS.exec(text.trim());
  const asks = found?.[1]?.toLowerCase();
  if (!found || found[4] !== undefined) return false;
  const [first = '', ...more] = masked
    .shown(found[2] ?? found[3] ?? '')
    .trim()
    .split(/,?\sand\s(?=(?:what|which|how|when|where|whether|if)\s)/iu);
  const fields = [asks === undefined ? topic(first) : questioned(asks, first)];
  for (const one of more) {
    const [, word = '', rest = ''] = /^(what|which|how many|how much|how long|how old|how|when|where|whether|if)\s(.+)$/iu.exec(one) ?? [];
    fields.push(questioned(word.toLowerCase(), rest));
  }
  const understood = fields.filter((field) => field !== undefined);
  if (understood.length === 0) return false;
  reading.extra.push(...understood);
  return true;
}

const topic = (words: string): AskedField => ({ type: 'longtext', label: labelOf(turned(words)), required: false });

const THEY =
  /^(.{0,50}?)\s?they\s(?:already\s)?(have|want|need|like|would like|expect|prefer|live|bring|use|do|play|eat|plan|come|work|own|are|are in|are from|are looking for|found us)$/iu;
const ASKED: [RegExp, string][] = [
  [/^are\b/iu, 'are you'],
  [/^would like$/iu, 'would you like'],
  [/^found us$/iu, 'did you find us'],
  [/^/u, 'do you '],
];

/** "What experience they have" → "What experience do you have?" */
function questioned(asks: string, rest: string): AskedField | undefined {
  if (asks === 'whether' || asks === 'if') {
    const [, verb = '', thing = ''] =
      /^they(?:['’]re|\s(are|have|want|need|can|like|would like|eat|bring|drive))?\s?(.{3,60})$/iu.exec(rest) ?? [];
    if (thing === '') return undefined;
    // "Whether they have been before".
    if (/^have$/iu.test(verb) && /^(?:had|been|done|tried|used|ever|already|\p{L}+ed)\s/iu.test(thing))
      return { type: 'choice', label: `Have you ${turned(thing)}?`, options: ['Yes', 'No'], required: false };
    const start = { are: 'Are you', '': 'Are you', can: 'Can you', 'would like': 'Would you like' }[verb.toLowerCase()] ?? `Do you ${verb}`;
    return { type: 'choice', label: `${start} ${turned(thing)}?`, options: ['Yes', 'No'], required: false };
  }
  const [, thing = '', verb = ''] = THEY.exec(rest) ?? [];
  if (verb === '') return undefined;
  const [pattern, by] = ASKED.find(([one]) => one.test(verb)) as [RegExp, string];
  const verbs = verb.replace(pattern, by);
  const label = `${capital(asks)}${thing ? ` ${thing}` : ''} ${verbs}?`;
  const type = asks === 'how many' ? 'number' : asks === 'when' ? 'date' : 'text';
  return { type, label: label.replace(/\s{2,}/gu, ' '), required: false };
}
