import type { Commission } from '../../generator.ts';
import { GenerationRefused } from '../../generator.ts';
import { MOTIFS, motifOf } from '../art/index.ts';
import { hexOf, oklchOf } from '../design/oklch.ts';
import { writtenIn } from '../languages/detect.ts';
import { LANGUAGES, type LanguageCode } from '../languages/index.ts';
import { purposeOf } from '../purposes/index.ts';
import { TONES } from '../tones/index.ts';
import { blocksOf } from './blocks.ts';
import type { Brief, Fact, SectionBrief, SectionKind } from './brief.types.ts';
import { asSentence, bare, capitalised, clausesOf, isProse, sentencesOf } from './clauses.ts';
import { addressIn, readFact, trailingFacts } from './facts.ts';
import { givenFacts } from './given.ts';
import { headlines, isWelcome } from './headlines.ts';
import { isOperational } from './operational.ts';
import { readRoles } from './roles.ts';
import { readSubject } from './subject.ts';
import { readWishes, type Wishes } from './wishes.ts';

/** What somebody orders, in order of what they say. */
const MENTION =
  /^(?:please\s+)?(?:also\s+)?(?:mention|say|tell (?:them|people|visitors)|include|state|explain|point out|erwähne|sag|schreibe?|nenne|weise darauf hin|mentionne[rz]?|dis|menciona|di|vermeld|nämn|wspomnij)(?:\s+(?:that|dass|que|che|att|dat|że))?[,:]?\s+/iu;
/** What leads to an address: "Link to", "the button goes to". */
const LINK_TO =
  /[ .,;]*(?:(?:the|der|die|das|le|el|il|o|de) )?(?:(?:button|link|lien|enlace|collegamento|ligação|länk|cta|knopf|bouton|botón) ?)?(?:(?:links?|leads?|goes|pointing|points|verlinkt?|führt|mène|lleva|porta|leva) ?)?(?:(?:to|at|auf|zu|nach|vers|a|para|naar|till|do) ?)?:? ?$/iu;

/**
 * Reads a prompt.
 * @throws GenerationRefused when it asks for parts whose words it does not give
 */
