import { trade as tradeOf } from '../library/library.ts';
import { OWED } from './purpose.ts';
import type { Reading } from './reading.ts';
import { capital } from './text.ts';
import { anyCase } from './words.ts';

/** A memorial, a party or a notice has copy of its own, since that of a shop or a club would be out of place. */

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
  if (!reading.isEnglishPage || clause.split(/\s+/).length > 14 || !ASKED.test(clause)) return false;
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

/* More specific than purposes, with copy of their own in English (`library/en/mail-occasions.yaml`) and the looks of the purpose. */

const inWords = (words: TemplateStringsArray): RegExp => anyCase`(?<!\p{L})(?:${String.raw(words)})(?!\p{L})`;

/** Matched against the order and the first sentences. */
const OCCASIONS: Record<string, RegExp> = {
  cart: inWords`abandoned (?:cart|basket|checkout)s?|(?:left|still|something|items?|things?|waiting)\s(?:\p{L}+\s){0,4}in (?:their|your|the|his|her|a) (?:cart|basket|bag|trolley)|(?:cart|basket) (?:reminder|recovery|abandon\p{L}*)|didn['’]?t (?:finish|complete) (?:their|the|your) (?:order|checkout|purchase)|forgot to check ?out`,
  'payment-failed': inWords`(?:payment|card|direct debit|charge)s?\s(?:\p{L}+\s){0,3}(?:failed|declined|bounced|did not go through|didn[’']?t go through|could not be (?:taken|processed))|failed (?:payment|card|direct debit)|dunning|card (?:has |is )?(?:expired|expiring|about to expire)`,
  'payment-due': inWords`payment reminder|(?:fees?|invoices?|bills?|rent|subs|dues|deposit|balance|payment)\s(?:\p{L}+\s){0,3}(?:(?:is|are|was|were)\s)?(?:still )?(?:unpaid|overdue|outstanding|past due|not (?:been )?paid|due)|(?:overdue|unpaid|outstanding|late|open) (?:invoices?|bills?|payments?|fees?|balances?|rent)|chas(?:e|ing) (?:up )?(?:an?\s|the\s|late\s|unpaid\s)*(?:payments?|invoices?)`,
  permission: inWords`re-?permission(?:ing)?|re-?consent|still want (?:to (?:hear|get|receive)|our (?:e-?mails?|newsletter))|re-?opt-?in|sunset (?:e-?mail|campaign)|stay on (?:our|the) (?:mailing )?list|clean(?:ing)? (?:up )?(?:our|the) (?:mailing )?list`,
  'confirm-address': inWords`double opt-?in|confirm (?:their|your|the|an) (?:e-?mail|e-?mail address|subscription|sign-?up|address)|verify (?:their|your) (?:e-?mail|address)|(?:e-?mail|address) verification|opt-?in confirmation`,
  recording: inWords`(?:recording|replay|slides|video)s?\s(?:\p{L}+\s){0,2}(?:link|of|from|is|are|here|at|and)\b.{0,120}|(?:link to|send|sharing|share|with) (?:the |a |our )?(?:recording|replay|slides)|follow[- ]?up\s(?:\p{L}+\s){0,3}(?:after|to|from|for) (?:our |the |a |last )?(?:\p{L}+[’']s )?(?:webinar|event|talk|workshop|session|conference|meet-?up)`,
  refund: inWords`refund (?:confirmation|notice|notification|processed|issued|mail|e-?mail|template)|(?:confirm|have|has|been|we[’']ve|process\p{L}*) (?:\p{L}+\s){0,3}refund(?:ed)?|refund\s(?:has|was|is) (?:been )?(?:on|processed|issued|made|sent|coming)`,
  referral: inWords`referral|refer[- ]a[- ]friend|refer (?:a|their|your|us to) friends?|bring a friend|recommend us|friends? get|give (?:a friend\s)?(?:£|€|\$)?\d+\s?%?,? get|invite (?:a|their|your) friends?`,
  birthday: inWords`birthday (?:e-?mail|mail|message|greeting|wish\p{L}*|voucher|treat|card|offer|discount|gift)s?|happy birthday|birthday(?=[:,]|$)|on their birthday|for birthdays`,
  review: inWords`(?:ask|request|get|leave|write|post|need|want|for|google|trustpilot|online|product|tripadvisor|star|short|quick|honest)\s(?:\p{L}+\s){0,4}reviews?|review request|reviews? (?:e-?mail|mail|request|us)`,
  'place-free': inWords`(?:off|from|come off|came off|top of) (?:the|our|your) wait(?:ing )?list|(?:a |the )?(?:place|spot|seat|slot)s?\s(?:has |have |is |are )?(?:just )?(?:opened up|come up|become free|free(?:d)? up|available|now free)|wait(?:ing )?list (?:is )?(?:opening|open|spot|place)`,
  security: inWords`password (?:was |has been |is )?changed|changed (?:their|your) password|security (?:notice|notification|alert|incident|warning|breach|update)|data (?:breach|leak)|unusual (?:sign|log)-?ins?|suspicious (?:activity|log-?in|sign-?in|e-?mails?)|phishing|new (?:device|sign-?in|log-?in)|scam warning|fake (?:e-?mails|texts|calls)`,
  code: inWords`(?:two-factor|2fa|one-time|otp|login|sign-in|verification|security|access|confirmation) (?:code|pin|passcode)|passcode`,
  maintenance: inWords`(?:planned|scheduled|routine|upcoming) (?:maintenance|downtime|outage|work)|maintenance (?:window|notice|work)`,
  incident: inWords`incident (?:notice|report|e-?mail|update)|post-?mortem|(?:service|api|site|website|app|system|servers?|platform)\s(?:was|were|went|has been|is) (?:down|unavailable|offline)|outage`,
  cancelled: inWords`(?:is|are|was|were|been|be|have to|had to|must|need to|got)\scancel(?:l?ed)?(?! (?:any ?time|at|their|your|the subscription))|cancell?ation (?:notice|e-?mail|of)|called off|cancelling (?:the|our|this|tomorrow|saturday|sunday|tonight)`,
  policy: inWords`(?:privacy|cookie|refund|returns?|terms|data|cancellation|fair use|user) polic(?:y|ies)|privacy (?:notice|statement)|terms (?:of (?:service|use)|and conditions)|t&cs|policy (?:update|change)s?|our (?:updated )?terms`,
  renewal: inWords`(?:membership|subscription|plan|licen[cs]e|policy|contract|season ticket|domain|insurance|cover)\s(?:\p{L}+\s){0,3}(?:renew\p{L}*|expires?|runs out|is up|up for renewal)|renewal (?:reminder|notice|e-?mail)|auto-?renew\p{L}*|time to renew|renew (?:their|your) `,
  points: inWords`(?:loyalty |reward |bonus |your )points?\s(?:\p{L}+\s){0,4}expir\p{L}*|points? (?:balance|about to expire|expiry)|expiring points|points expire`,
  hiring: inWords`we['’]?(?:re| are) (?:hiring|recruiting|looking for (?:an? )?(?:new )?(?:\p{L}+[- ]){0,3}(?:manager|assistant|developer|designer|driver|chef|cook|barista|cleaner|nurse|teacher|coach|apprentice|colleague|engineer|gardener|receptionist|volunteer coordinator))|job (?:opening|vacancy|ad|offer)s?|vacanc(?:y|ies)|now hiring|recruit(?:ment|ing)?\s(?:e-?mail|drive|mail|message|campaign)|open positions?`,
  interview: inWords`(?:invite|invitation)\s(?:\p{L}+\s){0,4}(?:job )?interview|interview (?:invitation|confirmation)|(?:job )?applicants?|candidates?\s(?:who|that|after)|rejection (?:e-?mail|letter)|application (?:received|rejected|was|has)`,
  greetings: inWords`(?:season[’']?s?|christmas|holiday|festive|new year[’']?s?|easter|diwali|eid|hanukkah|thanksgiving|year[- ]end)\s(?:greetings?|wishes|card|message|e-?mail|thank[- ]?you)|(?:merry|happy) (?:christmas|holidays|new year|easter|diwali|eid|hanukkah|thanksgiving)`,
  outreach: inWords`cold (?:e-?mail|outreach|mail|call|pitch|sales)|outreach|introduc(?:e|ing) (?:myself|ourselves|us|my|our (?:company|agency|service|studio))|sales pitch|pitch(?:ing)? (?:to|our|my)|prospects|partnership (?:proposal|request|enquiry)|collab(?:oration)? (?:request|proposal|e-?mail)`,
  appeal: inWords`(?:fund-?raising|donation|donations|giving|charity|winter|christmas|emergency|urgent|year[- ]end|spring|summer|autumn|annual) (?:appeal|e-?mail|ask|campaign|drive)|appeal (?:for|to raise|e-?mail|mail|letter)|ask(?:ing)? (?:\p{L}+\s){0,4}(?:to donate|for (?:a )?donations?|to give|for money)|crowd-?fund\p{L}*|fund-?rais(?:er|ing)`,
  onboarding: inWords`onboarding|getting[- ]started|first steps|(?:day|e-?mail|mail) (?:2|3|#2|#3|two|three|4|5|7)\b.{0,40}(?:onboard|trial|series|sequence|app|account)|set ?up (?:their|your) account|haven[’']?t (?:set up|finished setting up|completed (?:their|your) (?:profile|setup))`,
  'back-in-stock': inWords`back in stock|restock(?:ed)?|available again|in stock again`,
  appointment: inWords`appointments? (?:reminder|is|are|on|tomorrow)|reminder\s(?:\p{L}+\s){0,4}appointments?|(?:their|your) appointment|remind(?:er)?\s(?:\p{L}+\s){0,4}(?:check-?up|consultation)`,
  booked: inWords`(?:appointment|visit|viewing|table) confirm\p{L}*|booking (?:confirmation|confirmed|is confirmed)|confirm\s(?:\p{L}+\s){0,6}(?:booking|reservation|place|registration|spot|enrolment|booked)|reservation (?:confirmation|confirmed)|registration (?:confirmation|confirmed)|(?:they|you)(?:[’']re| are) (?:booked|registered|confirmed|enrolled)`,
};

