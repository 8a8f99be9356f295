import type { BlockKind } from '../draft/draft.ts';
import { wantsNoPicture } from '../picture-wish.ts';
import { type AskedField, type Brief, type BriefFact, note, type SlotName } from './brief.ts';
import { type Chances, chancesOf } from './clause-kind.ts';
import { itemOf } from './items.ts';
import { languageOf } from './language.ts';
import { isTaste, looksIn, looksOf, withoutColours } from './looks.ts';
import { withoutOrder } from './ordering.ts';
import { speltOut, withStops } from './source.ts';
import { accented, instruction, polished, polishedDates, spelt } from './statements.ts';
import { capital, clausesOf, listOf, Masked, withoutEnds } from './text.ts';
import { normal } from './words.ts';

const LONGEST_FACT = 240;
const MOST_FACTS = 40;
const OF_PROMPTS =
  /(?<!\p{L})(?:my|our|ur|we|i|you|your|people|page|site|website|web|e?mail|landing|hiring|wanted|need(?:ed)?|brief|are|thing|survey|mein\p{L}*|unser\p{L}*|wir|ich|seite|notre|nos|mes?|mon|ma|nous|nuestr\p{L}*|mi|página|nostr\p{L}*|mi[oa]|pagina|noss[oa]s?|meu|minha|onze|ons|mijn|wij|vår\p{L}*|min|mitt|vi|nasz\p{L}*|mój|moja|stron\p{L}*)(?!\p{L})/iu;
