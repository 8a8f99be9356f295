import { trade as tradeOf } from '../library/library.ts';
import type { Reading } from './reading.ts';
import { capital } from './text.ts';
import { anyCase } from './words.ts';

/**
 * Single pages for private occasions: a memorial, a party, a giveaway, a notice. Each has copy of its own, since that of a shop or a club
 * would be out of place.
 */

const RELATIVES =
  '(?:mum|mom|dad|mother|father|gran(?:ny|dad|dma|dpa)?|grandmother|grandfather|nan|wife|husband|partner|son|daughter|sister|brother|friend|parents|uncle|aunt|boss|colleague)';

const HEADS: [id: string, pattern: RegExp, except?: RegExp][] = [
  [
    'memorial',
    anyCase`\b(?:memorial|tribute|remembrance|condolence) (?:page|site|website|service|event)\b|\bin (?:loving )?memory of\b|\bcelebration of (?:\p{L}+['’]?s? )?life\b|\bfuneral (?:page|details|service|notice|of|for)\b|\b${RELATIVES}['’]?s['’]? (?:funeral|memorial|wake)\b|\bobituary\b`,
    /\b(?:directors?|undertakers?|we (?:arrange|offer|provide)|stonemason)\b/iu,
  ],
  [
    'birth',
    /\b(?:birth|baby) (?:announcement|news)\b|\bannounc\p{L}{0,4}\b.{0,30}\b(?:birth|arrival) of\b|\bbaby (?:girl |boy )?(?:was born|is here|has arrived)\b/iu,
  ],
  [
    'party',
    anyCase`\b(?:birthday|retirement|leaving|engagement|anniversary|hen|stag|house-?\s?warming|surprise|graduation|farewell|halloween|new year['’]?s(?: eve)?) (?:party|do|drinks|bash|lunch|dinner|celebration|tea|bbq|barbecue)\b|\bbaby shower\b|\b(?:${RELATIVES}|\p{L}{2,14}['’])s['’]? (?:\d{1,3}(?:st|nd|rd|th)\b|birthday|retirement|christening|baptism|\p{L}+ mitzvah)|\b(?:my|our|\p{L}+ is turning|turns) (?:\d{1,3}(?:st|nd|rd|th)?\b|birthday|silver wedding|golden wedding)|\bparty invit|\b(?:class|school|family|college|year) reunion\b|\breunion (?:page|for|of)\b|\b(?:bar|bat) mitzvah\b|\bchristening\b`,
    /\b(?:planner|entertainer|cater\p{L}+|hire|bouncy|magician|cakes?|venue|we (?:do|run|make|organi[sz]e|host)|dj|shop|business)\b/iu,
  ],
  [
    'giveaway',
    /\bgive-?\s?away\b|\bprize draw\b|\bsweepstakes?\b|\bcompetition to win\b|\benter to win\b|^.{0,60}\bwin (?:a|an|one|two|the|tickets)\b/iu,
  ],
  ['open-day', /\bopen (?:day|evening|morning|weekend|studios?|doors|house)\b/iu, /\b(?:beds?|bedrooms?|viewings?)\b/iu],
  [
    'application',
    /\b(?:scholarships?|bursary|bursaries|fellowships?|residency|residencies|grants?|awards?(?![- ]winning)|prize|call for (?:entries|papers|artists|submissions|proposals|makers|contributors|applications))\b/iu,
    /\baward[- ]winning\b|\bquiz\b|\bgiveaway\b|\braffle\b/iu,
  ],
  [
    'download',
    /\b(?:guide|checklist|e-?book|white ?paper|templates?|toolkit|cheat ?sheet|report|workbook|pdf)\b.{0,120}\b(?:download|lead[- ]gen|opt-?in|email|form|sign)|\b(?:download\p{L}*|lead[- ]?gen\p{L}*|lead[- ]magnet|free(?: pdf)?)\b.{0,60}\b(?:guide|checklist|e-?book|white ?paper|templates?|toolkit|cheat ?sheet|report|workbook|pdf)\b/iu,
    /\b(?:app|software|saas|guided|tours?|thank[- ]you|thanks|after (?:they|someone|people))\b/iu,
  ],
  [
    'volunteers',
    /\bvolunteers?\b(?:.{0,40}\b(?:page|sign[- ]?up|form|wanted|needed|recruit\p{L}*|with us)\b|(?=$))|\b(?:need|needs|needed|want|wanted|recruit\p{L}*|looking for|find|get|more)\b.{0,16}\b(?:volunteers?|helpers|leaders|stewards|marshals|trustees|befrienders)\b/iu,
  ],
  ['fundraiser', /\bfund-?\s?rais(?:er|ing)\b|\bcrowd-?fund\p{L}*|\bgo ?fund ?me\b|\bjust ?giving\b|\bappeal\b|\braise (?:money|£|\$|€)/iu],
  ['cv', /^.{0,40}\b(?:cv|résumé|resume|curriculum vitae)\b/iu, /\b(?:hiring|apply|vacancy|send|job ad)\b/iu],
  ['links', /\blink[- ]?in[- ]?bio\b|\blink-?tree\b|\blinks? page\b|\bbio link\b/iu],
  [
    'notice',
    /\b(?:internal|intranet|notice) (?:page|announcement|update|notice|info\p{L}*)\b|\b(?:school|staff|team|public|parish|residents['’]?) notice\b|\b(?:page|notice|announcement|update|info\p{L}*)\s(?:page\s)?(?:for|to) (?:all |our |the ){0,2}(?:\p{L}+ )?(?:staff|employees|colleagues|parents|tenants|crew)\b/iu,
  ],
];

const SETTLED: ReadonlySet<string> = new Set(['thanks', 'survey', 'wedding']);
const ONLY_OF: Record<string, ReadonlySet<string>> = {
  fundraiser: new Set(['charity', 'landing']),
  notice: new Set(['landing', 'local-service', 'community', 'saas', 'app', 'product', 'shop', 'coaching', 'job', 'charity', 'coming-soon']),
  volunteers: new Set(['charity', 'landing', 'community', 'job', 'local-service', 'waitlist', 'coming-soon', 'coaching']),
  application: new Set(['landing', 'coaching', 'charity', 'community', 'job', 'event', 'course', 'portfolio', 'local-service', 'product']),
};
const CHANGED = /\b(?:moved|cancelled|canceled|postponed|rescheduled|changed|changes|reminder|closed|closure|delayed)\b/iu;
const APPLIES = /\b(?:appl(?:y|icants?|ications?|ying)|submi\p{L}+|entrants?|nominat\p{L}+|enter|entries|entry)\b/iu;

const HEAD = 180;

function occasionOf({ masked, brief }: Reading): string | undefined {
  if (brief.kind !== 'page' || brief.lang !== 'en' || SETTLED.has(brief.purpose)) return undefined;
  const all = masked.shown(masked.text);
  const head = all.slice(0, HEAD).replace(/\s+/gu, ' ');
  const found = HEADS.find(([id, pattern, except]) => {
    if (ONLY_OF[id] && !ONLY_OF[id].has(brief.purpose) && !(id === 'notice' && CHANGED.test(head))) return false;
    if (id === 'application' && !APPLIES.test(all)) return false;
    return pattern.test(head) && !except?.test(head);
  });
  return found?.[0];
}

const IDS: ReadonlySet<string> = new Set(HEADS.map(([id]) => id));
export const isOccasion = (trade: string | undefined): boolean => trade !== undefined && IDS.has(trade);

export function settleOccasion(reading: Reading): void {
  const occasion = occasionOf(reading);
  if (occasion === undefined) return;
  const { brief, masked } = reading;
  brief.trade = occasion;
  brief.purpose = tradeOf(occasion).purpose;
  const prize =
    occasion === 'giveaway'
      ? /\bwin\s((?:an?|one|two|the|tickets|\d)\s?[^.,(!?:;\n]{3,70})/iu.exec(masked.shown(masked.text))?.[1]
      : undefined;
  if (prize) brief.slots.offer = prize.trim();
}

const LEAVES =
  /\b(?:leave|share|send|post|write|add)\s(?:us\s|me\s|in\s)?(?:their\s|your\s|an?\s|own\s|his\s|her\s){0,2}(message|memory|memories|comment|tribute|story|stories|wish|wishes|note|photo|question|idea|ideas|thoughts)\b|\b(message)\sus\b|\bask\s(?:us\s)?(?:an?\s)?(questions?)\b|\bbox\sto\sask\s(questions?)\b/iu;
const ASKED = /\b(?:people|they|guests|visitors|everyone|friends|family|parents|staff|colleagues|let|include|box|able to|can)\b/iu;
const ONE: Record<string, string> = { memories: 'memory', stories: 'story', wishes: 'wishes', ideas: 'idea', questions: 'question' };

/** "Let people leave a message" adds a form. */
export function leavesWords(clause: string, reading: Reading): boolean {
  const { brief } = reading;
  if (brief.kind !== 'page' || brief.lang !== 'en' || clause.split(/\s+/).length > 14 || !ASKED.test(clause)) return false;
  const found = LEAVES.exec(clause);
  const word = (found?.[1] ?? found?.[2] ?? found?.[3] ?? found?.[4])?.toLowerCase();
  if (word === undefined) return false;
  reading.want('form');
  if (brief.fields === undefined && word !== 'photo')
    reading.addFields([
      { type: 'name', standard: 'name' },
      { type: 'email', standard: 'email' },
      { type: 'longtext', label: capital(`your ${ONE[word] ?? word}`), required: true },
    ]);
  return true;
}
