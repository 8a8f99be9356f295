// Used on both sides, so that it can be tested without a page: ranks what the index of the search holds against what a reader types. Each
// word has to be met. Whole words come before parts of words, names and titles before texts, and operations, errors and guides before
// fields, unless what is typed can only be the name of a field (`custom_fields`). Where nothing is met, names one slip of the fingers away are.

const GROUPS = [
  { kind: 'operation', title: 'Operations', most: 8 },
  { kind: 'event', title: 'Events', most: 5 },
  { kind: 'error', title: 'Error codes', most: 5 },
  { kind: 'section', title: 'Guides and tutorials', most: 5 },
  { kind: 'field', title: 'Fields', most: 8 },
];

/**
 * Prepares an entry for comparisons, once.
 * @param {any} entry one of the index (`search-index.ts`)
 */
export function prepareEntry(entry) {
  const name = entry.name.toLowerCase();
  const path = entry.path && shapeOfPath(entry.path);
  const nameWords = wordsOf(`${entry.name} ${entry.path ?? ''}`);
  const titleWords = wordsOf(entry.kind === 'operation' ? entry.text : entry.kind === 'section' ? entry.name : '');
  return {
    entry,
    name,
    path,
    method: entry.method?.toLowerCase(),
    nameWords,
    titleWords,
    phrases: entry.kind === 'field' ? [] : [nameWords.join(' '), titleWords.join(' ')],
    withinWords: wordsOf(entry.within ?? ''),
    values: (entry.values ?? []).map((value) => value.toLowerCase()),
    text: (entry.about ?? entry.text).toLowerCase(),
    textWords: wordsOf(entry.about ?? entry.text),
  };
}

/**
 * The groups that have something in them, the one with the best hit first; of each the best hits, how many more there are, and whether
 * they are only near to what was typed.
 * @param {ReturnType<typeof prepareEntry>[]} prepared
 * @param {string} query what was typed
 */
export function findInReference(prepared, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const typed = words.map(termOf);
  if (typed.length === 0) return [];
  const met = hitsOf(prepared, typed, scoreOf);
  // A name that has them all in a row is what is looked for.
  const phrase = words.join(' ');
  if (words.length > 1) for (const hit of met) if (hit.one.phrases.some((own) => own.includes(phrase))) hit.score += 50;
  const isNear = met.length === 0;
  const hits = isNear ? hitsOf(prepared, typed, (one, term) => scoreOf(one, term) || scoreOfNear(one, term)) : met;
  hits.sort((one, other) => other.score - one.score || one.at - other.at);
  return GROUPS.map(({ kind, title, most }) => {
    const own = hits.filter(({ one }) => one.entry.kind === kind);
    return {
      kind,
      title,
      best: own[0]?.score ?? 0,
      hits: own.slice(0, most).map(({ one }) => one.entry),
      more: Math.max(0, own.length - most),
      isNear,
    };
  })
    .filter(({ hits: own }) => own.length > 0)
    .sort((one, other) => isAside(one) - isAside(other) || other.best - one.best);
}

/** Fields stand below everything else, unless what is typed is the name or a value of one. */
const isAside = ({ kind, best }) => Number(kind === 'field' && best < 60);

/** @param {ReturnType<typeof prepareEntry>[]} prepared */
const hitsOf = (prepared, typed, scoreOfTerm) =>
  prepared.flatMap((one, at) => {
    let score = 0;
    for (const term of typed) {
      const met = scoreOfTerm(one, term);
      if (met === 0) return [];
      score += met;
    }
    return { one, score, at };
  });

