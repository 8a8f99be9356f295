import { isIPv4, isIPv6 } from 'node:net';

/** A term of a record that means something here: a mechanism, or the modifier `redirect`. */
export interface SpfTerm {
  kind: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists' | 'redirect';
  /** Whether it lets those send whom it names: no sign, or `+`. */
  passes: boolean;
  /** Whom it asks for; undefined: the domain that is looked at, or nobody. */
  domain: string | undefined;
}

/** Mechanisms that take the name of a domain, or may. */
const ASKING = ['include', 'exists', 'a', 'mx', 'ptr'] as const;

// The grammar of RFC 7208, section 7.1 for names and 12 for all of it; records are read in lower case.
const EXPANSION = '%(?:\\{[slodiphcrtv]\\d*r?[.\\-+,/_=]*\\}|[%_-])';
const MACRO_STRING = `(?:[!-$&-~]|${EXPANSION})*`;
const LABEL = '(?!\\d+\\.?(?:/|$))[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const NAME = `(${MACRO_STRING}(?:\\.${LABEL}\\.?|${EXPANSION}))`;
const BITS = '(?:0|[1-9]\\d{0,2})';
const MODIFIER = new RegExp(`^([a-z][a-z0-9._-]*)=${MACRO_STRING}$`);
const FORMS: Record<(typeof ASKING)[number], RegExp> = {
  include: new RegExp(`^include:${NAME}$`),
  exists: new RegExp(`^exists:${NAME}$`),
  a: new RegExp(`^a(?::${NAME})?(?:/(${BITS}))?(?://(${BITS}))?$`),
  mx: new RegExp(`^mx(?::${NAME})?(?:/(${BITS}))?(?://(${BITS}))?$`),
  ptr: new RegExp(`^ptr(?::${NAME})?$`),
};
const REDIRECT = new RegExp(`^redirect=${NAME}$`);
const EXPLANATION = new RegExp(`^exp=${NAME}$`);
const ADDRESS = new RegExp(`^(ip[46]):([^/%]+)(?:/(${BITS}))?$`);

/** The SPF records among what stands at a name. */
export const spfRecords = (all: string[]): string[] => all.filter((record) => /^v=spf1(?: |$)/i.test(record));

/**
 * Reads a record as receivers do, for whom one wrong term makes all of it void (RFC 7208).
 * @returns its terms, or what is wrong with it in words that follow "the record"
 */
export function readSpf(record: string): SpfTerm[] | string {
  const terms: SpfTerm[] = [];
  const modifiers: string[] = [];
  for (const text of record.toLowerCase().split(/ +/).slice(1).filter(Boolean)) {
    const read = readTerm(text) ?? `has a term that cannot be read (${text})`;
    if (typeof read === 'string') return read;
    if (read !== NOTHING) terms.push(read);
    const [, modifier] = MODIFIER.exec(text) ?? [];
    if (modifier) modifiers.push(modifier);
  }
  const twice = ['redirect', 'exp'].find((name) => modifiers.filter((modifier) => modifier === name).length > 1);
  return twice ? `has ${twice} twice` : terms;
}

/** A modifier that says nothing of who may send. */
const NOTHING = Symbol();

function readTerm(text: string): SpfTerm | typeof NOTHING | undefined {
  const [, modifier] = MODIFIER.exec(text) ?? [];
  if (modifier === 'exp') return EXPLANATION.test(text) ? NOTHING : undefined;
  if (modifier === 'redirect') {
    const [, domain] = REDIRECT.exec(text) ?? [];
    return domain === undefined ? undefined : { kind: 'redirect', passes: true, domain };
  }
  if (modifier) return NOTHING;
  const mechanism = text.replace(/^[+?~-]/, '');
  const passes = mechanism === text || text.startsWith('+');
  if (mechanism === 'all') return { kind: 'all', passes, domain: undefined };
  const [, family, address = '', bits = '0'] = ADDRESS.exec(mechanism) ?? [];
  if (family === 'ip4') return isIPv4(address) && Number(bits) <= 32 ? { kind: 'ip4', passes, domain: undefined } : undefined;
  if (family === 'ip6') return isIPv6(address) && Number(bits) <= 128 ? { kind: 'ip6', passes, domain: undefined } : undefined;
  for (const kind of ASKING) {
    const [whole, domain, four = '0', six = '0'] = FORMS[kind].exec(mechanism) ?? [];
    if (whole !== undefined) return Number(four) <= 32 && Number(six) <= 128 ? { kind, passes, domain } : undefined;
  }
  return undefined;
}
