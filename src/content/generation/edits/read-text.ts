import { labelOf } from '../reader/labels.ts';
import type { Masked } from '../reader/text.ts';
import { anyCase } from '../reader/words.ts';
import type { Order } from './orders.ts';
import { bare } from './texts.ts';
import { countOf, factsIn, valueIn } from './values.ts';
import * as v from './verbs.ts';

const INSTEAD: [RegExp, 'to-from' | 'from-to'][] = [
  [
    anyCase`^(?:(?:it(?:['’]?s|\s+is|\s+should\s+(?:be|say))|its|there\s+(?:is|are)|we\s+(?:are|have)|say|write|put|use|make\s+it|should\s+(?:be|say)|that['’]?s|es\s+(?:ist|sind|heißt)|c[’']est|es|son|è|sono|é|são|het\s+is|det\s+är|to\s+jest)\s+)?(.{1,160}?)(?:\s+now)?,?\s+(?:instead\s+of|rather\s+than|in\s+place\s+of|statt|anstatt|anstelle\s+von|au\s+lieu\s+d[eu]|en\s+vez\s+de|en\s+lugar\s+de|invece\s+d[ei]l?|em\s+vez\s+d[eo]|in\s+plaats\s+van|i\s+stället\s+för|istället\s+för|zamiast)\s+(.{1,160})$`,
    'to-from',
  ],
  [
    anyCase`^(?:instead\s+of|rather\s+than|statt|au\s+lieu\s+de|en\s+vez\s+de|invece\s+di|em\s+vez\s+de|in\s+plaats\s+van|i\s+stället\s+för|zamiast)\s+(.{1,160}?),?\s+(?:it\s+should\s+(?:say|be)|should\s+(?:say|be)|say|write|put|use|have|schreibe?|bitte|lieber|écris|escribe|scrivi|escreve|schrijf|skriv|napisz)\s+(?:lieber\s+)?(.{1,160})$`,
    'from-to',
  ],
  [
    /^(?:do\s?n[o'’]?t|do not|never|nicht)\s+(?:say|write|use|put|call it)\s+(.{1,160}?)[,;]?\s+(?:but\s+)?(?:say|write|use|put|call it)\s+(.{1,160})$/iu,
    'from-to',
  ],
  [
    /^(.{1,120}?)\s+(?:is|are|was)\s+(?:wrong|not right|incorrect|out of date|a typo)[,;:]?\s+(?:it['’]?s|its|it is|it should be|should be|it must be)\s+(.{1,120})$/iu,
    'from-to',
  ],
  [/^(.{2,60}?)\s(?:is|are|was|gets?|has been|have been)\s(?:now\s)?replaced\s(?:by|with)\s(.{2,80})$/iu, 'from-to'],
  [
    /^.{2,40}?(?:\s(?:is|are)|['’](?:s|re))\s(?:not|no longer)\s(?:called\s)?(.{1,80}?)(?:\s+any\s?more)?(?:,|;|\s+but)\s*(?:(?:he|she|its?|they|we)(?:['’](?:s|re)|\s+is|\s+are|(?<=its))\s+)?(?:now\s+)?(?:called\s+)?(.{1,80})$/iu,
    'from-to',
  ],
  [
    anyCase`^(?:it(?:['’]?s|\s+is)|its|that['’]?s|there\s+(?:is|are)|we\s+(?:are|have)|es\s+(?:ist|sind|heißt)|c[’']est|es|son|è|sono|é|são|het\s+is|det\s+är|to\s+jest)\s+(?:not|nicht|pas|no|non|não|niet|inte|nie)\s+(.{1,120}?)(?:,|;|\s+but|\s+sondern|\s+mais|\s+sino|\s+ma|\s+mas|\s+maar|\s+utan|\s+tylko)\s*(?:(?:it(?:['’]?s|\s+is)|its|but|sondern|mais|sino|ma|mas|maar|utan|tylko|es|c[’']est)\s+)?(.{1,120})$`,
    'from-to',
  ],
  [
    anyCase`^(?:(?:it(?:['’]?s|\s+is|\s+should\s+(?:be|say))|its|that['’]?s|there\s+(?:is|are)|we\s+(?:are|have|open\s+at|start\s+at|charge)|should\s+(?:be|say)|es\s+(?:ist|sind|heißt)|c[’']est|es|son|è|sono|é|são|het\s+is|det\s+är|to\s+jest)\s+)?(.{1,120}?)(?:,?\s+(?:and\s+)?(?:not|nicht|pas|non|não|niet|inte|nie)|,\s+(?:y\s+)?no)\s+(.{1,120})$`,
    'to-from',
  ],
];
const REPLACE = anyCase`^${v.REPLACE}\s+(?:(?:the\s+)?(?:(?:words?|phrase|wort|mot|palabra|parola|woord|ordet|słowo)\s+|(?:text|sentence|line|satz|frase)\s+(?=[\ue100-\ue483])))?(.{1,300}?)\s+${v.WITH}\s*:?\s+(.{1,400}?)(?:\s+(?:everywhere|throughout|aus|överallt|überall|partout))?$`;
const FROM_TO = anyCase`^${v.CHANGE}\s+(.{2,60}?)\s+(?:from|von|vom|de|du|da|del|van|från|z)\s+(.{1,120}?)\s+(?:to|auf|zu|zum|à|en|au|a|al|para|naar|till|na)\s+(.{1,200})$`;
const BOTH = anyCase`^${v.CHANGE}\s+(.{1,80}?)\s+(?:to|in|zu|en|a|para|naar|till|na)\s+(.{1,80}?)(?:,|\s+(?:and|und|et|y|e|en|och|i))\s+(.{1,80}?)\s+(?:to|in|zu|en|a|para|naar|till|na)\s+(.{1,80})$`;
const RENAME = anyCase`^${v.RENAME}\s+(.{2,80}?)\s+(?:to|into|as|in|zu|um\s+in|en|a|para|naar|till|na)\s*:?\s+(.{1,200}?)(?:\s+um)?$|^${v.RENAME}\s+(.{2,60}?)\s*(?::\s*|\s(?=[\ue100-\ue483]))(.{1,200})$`;
const CHANGE = [
  anyCase`^${v.CHANGE}\s+(.{1,120}?)${v.TO}(.{1,400}?)${v.AT_THE_END}$`,
  anyCase`^${v.CHANGE}\s+(.{2,60}?)\s+([\ue100-\ue483])$`,
  anyCase`^(.{1,80}?)\s+(?:→|->|=>)\s+(.{1,300})$`,
  anyCase`^([^:：]{1,60}?)\s*(?:[:：](?!\d\d(?!\d))|(?<!\d)[:：])\s*(.{1,600})$`,
  /^(.{1,80}?)\s+(?:soll|sollte|muss|moet|ska)\s+(.{1,300}?)\s+(?:heißen|lauten|sagen|stehen|zijn|worden|luiden|heta|lyda|vara)$/iu,
  anyCase`^(.{1,80}?)\s+(?:to\s+(?:say|read|be)|to|into|says|reads|(?:is|are)\s+now(?:\s+called)?|(?:is|are)\s+called|now\s+(?:is|says|reads)|should\s+(?:now\s+)?(?:be|say|read)|needs?\s+to\s+(?:be|say|read)|has\s+to\s+(?:be|say|read)|must\s+(?:be|say|read)|becomes?|wird(?:\s+zu)?|soll\s+(?:lauten|heißen)|lautet|heißt(?:\s+jetzt)?|doit\s+(?:dire|afficher|être)|devient|debe(?:ría)?\s+(?:decir|ser)|deve\s+(?:dire|essere|dizer|ser)|diventa|wordt|moet\s+(?:zijn|worden)|blir|ska(?:ll)?\s+(?:vara|heta)|powinn[oa]\s+być|ma\s+być)\s*:?\s+(.{1,400}?)${v.AT_THE_END}$`,
  /^(.{1,80}?)\s+(?:is|are|ist|sind|est|sont|es|son|è|sono|é|são|är|jest|sú|są)\s+(.{1,400})$/iu,
  /^([^\ue100-\ue483]{2,60}?)\s+(?:as\s+)?([\ue100-\ue483])$/u,
  /^(?:[Tt]he )?([Hh]eadline|[Bb]utton(?: text| label)?|[Ss]ubject(?: line)?)\s+(\p{Lu}.{2,120})$/u,
];

/** The patterns of "X: Y" and of "is" alone. */
const COLON = 3;
const BEHIND = 5;
const WEAK = 6;
/** States a fact; "should say" and "to" give a text. */
const STATES =
  /(?<!\p{L})(?:is|are|becomes?|wird|lautet|heißt|devient|diventa|wordt|blir|ist|sind|est|sont|es|son|è|sono|é|são|är|jest|są)(?!\p{L})/iu;
const CALLED = /(?<!\p{L})(?:called|named|heißt)(?!\p{L})/iu;
/** "The heading Programme", "the section About us": a kind of thing and its name. */
const CALLED_SO =
  /^(?:the\s+|our\s+|der\s+|die\s+|das\s+)?(heading|title|section|question|field|plan|step|session|dish|item|überschrift|abschnitt|frage|feld)\s+(?!of\s|on\s|in\s|for\s|above\s|von\s|über\s|and\s)(\p{Lu}.{1,60})$/u;
const SAYS = /\s+(?:(?:should|must|needs?\s+to|has\s+to|have\s+to|to|can)\s+(?:be|say|read)|says?|reads?|is|are)$/iu;

/** "4 days, not 3". */
export const isContrast = (text: string): boolean => INSTEAD.at(-1)?.[0].test(text) ?? false;

export function readText(text: string, masked: Masked): Order[] | undefined {
  const value = (words: string): string =>
    masked.all('quote', words).at(0) ??
    masked
      .shown(words)
      .trim()
      .replace(/^[“"]|[”"]$/gu, '');
  const quoted = (words: string): boolean => masked.all('quote', words).length > 0;
  for (const [pattern, order] of INSTEAD) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [first, second] = [value(found[1] as string), value(found[2] as string)];
    const [from, given] = order === 'to-from' ? [second, first] : [first, second];
    // Two orders in one are not taken for words.
    if (!quoted(text) && /,\s(?:and|und|et|y|e|en|och|i)\s.*\s/u.test(given)) continue;
    // "Per Lind is a rigger, not a sailor": who it is stays.
    const [, who, rest] = /^(.{2,40}?)\s(?:is|are|was|were)\s(.{2,100})$/iu.exec(given) ?? [];
    const to =
      who &&
      rest &&
      !labelOf(bare(who)) &&
      !from.toLowerCase().startsWith(who.toLowerCase()) &&
      !/^(?:it|that|this|there|we|they)$/iu.test(who)
        ? rest.replace(/^(?:on|at|from|um|am|le|el|il|op)\s+(?=the\s|\d)/iu, '')
        : given;
    // "The button text is wrong, should be …".
    if (order === 'from-to' && isRole(from)) return [{ do: 'change', what: bare(from), to, quoted: quoted(found[2] as string) }];
    const cost = /^(.{3,80}?)\s(?:costs?|is|are)\s+(\d[\d.,]*)$/iu.exec(to);
    if (cost && /^\d[\d.,]*$/.test(from) && !labelOf(cost[1] as string))
      return [
        { do: 'facts', facts: [{ kind: 'money', value: cost[2] as string, old: from.replace(/[.,]$/, '') }], of: bare(cost[1] as string) },
      ];
    return [order === 'to-from' ? { do: 'replace', from: second, to: bareVerb(to) } : { do: 'replace', from: first, to: second }];
  }
  const renamed = RENAME.exec(text);
  if (renamed) {
    const [what, to] = [(renamed[1] ?? renamed[3]) as string, (renamed[2] ?? renamed[4]) as string];
    return [
      { do: 'change', what: quoted(what) ? value(what) : bare(masked.shown(what)), to: value(to), quoted: quoted(to), renames: true },
    ];
  }
  const both = BOTH.exec(text);
  if (both && !quoted(text)) {
    const [, a = '', b = '', c = '', d = ''] = both;
    // A text may hold “and” and “to” itself: two labels are two orders.
    if (!labelOf(bare(a)) || labelOf(bare(c)) || valueIn(masked.shown(d)))
      return [
        [a, b],
        [c, d],
      ].map(([what = '', to = '']): Order => ({ do: 'change', what: bare(masked.shown(what)), to: masked.shown(to), quoted: false }));
  }
  const fromTo = FROM_TO.exec(text);
  if (fromTo) return [{ do: 'replace', from: value(fromTo[2] as string), to: value(fromTo[3] as string) }];
  const replaced = REPLACE.exec(text);
  // "Change the price to £20" gives a value, and no words in place of others.
  const given =
    replaced &&
    !quoted(replaced[1] as string) &&
    !valueIn(value(replaced[1] as string)) &&
    !/^\d/.test(bare(replaced[1] as string)) &&
    valueIn(value(replaced[2] as string));
  if (replaced && !given && !isRole(replaced[1] as string))
    return [{ do: 'replace', from: value(replaced[1] as string), to: value(replaced[2] as string) }];
  const moved = /^(?:we|i)(?:['’]ve|\s+have)?\s+(?:now\s+)?(?:moved|relocated)\s+to\s+(.{3,120})$/iu.exec(text)?.[1];
  if (moved) return [{ do: 'change', what: 'address', to: masked.shown(moved), quoted: false }];
  const cost =
    /^(.{2,60}?)\s(?:now\s)?(?:costs?|kostet|coûte|cuesta|costa|custa|kost|kostar|kosztuje)\s(?:now\s|jetzt\s|maintenant\s|ahora\s|ora\s|agora\s|nu\s|teraz\s)?(\d[\d.,]*)(?:\snow)?$/iu.exec(
      text,
    );
  if (cost && !isRole(cost[1] as string))
    return [{ do: 'facts', facts: [{ kind: 'money', value: (cost[2] as string).replace(/[.,]$/, '') }], of: bare(cost[1] as string) }];
  const counted = COUNTED.exec(text)?.[1];
  if (counted && countOf(counted.split(/\s/u).slice(0, 2).join(' ')))
    return [{ do: 'facts', facts: [{ kind: 'count', value: counted.split(/\s/u).slice(0, 2).join(' ') }], of: '' }];
  const [, of = '', many = ''] = LASTS.exec(text) ?? COUNT_LAST.exec(text) ?? [];
  if (countOf(many) && !labelOf(bare(of)))
    return [{ do: 'facts', facts: [{ kind: 'count', value: many }], of: /^(?:it|this|that)$/iu.test(of) ? '' : bare(masked.shown(of)) }];
  const called = NAMED.exec(text);
  if (called) return [{ do: 'change', what: called[1] as string, to: value(called[2] as string), quoted: true, renames: true }];
  const facts = factsIn(text, masked);
  const [, anew, fresh] =
    /^(?:the\s)?new\s(address|venue|place|date|time|price|name|headline|subject|code)\s(?:is\s)?(.{2,120})$/iu.exec(text) ?? [];
  if (anew && fresh && !facts) return [{ do: 'change', what: anew, to: value(fresh), quoted: quoted(fresh) }];
  for (const [i, pattern] of CHANGE.entries()) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [what, to] = [found[1] as string, found[2] as string];
    const label = isRole(what);
    // Without a verb or a colon, and without a label, a fact is a fact and not a text of its own.
    if (facts && !label && i > 0 && factsIn(what, masked) === undefined) break;
    const joint = text.slice(what.length, text.length - to.length);
    const states = i === COLON || STATES.test(joint);
    // "X is Y" states a fact and is no order, unless this page has an X.
    const weak = i === WEAK && !(/\bnow$/iu.test(to) && to.split(/\s+/).length <= 5 && !/\s(?:so|but|because|since|and)\s/iu.test(to));
    const [, kind = '', name] = CALLED_SO.exec(masked.shown(what).trim()) ?? [];
    const named = quoted(what)
      ? value(what)
      : name !== undefined && !('label' in (labelOf(name) ?? {}))
        ? name
        : masked.shown(what).trim().replace(SAYS, '');
    return [
      {
        do: 'change',
        what: named,
        to: value(to),
        quoted: quoted(to),
        ...(states && { states }),
        ...(quoted(what) && { exact: true }),
        ...(i === BEHIND && /^\s*(?:to|into)\s/u.test(joint) && { verbless: true }),
        ...((CALLED.test(joint) || kind !== '') && { renames: true }),
        ...(weak && { weak }),
      },
    ];
  }
  return facts && [{ do: 'facts', facts: facts.facts, of: facts.of }];
}

/** "It's two emails a month now". */
const COUNTED =
  /^(?:it(?:['’]?s|\s+is)|there\s+(?:are|is)|we\s+(?:have|are|offer|send|run|do)|es\s+sind|wir\s+(?:haben|sind)|c['’]est|il\s+y\s+a|son|hay|sono|ci\s+sono|são|het\s+zijn|er\s+zijn)\s+(?:now\s+|jetzt\s+|nu\s+)?(?:an?\s+|eine?\s+|une?\s+|una?\s+|een\s+)?((?:\d[\d.,]*|\p{L}{2,8})[\s-]\p{L}{1,20}(?:\s\p{L}{2,20})?(?:\s(?:a|per|pro|par|por|al|per)\s\p{L}{2,12})?)\s+(?:now|jetzt|maintenant|ahora|adesso|agora|nu)$/iu;
/** "The first talk takes 45 minutes now", "insured for 10 million now". */
const LASTS =
  /^(.{2,60}?)\s(?:now\s)?(?:lasts?|takes?|runs?(?:\sfor)?|dauert|dure|dura|duurt|varar|trwa)\s(?:now\s|jetzt\s|maintenant\s|ahora\s|ora\s|agora\s|nu\s|teraz\s)?((?:\d[\d.,]*|\p{L}{3,6})\s\p{L}{1,20})(?:\snow)?$/iu;
const COUNT_LAST =
  /^(?!(?:it|there|we|they|that|this)(?:['’]|\s))(.{3,60}?)\s(\d[\d.,]*\s\p{L}{1,20})\s(?:now|jetzt|maintenant|ahora|adesso|agora|nu)$/iu;
/** "Call the button Try it". */
const NAMED = /^(?:call|name|label|title|rename)\s+the\s+((?:main\s+)?button|headline|heading|subject|page)\s+(?!to\s|as\s)(.{2,80})$/iu;
const HEADING_OF =
  /^(?:the\s+)?(?:heading|title|headline|überschrift|titel|titre|título|titolo)\s+(?:of|on|above|over|von|über|de|du|del|della)\s/iu;
const UNDER = /^(?:the\s+)?(?:text|line|sentence|words?|paragraph)\s+(?:under|below|beneath)\s/iu;
const isRole = (words: string): boolean =>
  UNDER.test(words) ||
  HEADING_OF.test(words) ||
  labelOf(bare(words)) !== undefined ||
  labelOf(bare(words).replace(/(?<=\p{L}{4})(?:en|et|n)$/u, '')) !== undefined;
const bareVerb = (words: string): string =>
  words
    .replace(/^(?:now|jetzt|ahora|maintenant|ora|agora|nu)\s+/iu, '')
    .replace(anyCase`^(?:${v.CHANGE}|${v.USE}|say|write)\s+(?:it\s+)?(?=\S)`, '')
    .replace(/^about\s+/iu, '')
    .replace(/^(?:to|it\s+to)\s+/iu, '');
