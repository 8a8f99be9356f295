import { turned } from './statements.ts';
import { capital } from './text.ts';
import { anyCase } from './words.ts';

/* Prompts for English emails speak about the readers: "tell them to bring a towel". The email speaks to them: "Please bring a towel". */

const MANY =
  '(?:customers?|users|members|guests|clients|subscribers|readers|parents|people|ppl|tenants|residents|donors|supporters|volunteers|attendees|participants|students|pupils|patients|players|staff|employees|colleagues|everyone|everybody|families|buyers|shoppers|visitors|candidates|applicants|owners|alumni|fans|contacts|neighbours|regulars|passengers|travellers|drivers|hosts|teachers|leads|prospects|recipients|folks?|partners|friends|team(?: members)?)';
const GROUPS = '(?:(?:(?:e-?mail|mailing|waiting)\\s)?list|community|choir|group|crew|department|board|committee|class|club)';
const READERS = `(?:them|[\\ue100-\\ue483]|(?:(?:all|of|our|the|my|those|any|new|existing|current|loyal|past|regular|whole|entire)\\s){0,4}(?:${MANY}|${GROUPS})(?:\\sof\\s(?:our|the|my)\\s(?:\\p{L}+\\s?){1,4}?)?(?:\\s(?:who|that)(?:['’]ve|\\s(?!we|it|the|there)\\p{L}{2,12})[^,;:.]{0,60}?)?)`;

/** "All our tenants", "hotel guests after their stay": the audience is no subject. */
const AUDIENCE = anyCase`^(?:(?:all|of|our|the|my|new|existing)\s){0,4}(?:\p{L}+\s){0,2}${MANY}(?!['’\p{L}])`;
export const isAudience = (text: string): boolean => AUDIENCE.test(text);

const rule = (words: TemplateStringsArray, ...parts: string[]): RegExp =>
  anyCase`^(?:please\s|also\s|and\s|then\s|just\s|maybe\s|gently\s|politely\s){0,3}${String.raw(words, ...parts)}`;

const OF_MAIL =
  /^(?:an?|the|our|some|one|two|three|more|any)?\s?(?:(?:clear|big|short|small|nice|quick|brief|little|prominent|friendly|simple)\s){0,2}(?:links?|buttons?|logos?|images?|photos?|pictures?|sections?|jokes?|lines?|sentences?|paragraphs?|emojis?|headlines?|footers?|greetings?|unsubscribe|signature|subject|cta|call to action|p\.?s\.?|placeholders?|merge tags?|tone|intro|summary|first name)\b/iu;

/** "To bring" becomes a request; "that we are closed" becomes a statement. */
function said(rest = ''): string {
  const text = rest.trim();
  if (/^not to\s/iu.test(text)) return `Please do not ${text.slice(7)}`;
  if (/^to\s/iu.test(text)) return `Please ${text.slice(3)}`;
  if (/^(?:what|how|why|where|when|who|which)\s/iu.test(text)) return '';
  return text.replace(/^(?:that|of|about|know that|know about)\s/iu, '').replace(/,?\sand\sthat\s/iu, ', and ');
}