/** The purpose is `letter` for all other occasions. */
const PURPOSES: Record<string, string> = {
  ...{ 'confirm-address': 'password', security: 'password', code: 'password', recording: 'thanks', refund: 'receipt', review: 'survey' },
  ...{ maintenance: 'announcement', policy: 'announcement', renewal: 'reminder', points: 'reminder', appointment: 'reminder' },
  ...{ incident: 'apology', onboarding: 'welcome', 'back-in-stock': 'product-news', booked: 'event-details' },
};

const OPENING = 260;

function mailOccasionOf({ masked, opening }: Reading): string | undefined {
  const text = masked.shown(masked.text);
  const start = `${masked.shown(opening).slice(0, OPENING)} \n ${text.slice(0, OPENING)}`;
  if (OWED.test(start)) return 'payment-due';
  const thanks = /^\s*(?:please\s|write\s|a\s|send\s){0,3}thank/iu.test(text);
  return Object.keys(OCCASIONS).find((name) => !(thanks && OF_OTHERS.has(name)) && OCCASIONS[name]?.test(start));
}

const OF_OTHERS: ReadonlySet<string> = new Set(['appeal', 'outreach', 'referral', 'review', 'hiring', 'policy', 'renewal']);

const NAMED: [string, RegExp][] = [
  ['newsletter', /newsletter(?!\s(?:subscribers|readers|list|audience))|\bdigest\b|round-?up|bulletin/iu],
  ['welcome', /\bwelcome (?:e-?mail|mail|message|note|to|new|our|the|them)|^welcome\b/iu],
  ['thanks', /^(?:please |write |send |an? )*thank|thank[- ]you (?:e-?mail|note|mail|message)/iu],
  ['apology', /apolog|say(?:ing)? sorry/iu],
  ['invitation', /\binvit(?:e|ing|ation)\b|save the date/iu],
  ['trial-ends', /\btrial\b.{0,30}\b(?:end|expir|over|up|run|finish|last|remain|left)/iu],
  ['survey', /\bsurvey|feedback|questionnaire/iu],
  ['shipped', /\bship(?:ped|ping)\b|dispatch|on (?:its|the) way|out for delivery/iu],
  ['receipt', /\breceipt\b|(?:order|purchase) confirm/iu],
  ['win-back', /win[ -]?back|lapsed|re-?engage|miss you|inactive/iu],
  [
    'product-news',
    /\b(?:launch|feature|release|product) (?:e-?mail|announcement|update|mail|of)|(?:announc\p{L}+|launch\p{L}*|introduc\p{L}+|(?:e-?mail|mail) (?:for|about)) (?:our |the |a )?(?:brand )?new (?!member|customer|user|subscriber|client|opening|hours|address|location|price|policy|starter|hire|volunteer|parent|year|staff|owner|student)|\bnow (?:available|live)\b/iu,
  ],
  [
    'announcement',
    /\bannounc|price (?:increase|rise|change)|clos(?:ed|ing|ure)\b|mov(?:ing|ed)\b|(?:new|opening|holiday) (?:opening )?hours/iu,
  ],
  ['reminder', /\bremind/iu],
];