/** `/v1/contacts/{id}`, `/contacts/{contactId}` and `/contacts/01936d2e-…` are the same path to a reader. */
const shapeOfPath = (path) =>
  path
    .toLowerCase()
    .replaceAll(/\{[^}]*\}?|[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-z]{26}\b/g, '{}')
    .replace(/[?#].*$/, '')
    .replace(/(?<=.)\/$/, '');

const wordsOf = (text) =>
  text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A typed word: a path, or a name, of which the last step counts (`items.0.email`), also in the singular. */
function termOf(word) {
  // Types of events have a dot within: `email.bounced`.
  const whole = word.replaceAll(/^[`"'({]+|[`"')}:,]+$/g, '');
  if (word.includes('/')) return { path: shapeOfPath(word.replace(/^https?:\/\/[^/]+/, '')), words: [] };
  const last = word.split('.').findLast((step) => step && !/^\d+$/.test(step)) ?? word;
  const bare = last.replaceAll(/^[`"'({]+|[`"')}:,]+$/g, '') || last;
  return { whole, words: bare.length > 3 && /[^s]s$/.test(bare) ? [bare, bare.slice(0, -1)] : [bare] };
}

function scoreOf(one, { path, whole, words }) {
  if (one.entry.kind === 'event' && one.name === whole) return 100;
  if (path !== undefined) return one.path ? scoreOfPath(one.path, path) : 0;
  // The singular counts a little less.
  return Math.max(...words.map((word, index) => scoreOfWord(one, word) * (1 - index / 10)));
}

function scoreOfPath(path, typed) {
  if (path === typed || path === `/v1${typed}`) return 100;
  if (path.endsWith(typed)) return 80;
  if (path.startsWith(typed) || path.startsWith(`/v1${typed}`)) return 60;
  return path.includes(typed) ? 50 : 0;
}

function scoreOfWord(one, word) {
  return one.entry.kind === 'field' ? scoreOfField(one, word) : scoreOfWhole(one, word) || scoreOfPart(one, word);
}

function scoreOfWhole(one, word) {
  if (one.name === word) return 100;
  if (one.entry.status === word) return 50;
  if (one.method === word || one.titleWords.includes(word)) return 45;
  if (one.nameWords.includes(word)) return 42;
  // A text that says it again and again is about it; a long one that says it once may do so in passing.
  const times = one.textWords.filter((own) => own === word || own === `${word}s`).length;
  if (times > 0) return (one.method ? 14 : one.entry.within ? 18 : 20) + (6 * times) / (times + one.textWords.length / 60);
  return one.withinWords.includes(word) ? 20 : 0;
}

function scoreOfPart(one, word) {
  if (one.name.startsWith(word)) return 18;
  if (one.titleWords.some((own) => own.startsWith(word))) return 17;
  if (one.nameWords.some((own) => own.startsWith(word))) return 16;
  if (word.length < 3) return 0;
  if (one.textWords.some((own) => own.startsWith(word))) return 10;
  if (word.length < 5) return 0;
  // Words with a hyphen or an underscore stand in texts as they are typed.
  return one.name.includes(word) || one.text.includes(word) ? 6 : 0;
}

/** A word of plain English is met in too many fields to say much; one with a sign within is the name or the value of one. */
function scoreOfField({ name, nameWords, values, textWords }, word) {
  const isCode = /[^a-z0-9]/.test(word);
  if (name === word) return isCode ? 100 : 30;
  if (values.includes(word)) return isCode ? 70 : 19;
  if (name.startsWith(word)) return isCode ? 60 : 9;
  if (nameWords.includes(word)) return 15;
  if (nameWords.some((own) => own.startsWith(word))) return 8;
  if (textWords.includes(word)) return 7;
  return word.length > 4 && name.includes(word) ? 3 : 0;
}

/** Of names alone: texts have so many words that one of them is near to anything. */
function scoreOfNear({ name, nameWords, titleWords }, { words }) {
  const isNear = (own) => words.some((word) => word.length > 3 && (isOneSlipFrom(own, word) || isOneSlipFrom(own.replace(/s$/, ''), word)));
  return [name, ...nameWords, ...titleWords].some(isNear) ? 10 : 0;
}

/** Whether one sign was left out, put in or mistaken, or two beside each other have changed places. */
function isOneSlipFrom(word, typed) {
  if (Math.abs(word.length - typed.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === typed[at]) at += 1;
  const [rest, typedRest] = [word.slice(at), typed.slice(at)];
  return (
    rest.slice(1) === typedRest.slice(1) ||
    rest === typedRest.slice(1) ||
    rest.slice(1) === typedRest ||
    (rest[0] === typedRest[1] && rest[1] === typedRest[0] && rest.slice(2) === typedRest.slice(2))
  );
}