const QUESTION: [RegExp, string][] = [
  [/^they\s(?:have|['’]ve got)\s/iu, 'Do you have '],
  [/^they(?:\s(?:are|were)|['’]re)\s/iu, 'Are you '],
  [/^they(?:\swould|['’]d)\s/iu, 'Would you '],
  [/^they\s(can|could|will)\s/iu, '$1 you '],
  [/^they\s/iu, 'Do you '],
];

function question(text = ''): string {
  const [pattern, by] = QUESTION.find(([one]) => one.test(text)) ?? [];
  return pattern && by ? `${text.replace(pattern, by)}?` : '';
}

/** Replacements of a whole clause, or functions of its groups. */
const VOICES: [RegExp, string | ((...groups: string[]) => string)][] = [
  [/^tell\s(?:our|the|my|a)\s(?:story|tale|joke)\b(.*)$/iu, ''],
  [
    /^(?:and\s)?ask\s(?:them\s)?(which|what|how|when|where)\s((?:\p{L}+\s){0,3}?)they(?:\s(?:would|['’]d))?\s(.+)$/iu,
    (word = '', mid = '', rest = '') => `${capital(word)} ${mid}do you ${rest}?`,
  ],
  [rule`(?:promote|advertise|launch|introduce|plug|push|market)\s((?:our|my|the|a|an|this)\s.+)$`, '$1'],
  [rule`thank\s${READERS}$`, 'Thank you for being with us'],
  [
    /^((?:if|when|once|unless|before|after)\s[^,]{3,120}?)\s(?:they|people|customers|users|members|guests|parents|readers)\s(?:should|must|need to|have to)\s(.{4,200})$/iu,
    '$1, please $2',
  ],
  [rule`(?:show|give|teach|walk)\s${READERS}\s(?:through\s)?(?:how|the|what|\d|three|five|some|an? (?:quick|short))\b(.*)$`, ''],
  [
    /^(?:\d|two|three|four|five|a few|some)\s(?:short|quick|simple|good|useful|practical|key|easy)?\s?(?:tips|ideas|reasons|facts|bullets|points)\b(.*)$/iu,
    '',
  ],
  [rule`confirm\s(?:(?:to|for|with)\s)?${READERS}\sthat\s(.+)$`, '$1'],
  [rule`thank\s${READERS}\s(?:to|of|in|at|from)\s(?:our|the|my)\s(.+)$`, 'Thank you for supporting our $1'],
  [rule`(?:tell|let|inform|notify|remind|advise|warn|reassure|update|alert)\s${READERS}\s(?:know\s)?(.+)$`, said],
  [rule`(?:remind|tell)\s(?!us\b|me\b)(?:\p{L}{3,14}\s){1,2}(?=that\s|to\s)(.+)$`, said],
  [rule`ask\s(?:${READERS}\s)?(?:if|whether)\s(they\b.+)$`, question],
  [rule`(?:ask|encourage|urge|get|nudge|request|want|expect|push|invite)\s${READERS}\sto\s(?!our\s|the\s|an?\s|my\s)(.+)$`, 'Please $1'],
  [rule`invite\s(?:${READERS}\s)?to\s(.+)$`, 'You are invited to $1'],
  [rule`ask\s${READERS}\sfor\s(.+)$`, 'We would be glad of $1'],
  [rule`thank\s${READERS}\s(?:very much\s|again\s)?for\s(.+)$`, 'Thank you for $1'],
  [rule`(?:apologi[sz]e|say sorry)\s(?:to\s[^,;:]{3,40}?\s)?(?:for|about)\s(.+)$`, 'We are sorry for $1'],
  [rule`(?:apologi[sz]e|say sorry)\s(?:to\s[^,;:]{3,40}?\s)?that\s(.+)$`, 'We are sorry that $1'],
  [
    rule`(?:then\s)?offer\s(?:${READERS}\s)?((?!to\s|code|ends|is|valid|them$)(?:an?|free|\d|the|our|some|help)\b.+)$`,
    'We would like to offer you $1',
  ],
  [rule`wish\s${READERS}\s(.+)$`, 'We wish you $1'],
  [rule`congratulate\s${READERS}\s(?:on|for)\s(.+)$`, 'Congratulations on $1'],
  [rule`welcome\s${READERS}\sto\s(.+)$`, 'Welcome to $1'],
  [
    rule`(?:mention|say|note|include|point out|explain|stress|state|emphasi[sz]e|highlight|announce|specify|make (?:it )?clear|(?:reminder|remember) (?=that\s))\s?(?:that\s|how\s(?=we|you|they))?(.+)$`,
    (rest = '') => (OF_MAIL.test(rest) ? '' : said(rest)),
  ],
  [rule`(?:reminder|remember|do(?:n[’']?t| not) forget)\sto\s(.+)$`, 'Please remember to $1'],
  [rule`reminder\sthat\s(.+)$`, 'A reminder: $1'],
  [
    rule`(?:they|customers|users|members|guests|people|ppl|attendees|subscribers|readers|participants|visitors|parents|tenants|everyone|everybody|all (?:staff|users|members))\s(?:should|must|need to|needs to|have to|has to|ought to|are asked to)\s(?!be able|feel|see|know\b|understand)(.+)$`,
    'Please $1',
  ],
  [
    rule`(?:customers|users|members|guests|people|ppl|attendees|subscribers|readers|participants|visitors|parents|tenants)\s(can|may|will|could)\s(?!see\s|feel|tell|understand)(.+)$`,
    'You $1 $2',
  ],
];

const THIRD: Record<string, string> = { has: 'have', is: 'are', was: 'were', does: 'do', gets: 'get', goes: 'go' };
/** "Customer left something": the reader. */
const ONE_READER =
  /^(?:the\s|a\s|our\s)?(?:customer|user|member|guest|client|subscriber|person|recipient|visitor|reader|donor|tenant|patient)\s(has|is|was|does|gets|goes|left|bought|ordered|signed|booked|started|asked|forgot|added|didn['’]?t|can|will|\p{L}{3,12}s)\s/iu;

/** "They" may refer to these people instead of the readers. */
const OTHERS =
  /\b(?:(?:affected|existing|new|other|some|most|all)\s)?(?:customers|users|members|friends?|managers|staff|guests|parents|children|kids|players|students|teachers?|volunteers|tenants|clients|puppies|dogs|cats|speakers|artists|hedgehogs|suppliers|builders|engineers|workers|neighbours|couriers?|companies|charities|doctors)\b.{0,80}\b(?:they|them|their|theirs)\b/iu;

export function voiced(clause: string): string | undefined {
  const text = clause.trim();
  for (const [pattern, by] of VOICES) {
    const found = pattern.exec(text);
    if (found) return yours(typeof by === 'string' ? text.replace(pattern, by) : by(...found.slice(1)), true);
  }
  const one = ONE_READER.exec(text)?.[1];
  if (one) {
    const verb = THIRD[one.toLowerCase()] ?? (/^\p{L}{3,12}[^s]s$/u.test(one) && !/^(?:was|has)$/u.test(one) ? one.slice(0, -1) : one);
    return yours(`You ${verb} ${text.slice(text.indexOf(one) + one.length + 1)}`, true);
  }
  const mine = yours(text, false);
  return mine === text ? undefined : mine;
}

/** "Their booking" is "your booking", unless someone else in the sentence owns it. */
function yours(text: string, orders: boolean): string {
  const theirs = orders
    ? !OTHERS.test(text.replace(/^(?:please|you)\s/iu, ''))
    : !OTHERS.test(text) || /^(?:they|their|if they|once they|when they)\b/iu.test(text);
  return (theirs ? turned(text) : text).replace(/(?<=^Please\s.{3,120}\sand)\s(?:should|must|need to|have to|ought to)(?=\s)/iu, '');
}