const EVIDENCE: Record<string, RegExp> = {
  sale: /\d\s?%|\b\d+ off\b|(?<!\bon )\bsale\b|discount|clearance|half[- ]price|coupon|2[- ]for[- ]1|two for one|bogof|special offer|deals?\b|promo(?!te)|reduced|black friday|cyber monday|free with|save (?:£|€|\$|\d)|bundle|cheaper|(?:£|€|\$)\d+ (?:instead|off)/iu,
  receipt:
    /receipt|invoice|(?:order|booking|payment|purchase|donation)\s(?:confirm|received|summary)|confirm\p{L}*\s(?:\p{L}+\s){0,3}(?:order|payment|purchase)|\d\s?x\s|subtotal|\btotal\b|thank\p{L}* (?:\p{L}+\s){0,4}(?:order|purchase)|after (?:checkout|purchase)/iu,
  shipped: /ship|dispatch|on (?:its|the) way|deliver|parcel|package|tracking|courier|posted|sent out|left (?:the|our) warehouse/iu,
  password:
    /(?:re)?set\p{L}* (?:\p{L}+\s){0,3}password|password[ -]reset|forg[eo]t\p{L}* (?:\p{L}+\s){0,2}password|magic link|new password/iu,
  'trial-ends': /trial/iu,
  apology: /sorry|apolog|mistake|our fault|delay|wrong|outage|went down|regret|inconvenience|broke|mess/iu,
  'win-back':
    /miss you|come back|coming back|lapsed|inactive|(?:have|has)(?:n['’]?t| not)|stopped|get (?:them|people|\p{L}+) back|bring (?:them|people|\p{L}+) back|win(?:ning)?[ -]?back|re-?engage|re-?activat|used to|a while|dormant|former|left us|cancelled|ex-/iu,
  survey: /survey|feedback|questionnaire|review|opinion|rate\b|rating|questions|what (?:they|you) think|how (?:was|did)|poll|vote|nps/iu,
  welcome:
    /welcom|onboard|joined|signed up|sign-?up|new (?:\p{L}+\s)?(?:members?|customers?|subscribers?|users?|volunteers?|students?|clients?|hires?|starters?|joiners?|parents?|players?|tenants?|residents?|patients?|employees?|staff|pupils?|neighbours?|people|ppl)|subscrib|registered|getting started|first (?:e-?mail|mail)/iu,
  thanks: /^.{0,120}(?:thank|gratitude|grateful|appreciat)/isu,
  invitation:
    /invit|rsvp|join us|come (?:to|along|and)|save the date|you(?:['’]re| are) (?:all )?welcome|open (?:day|evening|house)|party|get[- ]together/iu,
  newsletter:
    /newsletter(?!\s(?:subscribers|readers|list|audience))|news|update|digest|bulletin|issue|edition|round-?up|monthly|weekly|items/iu,
  reminder: /remind|forget|tomorrow|due|deadline|expir|last (?:chance|call|day)|soon|upcoming|don['’]?t miss/iu,
  'product-news':
    /new\b|launch|feature|release|version|update|introduc|now (?:available|in|supports?|on)|just (?:out|added|landed)|arriv|collection|finally here|pre-?order|early access/iu,
};

export function settleMailOccasion(reading: Reading): void {
  const { brief, masked } = reading;
  const text = masked.shown(masked.text);
  const occasion = mailOccasionOf(reading);
  const { discount, code } = brief.slots;
  // "15 % off if you come back", "Christmas sale": the discount wins.
  const sells = discount !== undefined && ['greetings', 'appeal', 'onboarding', 'back-in-stock'].includes(occasion ?? '');
  if (occasion !== undefined && !sells && !(code !== undefined && occasion === 'policy') && brief.purpose !== 'trial-ends') {
    brief.occasion = occasion;
    brief.purpose = PURPOSES[occasion] ?? 'letter';
    return;
  }
  if (EVIDENCE[brief.purpose]?.test(text) === false) brief.purpose = 'letter';
  if (brief.purpose !== 'letter') return;
  const named = NAMED.find(([, pattern]) => pattern.test(text.slice(0, 120)))?.[0];
  if (named && !(discount !== undefined && named === 'announcement')) brief.purpose = named;
}