export function readBrief(commission: Commission): Brief {
  const prompt = commission.prompt
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
  const wishes: Wishes = {};
  const wish = (more: Wishes) => Object.assign(wishes, { ...more, ...wishes });
  for (const sentence of sentencesOf(prompt)) for (const clause of clausesOf(sentence)) wish(readWishes(clause) ?? {});

  const written = writtenIn(prompt);
  const language = wishes.language ? { code: wishes.language, rtl: false } : written;
  const phrases = LANGUAGES[language.code as LanguageCode] ?? LANGUAGES.en;

  const href = addressIn(prompt);
  const roles = readRoles(withoutAddress(prompt, href), phrases);
  const { text, sections } = blocksOf(roles.rest);
  const sentences = sentencesOf(text);
  const purpose = purposeOf(sentences[0] ?? prompt.slice(0, 200), prompt);

  const facts: Fact[] = [];
  const claims: string[] = [];
  const prose: string[] = [];
  const loose: string[] = [];
  let core: string | undefined;
  /** Whether the clause before was a fact that this one may go on with. */
  let joins = false;
  for (const [i, sentence] of sentences.entries()) {
    if (i > 0 && isProse(sentence) && !readWishes(sentence)) {
      prose.push(asSentence(sentence.replace(MENTION, '')));
      continue;
    }
    for (const clause of clausesOf(sentence)) {
      if (bare(clause) === '' || readWishes(clause)) continue;
      if (core === undefined) {
        // "A bookshop in Galway: readings every Thursday": what follows is the first of what it offers, unless it is a headline.
        const listed = /^([^"“„«「]{3,60}?)[:：]\s+([^"“„«「]+)$/u.exec(clause);
        const first = listed?.[2] as string;
        if (
          listed &&
          (first.split(/\s+/u).length < 4 || (readFact(first) ?? trailingFacts(first, false).facts[0])) &&
          !/^\S+$/u.test(listed[1] as string)
        ) {
          core = listed[1] as string;
          const fact = readFact(first);
          if (fact) facts.push(fact);
          else claims.push(bare(first));
        } else core = clause;
      } else if (/^["“„«「].+["”“»」]$/u.test(clause.trim())) loose.push(clause.trim().slice(1, -1));
      else {
        const fact = readFact(clause);
        const last = facts.at(-1);
        // "Sunday 3 May, 10:00" and "Tuesday to Saturday, 18:00–23:00" are one.
        if (fact?.kind === 'when' && last && (last.kind === 'when' || last.kind === 'hours') && joins)
          last.value = `${last.value}, ${fact.value}`;
        else if (fact) facts.push(fact);
        else claims.push(bare(clause.replace(MENTION, '')));
        joins = fact !== undefined && fact.kind !== 'price';
      }
    }
  }

  const places = ['event', 'course', 'restaurant'].includes(purpose.id);
  const subject = readSubject(core ?? '', purpose, places);
  let phrase = subject.phrase;
  let brand = roles.brand ?? subject.brand;
  // "Nordlicht Yoga, a small studio in Hamburg": a name, and what it names.
  if (
    !brand &&
    phrase !== '' &&
    claims[0] &&
    /^(?:an?|the|ein|eine|une?|una?|um|uma|een|ett|en)\s+\p{L}/u.test(claims[0]) &&
    /^\p{Lu}/u.test(phrase) &&
    phrase.split(/\s+/).length <= 5
  ) {
    brand = phrase;
    phrase = claims.shift() as string;
  }
  if (phrase === '') {
    // "Plain newsletter sign-up, monochrome, for a physics blog": what it is for comes later.
    const at = facts.findIndex(({ kind }) => kind === 'audience');
    if (at >= 0) phrase = (facts.splice(at, 1)[0] as Fact).value;
    else phrase = claims.shift() ?? (brand || roles.headline ? '' : (loose.shift() ?? ''));
  }
  const taken = trailingFacts(phrase, purpose.id === 'event');
  if (purpose.id !== 'thanks') {
    phrase = taken.rest;
    facts.unshift(...taken.facts);
  }

  // "Via Solferino 14, Milano": the town belongs to the street.
  const street = facts.find(({ kind, value }) => kind === 'where' && /\d/u.test(value) && !value.includes(','));
  const town = street && claims.findIndex((claim) => PLACE_NAME.test(claim) && claim.split(' ').length <= 2);
  if (street && town !== undefined && town >= 0 && language.code !== 'de') street.value = `${street.value}, ${claims.splice(town, 1)[0]}`;

  // "Quinta da Ribeira, Sintra": names alone are where something takes place.
  if (places && language.code !== 'de' && !facts.some(({ kind }) => kind === 'where')) {
    const names = claims.filter((claim) => PLACE_NAME.test(claim));
    if (names.length > 0) {
      facts.push({ kind: 'where', value: names.join(', ') });
      claims.splice(0, claims.length, ...claims.filter((claim) => !names.includes(claim)));
    }
  }

  const operational = commission.kind === 'email' && isOperational(sentences[0] ?? prompt.slice(0, 200), prompt, purpose, phrase);
  // "Password reset email for Ledgerlight": what it is, and to whom it goes, is no news to its reader.
  if (operational) phrase = phrase.replace(MAIL_FOR, '');
  else if (commission.kind === 'email') phrase = phrase.replace(MAIL_FOR_US, '').replace(MAIL, '');

  const brief: Brief = {
    purpose,
    operational,
    phrases,
    language,
    brand: brand ?? commission.brand.name,
    eyebrow: '',
    headline: roles.headline ?? '',
    lede: roles.lede ?? '',
    facts,
    claims,
    prose,
    sections,
    quotes: [...roles.quotes],
    fields: roles.fields,
    action: { label: roles.button, href },
    tone: wishes.tone ?? TONES[purpose.tone],
    primary: '',
    pictures: wishes.pictures ?? 'drawn',
    motif: MOTIFS.shapes,
  };
  if (purpose.id === 'job')
    brief.facts = brief.facts.map((fact) => (fact.kind === 'price' && !fact.label ? { ...fact, label: phrases.pay } : fact));
  givenFacts(brief, commission.facts);
  if (isWelcome(core ?? '') && brief.headline === '') brief.headline = phrases.thanks.welcome;
  headlines(brief, phrase, loose, commission.kind === 'page');
  splitOffers(brief);
  fillAsked(brief, roles.asked);
  // Values that come with a prompt are shown; the picture and its colours follow the prompt alone.
  const values = new Set(Object.values(commission.facts).map((value) => value.trim()));
  const prompted = (words: string): string => (values.has(words) ? '' : words);
  // What it is called says more than what is told of it.
  const tellers = [
    purpose.id === 'sale' ? prompted(brief.headline) : '',
    phrase,
    `${prompted(brief.headline)} ${brand ?? ''} ${prompted(brief.eyebrow)}`,
    brief.claims.map(prompted).join(' '),
    `${prompted(brief.lede)} ${prose.map(prompted).join(' ')}`,
    // What the house is called says the least of what it offers today.
    brief.brand,
  ];
  brief.motif = tellers.map(motifOf).find((motif) => motif !== MOTIFS.shapes) ?? MOTIFS[purpose.motif] ?? MOTIFS.shapes;
  foldClaims(brief);
  brief.primary = wishes.primary ?? (commission.brand.primaryColor ? hexOf(oklchOf(commission.brand.primaryColor)) : brief.motif.colour);
  if (brief.headline === '') brief.headline = brief.brand || bare(prompt.slice(0, 80));
  return brief;
}

