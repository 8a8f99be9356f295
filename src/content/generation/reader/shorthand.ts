/*
 * What hurried people write in place of whole words, in English: spelt out before anything is read, so that no page shows it. Words that are
 * also something else ("its", "were", "well") are left alone.
 */

const WHOLE: Readonly<Record<string, string>> = {
  ...{
    thats: "that's",
    whats: "what's",
    whos: "who's",
    wheres: "where's",
    hows: "how's",
    heres: "here's",
    theres: "there's",
    lets: "let's",
  },
  ...{
    hes: "he's",
    shes: "she's",
    theyre: "they're",
    youre: "you're",
    weve: "we've",
    theyve: "they've",
    youve: "you've",
    ive: "I've",
    im: "I'm",
  },
  ...{
    youll: "you'll",
    theyll: "they'll",
    itll: "it'll",
    dont: "don't",
    doesnt: "doesn't",
    didnt: "didn't",
    cant: "can't",
    couldnt: "couldn't",
  },
  ...{ wont: "won't", wouldnt: "wouldn't", shouldnt: "shouldn't", isnt: "isn't", arent: "aren't", wasnt: "wasn't", werent: "weren't" },
  ...{ hasnt: "hasn't", havent: "haven't", hadnt: "hadn't", thx: 'thanks', thnx: 'thanks', ppl: 'people' },
  ...{ yrs: 'years', yr: 'year', wks: 'weeks', wk: 'week', hrs: 'hours', mins: 'minutes', mths: 'months', nr: 'near', avail: 'available' },
  ...{
    insta: 'Instagram',
    smth: 'something',
    sth: 'something',
    otd: 'on the door',
    ur: 'your',
    bc: 'because',
    cos: 'because',
    coz: 'because',
  },
  ...{
    wknd: 'weekend',
    wkend: 'weekend',
    hol: 'holiday',
    hols: 'holidays',
    appt: 'appointment',
    appts: 'appointments',
    govt: 'government',
  },
  ...{ tmrw: 'tomorrow', tmw: 'tomorrow', defo: 'definitely', w: 'with', btwn: 'between', incl: 'including', excl: 'excluding' },
  ...{
    inc: 'including',
    approx: 'about',
    gtd: 'guaranteed',
    pkg: 'package',
    qty: 'quantity',
    sats: 'Saturdays',
    suns: 'Sundays',
    esp: 'especially',
  },
  ...{
    bday: 'birthday',
    shd: 'should',
    wd: 'would',
    til: 'until',
    thru: 'through',
    gonna: 'going to',
    wanna: 'want to',
    rly: 'really',
    msg: 'message',
  },
  ...{ childs: "child's", peoples: "people's", mums: "mum's", dads: "dad's", womens: "women's", mens: "men's", todays: "today's" },
  ...{ themselfs: 'themselves', recieve: 'receive', definately: 'definitely', seperate: 'separate', accomodation: 'accommodation' },
};

const WORD = /(?<![\p{L}\p{N}'’@#./-])\p{L}{1,13}(?![\p{L}\p{N}'’@-]|\.\p{L})/gu;

/** Words that only count as shorthand in small letters: "Nr", "W" and "Inc" are parts of names. */
const ONLY_SMALL = new Set([
  'nr',
  'w',
  'inc',
  'hol',
  'sats',
  'suns',
  'cos',
  'im',
  'ive',
  'lets',
  'wk',
  'yr',
  'esp',
  'til',
  'wd',
  'msg',
  'mens',
  'womens',
  'mums',
  'dads',
]);

const DOTTED = /(?<!\p{L})(incl?|excl|approx|esp|yrs?|wks?|hrs|mins|qty)\.(?=\s\S)/gu;

const PHRASES: [RegExp, string][] = [
  // Asides that say nothing.
  [/[,\s]*(?<!\p{L})(?:tbh|imho|imo|lol|haha|fyi|iirc|iykwim|ngl)(?!\p{L})[,\s]*/giu, ' '],
  [
    /[,\s]*(?<!\p{L})(?:touch wood|bless (?:them|him|her|['’]?em)|if (?:we['’]re|i['’]m) (?:being )?honest|to be honest|i suppose|i guess|believe it or not|obviously|tbf)(?=\s*(?:[,.;!?)]|$))/giu,
    '',
  ],
  [/(?<=^|[.!?\n]\s?)(?:right[,\s]+so|so basically|basically|ok(?:ay)?[,\s]+so|so yeah|anyway)[,\s]+(?=\p{L})/giu, ''],
  [/(?<=\b(?:we|you|they|who|there|what|these)) r (?=\p{L})/giu, ' are '],
  [/(?<=\p{L}|\d)\s(?:w\/|w\/o)\s?(?=\p{L})/giu, ' with '],
  // "wool + knitters", "knives & mowers": a plus between words, but not between names.
  [/(?<=\p{Ll}{2}) \+ (?=\p{Ll}{2})/gu, ' and '],
  [/(?<=\p{L}) n (?=\p{L})/gu, ' and '],
  [/(?<![\p{N}£€$.])(\d{1,5}(?:\.\d{2})?)\s?(?:quid|squid)(?!\p{L})/giu, '£$1'],
  [/(?<![\p{N}£€$.])(\d{1,5})\s?bucks(?!\p{L})/giu, '$$$1'],
  [/(?<=£\d{1,4}(?:\.\d{2})?) adv(?!\p{L})/giu, ' in advance'],
  [/\.{4,}/g, '…'],
];

/** @param lang of the prompt: others keep what they write */
export function speltOut(text: string, lang: string): string {
  if (lang !== 'en') return text;
  let result = text
    .replace(/(?<=\p{L}|\d|[£%)])\sw\/\s?(?=\S)/giu, ' with ')
    .replace(DOTTED, '$1')
    .replace(WORD, (word) => {
      const small = word.toLowerCase();
      const whole = Object.hasOwn(WHOLE, small) ? WHOLE[small] : undefined;
      if (whole === undefined || (word !== small && ONLY_SMALL.has(small))) return word;
      return /^\p{Lu}/u.test(word) ? `${whole.charAt(0).toUpperCase()}${whole.slice(1)}` : whole;
    });
  for (const [pattern, by] of PHRASES) result = result.replace(pattern, by);
  return result;
}