const ABOUT = /^(?=.{4,70}$)\p{L}[^.;:!?@<>{}"“”]*\p{L}$/u;
/** On unseen clauses, one in twenty for readers and nearly half of the others reach this chance. */
const FOR_WRITER = 0.4;
const FOR_WRITER_IN_LIST = 0.55;
const IS_ORDER = 0.6;
const HOURS =
  /\d|\b(?:appointment|arrangement|daily|always|noon|midday|dawn|dusk|sunrise|sunset|late|evenings?|mornings?|weekends?|weekdays?|term|season\p{L}*|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*|every|closed)\b/iu;
const MOST_PARTS = 24;
const MOST_LEFT = 40;
const MOST_REMARKS = 14;

/** Methods that record something return true, so that a rule can end with them. */
export class Reading {
  readonly masked: Masked;
  readonly brief: Brief;
  /** Sentences that were not understood. */
  readonly left: string[] = [];
  /** The words that name the document, mostly the first sentence. */
  opening = '';
  /** Possible offers between commas. */
  readonly fragments: string[] = [];
  /** Fragments behind "also" and names in brackets may be places. */
  readonly also: string[] = [];
  readonly brackets: string[] = [];
  #sentence = '';
  #before = '';
  /** The prompt gives the name explicitly: “Name: …”. */
  named = false;
  /** "… that works with builders": completed with the name once it is known. */
  readonly relatives: string[] = [];
  /** "An app that tells you when it rains". */
  readonly does: { thing: string; said: string }[] = [];
  person: string | undefined;
  /** Questions in addition to the form's own fields. */
  readonly extra: AskedField[] = [];
  /** The form is the whole page. */
  surveyed = false;
  /** The order names the subject of the mail. */
  headed = false;
  spoke = false;
  /** The document is about an event. */
  dated = false;
  /** `readBrief` sets it, since parts contain sentences, too. @param opening whether the text may name the document */
  sentence: (text: string, opening?: boolean) => true = () => true;

  constructor(source: string, kind: Brief['kind']) {
    const lang = languageOf(source);
    this.masked = new Masked(source);
    const spelt = withoutOrder(speltOut(accented(this.masked.text, lang), lang), lang);
    this.masked.text = lang === 'en' && kind === 'page' ? withStops(spelt) : spelt;
    this.brief = {
      kind,
      lang,
      purpose: 'landing',
      slots: {},
      facts: [],
      quoted: [],
      offers: [],
      statements: [],
      remarks: [],
      parts: [],
      without: [],
      action: {},
      theme: {},
      plain: wantsNoPicture(source),
      words: normal(this.masked.shown(this.masked.text)),
      notes: [],
    };
  }

  about(source: string): void {
    const text = withoutColours(source, this.masked)
      .text.replace(/^(?:an?|the|my|our|for|about|eine?n?|une?|una?|um|uma|een|ett|en)\s+/iu, '')
      .trim();
    const shown = polished(this.masked.shown(text, true), this.brief.lang);
    if (this.brief.about !== undefined || !ABOUT.test(shown) || OF_PROMPTS.test(shown) || instruction(shown)) return;
    this.brief.about = shown;
  }

  fact(kind: BriefFact['kind'], source: string, label?: string): true {
    const shown = this.masked
      .shown(source)
      .trim()
      .replace(/^[\s,:–—-]+|[\s,;:.–—-]+$/gu, '');
    const value = polishedDates(shown, this.brief.lang);
    const { facts, lang } = this.brief;
    if (value === '' || value.length > LONGEST_FACT || facts.length >= MOST_FACTS) return true;
    if (kind === 'hours' && lang === 'en' && !HOURS.test(value)) return true;
    const isSaid = (fact: BriefFact): boolean =>
      fact.value.toLowerCase().includes(value.toLowerCase()) && (fact.kind === kind || value.length > 6);
    if (facts.some(isSaid)) return true;
    const written = kind === 'email' || kind === 'link' ? value : value.replace(/^\p{Ll}.*$/su, capital);
    facts.push({ kind, ...(label && { label: capital(label) }), value: written });
    return true;
  }

  begin(sentence: string): void {
    this.#before = this.#sentence;
    this.#sentence = this.masked.shown(sentence, true).trim();
  }

  isForWriter = (clause: string): boolean => this.#chances(clause).writer > (this.#goesOn(clause) ? FOR_WRITER_IN_LIST : FOR_WRITER);

  writerChance = (clause: string): number => this.#chances(clause).writer;

  /** "Rewires, EV chargers, fault finding": an entry shares the kind of its list. */
  #goesOn(clause: string): boolean {
    const text = this.masked.shown(clause, true).trim();
    return (
      this.brief.kind === 'page' &&
      this.fragments.length > 0 &&
      /^\p{L}[\p{L}'’&-]*(?:\s\p{L}[\p{L}'’&-]*){0,2}$/u.test(text) &&
      this.#sentence.includes(`, ${text}`) &&
      this.#sentence.includes(this.fragments.at(-1) as string)
    );
  }

  isOrder = (clause: string): boolean => this.#chances(clause).head > IS_ORDER;

  #chances(clause: string): Chances {
    const { lang, kind } = this.brief;
    const text = this.masked.shown(clause, true).trim();
    return chancesOf({ text, lang, of: kind, sentence: this.#sentence, before: this.#before });
  }

  remark(source: string): true {
    const { remarks, lang } = this.brief;
    const whole = polished(this.masked.shown(source).trim(), lang).replace(/^[\s,;:–—-]+|[\s,;:.!–—-]+$/gu, '');
    // Points of an email are whole; on a page, facts were taken out of the remark.
    const text = capital(this.brief.kind === 'email' && lang === 'en' ? whole : withoutEnds(whole));
    if (text.length >= 3 && text.length <= LONGEST_FACT && remarks.length < MOST_REMARKS && !remarks.includes(text)) remarks.push(text);
    return true;
  }

  statement(text: string): true {
    const { statements } = this.brief;
    if (text !== '' && !statements.includes(text) && statements.length < 30) statements.push(text);
    return true;
  }

  addFields(fields: readonly AskedField[]): true {
    if (fields.length > 0) this.brief.fields = [...(this.brief.fields ?? []), ...fields].slice(0, 40);
    return true;
  }

  want(kind: BlockKind): true {
    const { parts } = this.brief;
    if (!parts.some((part) => part.kind === kind)) parts.push({ kind, items: [] });
    return true;
  }

  /** Wants the part that a word of `sections` means, where it is one that can be asked for. */
  wantSection(kind: string): true {
    return ['hours', 'hero', 'cta', 'footer'].includes(kind) || this.want(kind as BlockKind);
  }

  slot(name: SlotName, value: string): true {
    this.brief.slots[name] ??= value;
    return true;
  }

  /** Adds words that name the document. */
  open(text: string): true {
    this.opening += ` ${text}`;
    return true;
  }

  /** Takes a name that the prompt gives explicitly. */
  name(value: string): true {
    this.named ||= this.brief.slots.name === undefined;
    return this.slot('name', value);
  }

  get isEnglishMail(): boolean {
    return this.brief.kind === 'email' && this.brief.lang === 'en';
  }

  get isEnglishPage(): boolean {
    return this.brief.kind === 'page' && this.brief.lang === 'en';
  }

  part(kind: BlockKind, heading: string | undefined, sources: readonly string[], columns?: string[]): true {
    if (this.brief.parts.length >= MOST_PARTS) return true;
    const split = kind === 'people' && sources.length === 1 ? listOf(sources[0] as string) : sources;
    const items = split
      .map((source) => itemOf(spelt(withoutWishes(source), this.brief.lang), kind, this.masked))
      .filter(({ lead }) => /[\p{L}\p{N}]/u.test(lead));
    if (kind === 'pricing' && items.length > 0 && items.every(({ lead, price }) => price !== undefined && RAISED.test(lead))) {
      for (const { lead, price = '' } of items) this.fact('note', price, lead);
      return true;
    }
    const priced = kind !== 'pricing' || this.brief.kind === 'page' || items.some(({ price }) => price !== undefined);
    this.brief.parts.push({ kind: priced ? kind : 'features', ...(heading && { heading }), items, ...(columns && { columns }) });
    return true;
  }

  looks(source: string): true {
    for (const clause of [source, ...clausesOf(source)]) {
      if (NEGATIVE.test(clause) && !looksOf(clause, this.masked)?.plain) continue;
      const { looks } = looksIn(clause, this.masked);
      const whole = clause === source && (looks.theme.primary !== undefined || looks.theme.accent !== undefined);
      // The whole clause assigns roles to colours better than its parts.
      this.brief.theme = whole ? { ...this.brief.theme, ...looks.theme } : { ...looks.theme, ...this.brief.theme };
      if (looks.plain) this.brief.plain = true;
      if (whole && !source.includes(',')) return true;
    }
    return true;
  }

  leave(source: string): true {
    if (this.left.length < MOST_LEFT) this.left.push(this.masked.shown(source, true).trim());
    return true;
  }

  note(code: Parameters<typeof note>[0], text: string, place: string | null = null): true {
    if (!this.brief.notes.some((one) => one.text === text)) this.brief.notes.push(note(code, text, place));
    return true;
  }
}

const withoutWishes = (entry: string): string =>
  entry.replace(/\s*[(（]([^()（）]{3,120})[)）]/gu, (all, inside: string) => (instruction(inside) || isTaste(inside) ? '' : all));

const RAISED = /^(?:our\s)?(?:target|goal|raised|collected|so far|needed|still to (?:go|raise))/iu;

const NEGATIVE = /\b(?:not|no|never|without|nicht|kein\p{L}*|pas|sans|sin|senza|sem|niet|geen|inte|nie|bez)\b/iu;