/** The prompt without the address that the button leads to, and the words that say so. */
function withoutAddress(prompt: string, href: string | undefined): string {
  if (!href) return prompt;
  const at = prompt.indexOf(href);
  const from = Math.max(0, at - 60);
  return `${prompt.slice(0, from)}${prompt.slice(from, at).replace(LINK_TO, '')}. ${prompt.slice(at + href.length).replace(/^[.,;]/u, '')}`;
}

const MAIL_FOR =
  /(?<=\p{L}{3})[\s-]+(?:e-?mail|mail|message|nachricht|mejl)(?:\s+(?:for|from|of|to|für|von|an|pour|de|para|per|voor|för|dla)\s+.+)?$/iu;
/** "Spring sale email for our outdoor shop": the sender is named elsewhere. */
const MAIL_FOR_US = /(?<=\p{L}{3})\s+e?-?mail\s+(?:for|from|voor|van)\s+(?:our|my|onze?|ons|mijn)\s[^"“„«「]*?(?=\s+(?:about|over)\s|$)/iu;
/** "Product launch email for Ledgerlight": here a name follows that is worth its place. */
const MAIL = /(?<=\p{L}{3})\s+e?-?mail(?=\s+(?:for|from|voor|van)\s|$)/iu;

const PLACE_NAME = /^\p{Lu}[\p{L}'’.-]+(?:\s(?:d[aeo]s?|del|della|du|des|la|le|of|the|van|de la|\p{Lu}[\p{L}'’.-]*)){0,5}$/u;

/** "30 % off tents until 12 April": the offer, and how long it stands. */
function splitOffers(brief: Brief): void {
  brief.claims = brief.claims.map((claim) => capitalised(claim)).filter((claim) => claim !== '');
  const seen = new Set<string>();
  brief.facts = brief.facts.filter(({ kind, label, value }) => {
    const key = `${kind} ${label ?? ''} ${value}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** One or two short claims are a sentence of the opening; a section of their own would be mostly air. */
function foldClaims(brief: Brief): void {
  const told = [brief.lede, ...brief.claims.map(asSentence)]
    .filter((sentence) => sentence !== '')
    .join(/[\p{sc=Han}\p{sc=Hiragana}]/u.test(brief.lede || (brief.claims[0] ?? '')) ? '' : ' ');
  if (brief.claims.length === 0 || brief.claims.length > 2 || told.length > 190) return;
  brief.lede = told;
  brief.claims = [];
}

/** Sections that somebody asks for by name get what the prompt says of their kind; one without words would be made up. */
function fillAsked(brief: Brief, asked: readonly SectionKind[]): void {
  const missing: string[] = [];
  for (const kind of new Set(asked)) {
    if (brief.sections.some((section) => section.kind === kind)) continue;
    const section = fromBrief(brief, kind);
    if (section) brief.sections.push(section);
    else if (!(kind === 'quotes' && brief.quotes.length > 0) && kind !== 'gallery') missing.push(brief.phrases.headings[kind]);
  }
  if (missing.length > 0) {
    throw new GenerationRefused(
      `Understood: ${brief.headline}. The prompt asks for ${missing.map((heading) => `"${heading}"`).join(', ')} but has no words for ${missing.length > 1 ? 'them' : 'it'}, and nothing is invented here: ` +
        'write what belongs there, for example "Prices: adults €12, children €6", or leave the section out.',
    );
  }
}

function fromBrief(brief: Brief, kind: SectionKind): SectionBrief | undefined {
  const take = (wanted: (fact: Fact) => boolean): SectionBrief | undefined => {
    const items = brief.facts.filter(wanted).map(({ label, value, kind: of }) => ({ lead: label ?? brief.phrases.facts[of], text: value }));
    brief.facts = brief.facts.filter((fact) => !wanted(fact));
    return items.length > 0 ? { kind, items } : undefined;
  };
  if (kind === 'prices') return take((fact) => fact.kind === 'price');
  if (kind === 'place') return take((fact) => fact.kind === 'where');
  if (kind === 'schedule') return take((fact) => fact.kind === 'when');
  if (kind === 'hours') return take((fact) => fact.kind === 'hours' || fact.kind === 'when');
  if (kind === 'features' && brief.claims.length > 0) return { kind, items: brief.claims.splice(0).map((text) => ({ text })) };
  if (kind === 'about' && brief.prose.length > 0) return { kind, items: brief.prose.splice(0).map((text) => ({ text })) };
  if (kind === 'about' && brief.lede !== '') {
    const items = [{ text: brief.lede }];
    brief.lede = '';
    return { kind, items };
  }
  return undefined;
}
