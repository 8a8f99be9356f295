import { OWED } from './purpose.ts';
import type { Reading } from './reading.ts';
import { anyCase } from './words.ts';

/*
 * Occasions are more specific than purposes: an unpaid bill, an abandoned basket, a birthday. They have English copy of their own
 * (`library/en/mail-occasions.yaml`) and the looks of their purpose.
 */

interface Occasion {
  purpose: string;
  /** Matched against the order and the first sentences. */
  pattern: RegExp;
}

const occasion =
  (purpose: string) =>
  (words: TemplateStringsArray): Occasion => ({ purpose, pattern: anyCase`(?<!\p{L})(?:${String.raw(words)})(?!\p{L})` });

const OCCASIONS: Record<string, Occasion> = {
  cart: occasion(
    'letter',
  )`abandoned (?:cart|basket|checkout)s?|(?:left|still|something|items?|things?|waiting)\s(?:\p{L}+\s){0,4}in (?:their|your|the|his|her|a) (?:cart|basket|bag|trolley)|(?:cart|basket) (?:reminder|recovery|abandon\p{L}*)|didn['’]?t (?:finish|complete) (?:their|the|your) (?:order|checkout|purchase)|forgot to check ?out`,
  'payment-failed': occasion(
    'letter',
  )`(?:payment|card|direct debit|charge)s?\s(?:\p{L}+\s){0,3}(?:failed|declined|bounced|did not go through|didn[’']?t go through|could not be (?:taken|processed))|failed (?:payment|card|direct debit)|dunning|card (?:has |is )?(?:expired|expiring|about to expire)`,
  'payment-due': occasion(
    'letter',
  )`payment reminder|(?:fees?|invoices?|bills?|rent|subs|dues|deposit|balance|payment)\s(?:\p{L}+\s){0,3}(?:(?:is|are|was|were)\s)?(?:still )?(?:unpaid|overdue|outstanding|past due|not (?:been )?paid|due)|(?:overdue|unpaid|outstanding|late|open) (?:invoices?|bills?|payments?|fees?|balances?|rent)|chas(?:e|ing) (?:up )?(?:an?\s|the\s|late\s|unpaid\s)*(?:payments?|invoices?)`,
  permission: occasion(
    'letter',
  )`re-?permission(?:ing)?|re-?consent|still want (?:to (?:hear|get|receive)|our (?:e-?mails?|newsletter))|re-?opt-?in|sunset (?:e-?mail|campaign)|stay on (?:our|the) (?:mailing )?list|clean(?:ing)? (?:up )?(?:our|the) (?:mailing )?list`,
  'confirm-address': occasion(
    'password',
  )`double opt-?in|confirm (?:their|your|the|an) (?:e-?mail|e-?mail address|subscription|sign-?up|address)|verify (?:their|your) (?:e-?mail|address)|(?:e-?mail|address) verification|opt-?in confirmation`,
  recording: occasion(
    'thanks',
  )`(?:recording|replay|slides|video)s?\s(?:\p{L}+\s){0,2}(?:link|of|from|is|are|here|at|and)\b.{0,120}|(?:link to|send|sharing|share|with) (?:the |a |our )?(?:recording|replay|slides)|follow[- ]?up\s(?:\p{L}+\s){0,3}(?:after|to|from|for) (?:our |the |a |last )?(?:\p{L}+[’']s )?(?:webinar|event|talk|workshop|session|conference|meet-?up)`,
  refund: occasion(
    'receipt',
  )`refund (?:confirmation|notice|notification|processed|issued|mail|e-?mail|template)|(?:confirm|have|has|been|we[’']ve|process\p{L}*) (?:\p{L}+\s){0,3}refund(?:ed)?|refund\s(?:has|was|is) (?:been )?(?:on|processed|issued|made|sent|coming)`,
  referral: occasion(
    'letter',
  )`referral|refer[- ]a[- ]friend|refer (?:a|their|your|us to) friends?|bring a friend|recommend us|friends? get|give (?:a friend\s)?(?:£|€|\$)?\d+\s?%?,? get|invite (?:a|their|your) friends?`,
  birthday: occasion(
    'letter',
  )`birthday (?:e-?mail|mail|message|greeting|wish\p{L}*|voucher|treat|card|offer|discount|gift)s?|happy birthday|birthday(?=[:,]|$)|on their birthday|for birthdays`,
  review: occasion(
    'survey',
  )`(?:ask|request|get|leave|write|post|need|want|for|google|trustpilot|online|product|tripadvisor|star|short|quick|honest)\s(?:\p{L}+\s){0,4}reviews?|review request|reviews? (?:e-?mail|mail|request|us)`,
  'place-free': occasion(
    'letter',
  )`(?:off|from|come off|came off|top of) (?:the|our|your) wait(?:ing )?list|(?:a |the )?(?:place|spot|seat|slot)s?\s(?:has |have |is |are )?(?:just )?(?:opened up|come up|become free|free(?:d)? up|available|now free)|wait(?:ing )?list (?:is )?(?:opening|open|spot|place)`,
  security: occasion(
    'password',
  )`password (?:was |has been |is )?changed|changed (?:their|your) password|security (?:notice|notification|alert|incident|warning|breach|update)|data (?:breach|leak)|unusual (?:sign|log)-?ins?|suspicious (?:activity|log-?in|sign-?in|e-?mails?)|phishing|new (?:device|sign-?in|log-?in)|scam warning|fake (?:e-?mails|texts|calls)`,
  code: occasion(
    'password',
  )`(?:two-factor|2fa|one-time|otp|login|sign-in|verification|security|access|confirmation) (?:code|pin|passcode)|passcode`,
  maintenance: occasion(
    'announcement',
  )`(?:planned|scheduled|routine|upcoming) (?:maintenance|downtime|outage|work)|maintenance (?:window|notice|work)`,
  incident: occasion(
    'apology',
  )`incident (?:notice|report|e-?mail|update)|post-?mortem|(?:service|api|site|website|app|system|servers?|platform)\s(?:was|were|went|has been|is) (?:down|unavailable|offline)|outage`,
  cancelled: occasion(
    'letter',
  )`(?:is|are|was|were|been|be|have to|had to|must|need to|got)\scancel(?:l?ed)?(?! (?:any ?time|at|their|your|the subscription))|cancell?ation (?:notice|e-?mail|of)|called off|cancelling (?:the|our|this|tomorrow|saturday|sunday|tonight)`,
  policy: occasion(
    'announcement',
  )`(?:privacy|cookie|refund|returns?|terms|data|cancellation|fair use|user) polic(?:y|ies)|privacy (?:notice|statement)|terms (?:of (?:service|use)|and conditions)|t&cs|policy (?:update|change)s?|our (?:updated )?terms`,
  renewal: occasion(
    'reminder',
  )`(?:membership|subscription|plan|licen[cs]e|policy|contract|season ticket|domain|insurance|cover)\s(?:\p{L}+\s){0,3}(?:renew\p{L}*|expires?|runs out|is up|up for renewal)|renewal (?:reminder|notice|e-?mail)|auto-?renew\p{L}*|time to renew|renew (?:their|your) `,
  points: occasion(
    'reminder',
  )`(?:loyalty |reward |bonus |your )points?\s(?:\p{L}+\s){0,4}expir\p{L}*|points? (?:balance|about to expire|expiry)|expiring points|points expire`,
  hiring: occasion(
    'letter',
  )`we['’]?(?:re| are) (?:hiring|recruiting|looking for (?:an? )?(?:new )?(?:\p{L}+[- ]){0,3}(?:manager|assistant|developer|designer|driver|chef|cook|barista|cleaner|nurse|teacher|coach|apprentice|colleague|engineer|gardener|receptionist|volunteer coordinator))|job (?:opening|vacancy|ad|offer)s?|vacanc(?:y|ies)|now hiring|recruit(?:ment|ing)?\s(?:e-?mail|drive|mail|message|campaign)|open positions?`,
  interview: occasion(
    'letter',
  )`(?:invite|invitation)\s(?:\p{L}+\s){0,4}(?:job )?interview|interview (?:invitation|confirmation)|(?:job )?applicants?|candidates?\s(?:who|that|after)|rejection (?:e-?mail|letter)|application (?:received|rejected|was|has)`,
  greetings: occasion(
    'letter',
  )`(?:season[’']?s?|christmas|holiday|festive|new year[’']?s?|easter|diwali|eid|hanukkah|thanksgiving|year[- ]end)\s(?:greetings?|wishes|card|message|e-?mail|thank[- ]?you)|(?:merry|happy) (?:christmas|holidays|new year|easter|diwali|eid|hanukkah|thanksgiving)`,
  outreach: occasion(
    'letter',
  )`cold (?:e-?mail|outreach|mail|call|pitch|sales)|outreach|introduc(?:e|ing) (?:myself|ourselves|us|my|our (?:company|agency|service|studio))|sales pitch|pitch(?:ing)? (?:to|our|my)|prospects|partnership (?:proposal|request|enquiry)|collab(?:oration)? (?:request|proposal|e-?mail)`,
  appeal: occasion(
    'letter',
  )`(?:fund-?raising|donation|donations|giving|charity|winter|christmas|emergency|urgent|year[- ]end|spring|summer|autumn|annual) (?:appeal|e-?mail|ask|campaign|drive)|appeal (?:for|to raise|e-?mail|mail|letter)|ask(?:ing)? (?:\p{L}+\s){0,4}(?:to donate|for (?:a )?donations?|to give|for money)|crowd-?fund\p{L}*|fund-?rais(?:er|ing)`,
  onboarding: occasion(
    'welcome',
  )`onboarding|getting[- ]started|first steps|(?:day|e-?mail|mail) (?:2|3|#2|#3|two|three|4|5|7)\b.{0,40}(?:onboard|trial|series|sequence|app|account)|set ?up (?:their|your) account|haven[’']?t (?:set up|finished setting up|completed (?:their|your) (?:profile|setup))`,
  'back-in-stock': occasion('product-news')`back in stock|restock(?:ed)?|available again|in stock again`,
  appointment: occasion(
    'reminder',
  )`appointments? (?:reminder|is|are|on|tomorrow)|reminder\s(?:\p{L}+\s){0,4}appointments?|(?:their|your) appointment|remind(?:er)?\s(?:\p{L}+\s){0,4}(?:check-?up|consultation)`,
  booked: occasion(
    'event-details',
  )`(?:appointment|visit|viewing|table) confirm\p{L}*|booking (?:confirmation|confirmed|is confirmed)|confirm\s(?:\p{L}+\s){0,6}(?:booking|reservation|place|registration|spot|enrolment|booked)|reservation (?:confirmation|confirmed)|registration (?:confirmation|confirmed)|(?:they|you)(?:[’']re| are) (?:booked|registered|confirmed|enrolled)`,
};

const OPENING = 260;

function occasionOf({ masked, opening }: Reading): string | undefined {
  const text = masked.shown(masked.text);
  const start = `${masked.shown(opening).slice(0, OPENING)} \n ${text.slice(0, OPENING)}`;
  if (OWED.test(start)) return 'payment-due';
  const thanks = /^\s*(?:please\s|write\s|a\s|send\s){0,3}thank/iu.test(text);
  return Object.keys(OCCASIONS).find((name) => !(thanks && OF_OTHERS.has(name)) && OCCASIONS[name]?.pattern.test(start));
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
  const occasion = occasionOf(reading);
  const { discount, code } = brief.slots;
  // "15 % off if you come back", "Christmas sale": the discount wins.
  const sells = discount !== undefined && ['greetings', 'appeal', 'onboarding', 'back-in-stock'].includes(occasion ?? '');
  if (occasion !== undefined && !sells && !(code !== undefined && occasion === 'policy') && !KEPT.has(brief.purpose)) {
    brief.occasion = occasion;
    brief.purpose = OCCASIONS[occasion]?.purpose ?? brief.purpose;
    return;
  }
  if (EVIDENCE[brief.purpose]?.test(text) === false) brief.purpose = 'letter';
  if (brief.purpose !== 'letter') return;
  const named = NAMED.find(([, pattern]) => pattern.test(text.slice(0, 120)))?.[0];
  if (named && !(discount !== undefined && named === 'announcement')) brief.purpose = named;
}
const KEPT: ReadonlySet<string> = new Set(['trial-ends']);
