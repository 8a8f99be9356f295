import type { BlockKind } from '../draft/draft.ts';
import { type AskedField, type Brief, type BriefFact, type BriefItem, note } from './brief.ts';
import { DISCOUNT, HAS_WEEKDAY, PRICE, TIME, WHEN } from './dates.ts';
import { askedField, fieldsAfter, fieldsIn } from './fields.ts';
import { itemOf, kindOf, priceIn } from './items.ts';
import { type Label, labelOf } from './labels.ts';
import { languageOf, languageWished } from './language.ts';
import { looksIn, looksOf } from './looks.ts';
import { ASIDES, Masked } from './mask.ts';
import { audienceIn, calledName, capitalName, placeAfter, placeIn, subjectOf } from './names.ts';
import { afterWhat, emailPurpose, pagePurpose } from './purpose.ts';
import { asSentence, capital, clausesOf, type Line, linesOf, listOf, sentencesOf } from './split.ts';
import { instruction, isStatement, orderedStatement, polished } from './statements.ts';
import { lexicon, normal, tradeIn } from './words.ts';
import { trade as tradeOf } from '../library/library.ts';

const LONGEST_PROMPT = 10_000;
const MOST_NOTES = 12;

/** Reads a prompt. What it does not understand it leaves out, and notes. @param given values that come with the prompt, by their names */
export function readBrief(prompt: string, kind: Brief['kind']): Brief {
  return new Reader(prompt, kind).read();
}

class Reader {
  readonly #masked: Masked;
  readonly #brief: Brief;
  /** Sentences that nothing was made of. */
  readonly #left: string[] = [];
  /** Words that name what is wanted: the first sentence, mostly. */
  #opening = '';
  /** Fragments between commas that may say what is offered. */
  readonly #fragments: string[] = [];
  #signature: string | undefined;

  constructor(prompt: string, kind: Brief['kind']) {
    const source = prompt
      .slice(0, LONGEST_PROMPT)
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n]/gu, ' ')
      .replace(/\p{Extended_Pictographic}|\ufe0f/gu, (letter) => (/[\d#*©®™]/.test(letter) ? letter : ' '))
      .replace(/[^\S\n]+/gu, ' ')
      .trim();
    this.#masked = new Masked(source);
    this.#brief = {
      kind,
      lang: languageOf(source),
      purpose: 'landing',
      slots: {},
      facts: [],
      quoted: [],
      offers: [],
      statements: [],
      parts: [],
      without: [],
      action: {},
      theme: {},
      plain: false,
      words: normal(this.#masked.shown(this.#masked.text)),
      notes: [],
    };
  }

  read(): Brief {
    this.#lines(linesOf(this.#masked.text));
    this.#name();
    this.#conclude();
    return this.#brief;
  }

  /** Lists and labelled lines first; what is left is prose. */
  #lines(lines: readonly Line[]): void {
    const prose: string[] = [];
    for (let at = 0; at < lines.length; ) {
      const line = lines[at] as Line;
      if (line.blank) {
        at += 1;
        continue;
      }
      if (line.title && this.#isFirst(lines, at)) {
        this.#brief.slots.name ??= this.#masked.shown(line.text);
        this.#opening = line.text;
        at += 1;
        continue;
      }
      const list = this.#listAt(lines, at);
      if (list) {
        at = list.end;
        if (this.#list(list.heading, list.items)) continue;
        // A list that is nothing by itself is read as sentences.
        if (list.heading) prose.push(list.heading);
        prose.push(...list.items);
        continue;
      }
      at += 1;
      if (!this.#labelled(line.text)) prose.push(line.text);
    }
    for (const sentence of sentencesOf(prose.join('\n'))) this.#sentence(sentence);
  }

  #isFirst(lines: readonly Line[], at: number): boolean {
    return lines.slice(0, at).every(({ blank }) => blank) && lines.filter(({ title }) => title).length > 1;
  }

  /** A heading with entries under it, or entries alone. */
  #listAt(lines: readonly Line[], at: number): { heading?: string; items: string[]; end: number } | undefined {
    const line = lines[at] as Line;
    const next = lines.slice(at + 1).findIndex(({ blank }) => !blank);
    const follower = next < 0 ? undefined : (lines[at + 1 + next] as Line);
    const headed =
      !line.bullet &&
      follower !== undefined &&
      next <= 1 &&
      line.text.length <= 90 &&
      (line.title || /[:：]$/.test(line.text) || (next === 0 && this.#isHeading(line.text, lines, at)));
    const from = headed ? at + 1 + next : at;
    const items: string[] = [];
    let end = from;
    const bulleted = (lines[from] as Line | undefined)?.bullet ?? false;
    for (; end < lines.length; end++) {
      const entry = lines[end] as Line;
      if (entry.blank) {
        // A blank line within bullets is a pause; behind it, something else begins.
        if (bulleted && (lines[end + 1]?.bullet ?? false) && items.length > 0) continue;
        if (/^[\s|:=-]+$/.test(entry.text) && entry.text !== '') continue;
        break;
      }
      if (entry.title || (bulleted && !entry.bullet)) break;
      if (!bulleted && end > from && (/[:：]$/.test(entry.text) || this.#labelKind(entry.text) !== undefined)) break;
      items.push(entry.text);
    }
    if (headed && items.length > 0) return { heading: line.text.replace(/\s*[:：]$/, ''), items, end };
    if (!headed && items.length >= 2 && (bulleted || kindOf(items) !== undefined)) return { items, end };
    return undefined;
  }

  /** "TOUR", "What it does": a short line that is no sentence, over lines of another shape. */
  #isHeading(text: string, lines: readonly Line[], at: number): boolean {
    if (/[.!?,;]$/.test(text) || text.split(/\s+/).length > 6) return false;
    const below = lines.slice(at + 1, at + 9);
    const end = below.findIndex(({ blank }) => blank);
    const entries = (end < 0 ? below : below.slice(0, end)).filter(({ blank }) => !blank);
    if (entries.length === 0) return false;
    const kind = labelOf(text);
    return entries[0]?.bullet === true || (kind !== undefined && entries.length >= 1 && !/[:：]/.test(entries[0]?.text ?? '')) || (entries.length >= 2 && kindOf(entries.map(({ text }) => text)) !== undefined);
  }

  #labelKind(text: string): ReturnType<typeof labelOf> {
    const [, label] = /^([^:：]{2,40})[:：](?:\s|$)/u.exec(text) ?? [];
    return label === undefined ? undefined : labelOf(this.#masked.shown(label));
  }

  /** Makes a part, a form or facts of a list. @returns whether it did */
  #list(heading: string | undefined, items: readonly string[]): boolean {
    const shown = heading === undefined ? '' : this.#masked.shown(heading);
    const known = heading === undefined ? undefined : labelOf(shown);
    const part = known && 'part' in known ? known.part : undefined;
    const label = known && 'label' in known ? known.label : undefined;
    const guessed = kindOf(items);
    if (label === 'fields' || part === 'form' || (heading !== undefined && FORM_HEADING.test(shown)) || (this.#isSurvey() && guessed !== 'pricing')) {
      const fields = items.flatMap((item) => askedField(item, this.#masked) ?? []);
      if (fields.length > 0) {
        this.#brief.fields = [...(this.#brief.fields ?? []), ...fields];
        return true;
      }
    }
    if (label === 'looks' || label === 'drop') {
      for (const item of items) this.#looks(item);
      return true;
    }
    if (label && FACT_LABELS.has(label) && guessed === undefined && items.length <= 3) {
      for (const item of items) this.#fact(label as BriefFact['kind'], item);
      return true;
    }
    if (heading !== undefined && ORDER_HEADING.test(shown)) {
      for (const item of items) this.#sentence(item);
      return true;
    }
    const kind = (guessed === 'pricing' && (part === 'menu' || DISHES.test(shown)) ? 'menu' : part && part !== 'hours' && part !== 'hero' && part !== 'footer' && part !== 'cta' ? part : guessed) as BlockKind | undefined;
    if (part === 'hours') {
      this.#fact('hours', items.join(', '));
      return true;
    }
    if (items.every((item) => this.#labelKind(item) !== undefined)) {
      for (const item of items) this.#labelled(item);
      return true;
    }
    // Without a heading and of no kind, bullets are notes to be read one by one.
    if (kind === undefined && heading === undefined) return false;
    if (kind === undefined && instruction(shown)) return false;
    this.#part(kind ?? 'features', (part && !OWN_HEADING.test(shown)) || (kind && instructs(shown)) ? undefined : headingOf(shown), items);
    return true;
  }

  #isSurvey(): boolean {
    return this.#brief.kind === 'page' && /survey|questionnaire|poll|umfrage|fragebogen|sondage|encuesta|sondaggio|inquérito|enquête|enkät|ankiet|アンケート/iu.test(this.#brief.words);
  }

  #part(kind: BlockKind, heading: string | undefined, sources: readonly string[]): void {
    const items: BriefItem[] = [];
    for (const source of sources) {
      if (kind === 'people' && items.length === 0 && sources.length === 1) items.push(...listOf(source).map((one) => itemOf(one, kind, this.#masked)));
      else items.push(itemOf(source, kind, this.#masked));
    }
    const filled = items.filter(({ lead }) => lead !== '' && /[\p{L}\p{N}]/u.test(lead));
    this.#brief.parts.push({ kind, ...(heading && { heading }), items: filled });
  }

  /** A line such as "Headline: …". @returns whether it was one */
  #labelled(text: string): boolean {
    const [, name = '', rest = ''] = /^([^:：\ue100-\ue483]{2,60}?)\s*[:：]\s*(.+)$/su.exec(text) ?? [];
    if (name === '') return false;
    const known = labelOf(name);
    if (!known) return false;
    if ('part' in known) return this.#inlinePart(known.part, rest);
    return this.#label(known.label, rest);
  }

  /** "Plans: Solo $9, Studio $29": a part with its entries in one line. */
  #inlinePart(part: string, rest: string): boolean {
    if (part === 'form') {
      const fields = fieldsIn(rest.replace(/^(?:with|for)\s+/iu, ''), this.#masked);
      if (fields.length === 0) return false;
      this.#brief.fields = [...(this.#brief.fields ?? []), ...fields];
      return true;
    }
    if (part === 'hours') {
      this.#fact('hours', rest);
      return true;
    }
    if (['cta', 'hero', 'footer', 'contact', 'video', 'gallery'].includes(part)) return false;
    const slashed = rest.split(/\s\/\s(?=\S)/u);
    const entries = part === 'faq' && slashed.length > 1 ? slashed : part === 'faq' ? (rest.match(/[^?？]+[?？][^?？]*?[.!](?=\s|$)|[^?？]+[?？][^?？]+$/gu) ?? []) : slashed.length > 2 ? slashed : listOf(rest);
    if (entries.length === 0) return false;
    this.#part(part as BlockKind, undefined, entries);
    return true;
  }

  #label(label: Label, rest: string): boolean {
    const { slots, quoted, action } = this.#brief;
    const text = this.#masked.shown(rest).trim();
    const [quote] = this.#masked.all('quote', rest);
    switch (label) {
      case 'name': {
        const [name = '', about] = text.split(/\s*(?:\(|,|\s[–—-]\s)\s*/u);
        slots.name ??= quote ?? name.trim();
        if (about && !quote) this.#opening += ` ${about.replace(/\)$/, '')}`;
        return true;
      }
      case 'headline':
      case 'lede':
      case 'subject':
      case 'preview':
        quoted.push({ as: label, text: quote ?? text });
        return true;
      case 'button': {
        const [url] = this.#masked.all('url', rest);
        const words = quote ?? this.#masked.shown(rest.replace(ASIDES, '')).replace(/\s*(?:→|->|=>|links? to|goes to|to|\()\s*$/iu, '').trim();
        if (words) action.label ??= words.replace(/[.)]$/, '');
        if (url) action.href ??= withScheme(url);
        return true;
      }
      case 'looks':
        this.#looks(rest);
        return true;
      case 'audience':
        slots.audience ??= text.replace(/[.]$/, '');
        return true;
      case 'goal':
        this.#opening += ` ${text}`;
        for (const sentence of sentencesOf(rest)) this.#sentence(sentence, true);
        return true;
      case 'fields':
        return this.#inlinePart('form', rest);
      case 'sign':
        this.#signature = text;
        return true;
      case 'code':
        this.#fact('code', text);
        return true;
      case 'offer':
        this.#offer(rest);
        return true;
      case 'role':
        slots.role ??= text;
        return true;
      case 'drop':
        this.#sentence(rest);
        return true;
      default:
        this.#fact(label, rest);
        return true;
    }
  }

  #fact(kind: BriefFact['kind'], source: string, label?: string): void {
    const value = this.#masked.shown(source).trim().replace(/^[\s,:–—-]+|[\s,;:.]+$/gu, '');
    if (value === '' || value.length > 240 || this.#brief.facts.some((fact) => fact.kind === kind && fact.value === value)) return;
    this.#brief.facts.push({ kind, ...(label && { label }), value: /^\p{Ll}/u.test(value) && kind !== 'email' && kind !== 'link' ? capital(value) : value });
  }

  #looks(source: string): void {
    for (const clause of [source, ...clausesOf(source)]) {
      if (/\b(?:not|no|never|without|nicht|kein\w*|pas|sans|sin|senza|sem|niet|inte|nie|bez)\b/iu.test(clause) && !looksOf(clause, this.#masked)?.plain) continue;
      const { looks } = looksIn(clause, this.#masked);
      this.#brief.theme = { ...looks.theme, ...this.#brief.theme };
      if (looks.plain) this.#brief.plain = true;
      if (clause === source && (looks.theme.primary || looks.theme.accent)) {
        // The whole says more about roles than its parts.
        const rest = looksIn(source, this.#masked).looks.theme;
        this.#brief.theme = { ...this.#brief.theme, ...rest };
        if (!/,/.test(source)) return;
      }
    }
  }

  #sentence(source: string, opening = false): void {
    let text = source.trim();
    if (text === '' || SMALL_TALK.test(text)) return;
    // Labels within a sentence: "14-day trial. Button: Start firing".
    if (this.#labelled(text)) return;
    const called = calledName(text, this.#masked);
    if (called) {
      this.#brief.slots.name ??= called.name;
      text = `${text.slice(0, called.at)} ${text.slice(called.end)}`;
    }
    text = this.#quotedRoles(text);
    text = this.#button(text);
    text = this.#form(text);
    text = this.#withouts(text);
    text = this.#inlineLists(text);
    const isOpening = opening || this.#opening === '' || COMMISSION.test(text);
    if (isOpening) this.#opening = `${this.#opening} ${text}`.trim();
    text = this.#wantedParts(text);
    text = this.#languageWish(text);
    text = this.#clauses(text);
    this.#offer(text);
    text = this.#facts(text);
    this.#rest(text, source, isOpening);
  }

  /** "The headline should be “…”": quoted words with a role. */
  #quotedRoles(text: string): string {
    const { quoted, slots } = this.#brief;
    return text.replace(QUOTED_ROLE, (all, role: string, character: string) => {
      const aside = this.#masked.at(character);
      if (aside?.kind !== 'quote') return all;
      const known = labelOf(role);
      const label = known && 'label' in known ? known.label : undefined;
      if (label === 'headline' || label === 'lede' || label === 'subject' || label === 'preview') quoted.push({ as: label, text: aside.text });
      else if (label === 'name') slots.name ??= aside.text;
      else return all;
      return ' ';
    });
  }

  #button(text: string): string {
    const { action } = this.#brief;
    let rest = text;
    const found = BUTTON.exec(text);
    if (found) {
      const words = found[1] ?? '';
      const aside = this.#masked.at(words);
      const label = aside?.kind === 'quote' ? aside.text : aside ? undefined : this.#masked.shown(words).replace(/^(?:says?|saying|reads?|labell?ed|called|with)\s+/iu, '').trim();
      if (label && label.length <= 60 && !/^(?:to|for|on|in|that|which|is|should|at)\b/iu.test(label)) {
        action.label ??= capital(label.replace(/[.,;:]$/, ''));
        rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
      }
    }
    const call = CALL_IT.exec(rest);
    if (call && !action.label) {
      const aside = this.#masked.at(call[1] ?? '');
      action.label = aside?.kind === 'quote' ? aside.text : this.#masked.shown(call[1] ?? '').trim();
      rest = rest.replace(call[0], ' ');
    }
    const linked = LINK.exec(rest);
    if (linked) {
      const aside = this.#masked.at(linked[1] ?? '');
      if (aside?.kind === 'url') {
        action.href ??= withScheme(aside.text);
        const quote = this.#masked.all('quote', rest)[0];
        if (quote && !action.label && /link|button|cta/i.test(rest)) {
          action.label = quote;
          rest = rest.replace(ASIDES, (one) => (this.#masked.at(one)?.text === quote ? ' ' : one));
        }
        rest = rest.replace(linked[0], ' ');
      }
    }
    return rest;
  }

  #form(text: string): string {
    const found = FORM.exec(text);
    if (!found) return text;
    const before = text.slice(0, found.index);
    const after = text.slice(found.index + found[0].length);
    if (NEGATED.test(before)) return text;
    const verb = found[1] !== undefined;
    const fields: AskedField[] = verb ? fieldsIn(after.replace(/^\s*(?:for|in|out|them for|us|their|:)\s*/iu, ''), this.#masked) : fieldsAfter(after, this.#masked);
    const plausible = fields.some(({ standard, options }) => standard !== undefined || options !== undefined) || fields.length > 1;
    if (plausible) {
      this.#brief.fields = [...(this.#brief.fields ?? []), ...fields];
      if (!verb && !this.#brief.parts.some(({ kind }) => kind === 'form')) this.#brief.parts.push({ kind: 'form', items: [] });
      return before;
    }
    if (!verb && !this.#brief.parts.some(({ kind }) => kind === 'form')) this.#brief.parts.push({ kind: 'form', items: [] });
    return verb ? text : `${before} ${after}`;
  }

  /** "No testimonials", "without prices". */
  #withouts(text: string): string {
    return text.replace(WITHOUT, (all, words: string) => {
      const kinds = lexicon('sections')
        .find(this.#masked.shown(words))
        .map(({ value }) => value as BlockKind);
      if (kinds.length === 0) return all;
      this.#brief.without.push(...kinds);
      return ' ';
    });
  }

  /** Lists that say by themselves what they are: several prices, several times. */
  #inlineLists(text: string): string {
    const labelled = /(?:^|[\s(])((?:[\p{L}'’]+\s){0,2}[\p{L}'’&]+)\s*[:：]\s+([^]+)$/u.exec(text);
    if (labelled) {
      const [all, label = '', rest = ''] = labelled;
      const words = label.split(' ');
      for (let from = 0; from < words.length; from++) {
        const known = labelOf(words.slice(from).join(' '));
        if (!known) continue;
        const done = 'part' in known ? this.#inlinePart(known.part, rest) : this.#label(known.label, rest);
        if (done) return text.slice(0, labelled.index) + (all.startsWith(' ') ? ' ' : '') + words.slice(0, from).join(' ');
      }
    }
    const bracketed = /\(([^()]{6,300})\)/u.exec(text);
    if (bracketed && (bracketed[1]?.match(PRICE) ?? []).length >= 2) {
      this.#part('pricing', undefined, listOf(bracketed[1] as string));
      return text.replace(bracketed[0], ' ');
    }
    const prices = text.match(PRICE) ?? [];
    if (prices.length >= 2 && this.#brief.kind === 'page') {
      const entries = listOf(text.replace(/^.*?\b(?:plans?|prices?|pricing|tickets?|costs?|options?|packages?|tarife|preise|tarifs|precios|prezzi|preços|prijzen|priser|ceny)\b\s*(?:are|is|:|of|from)?\s*/iu, ''));
      const priced = entries.filter((entry) => {
        const price = priceIn(entry);
        return price && (price.before.trim().length > 1 || price.after.trim().length > 1);
      });
      if (priced.length >= 2 && priced.every((entry) => entry.length < 90)) {
        this.#part('pricing', undefined, priced);
        return text.slice(0, text.indexOf(priced[0] as string));
      }
    }
    return text;
  }

  /** "With pricing, a FAQ and a contact form". */
  #wantedParts(text: string): string {
    return text.replace(PARTS, (all, words: string) => {
      const entries = listOf(words);
      const left: string[] = [];
      let any = false;
      for (const entry of entries) {
        const bare = entry.replace(/^(?:an?|the|our|my|some|one|also|short|small|simple|nice|big|little|eine[nmr]?|ein|une?|una?|um|uma|een|ett|en)\s+/giu, '').replace(/\s+(?:section|block|area|abschnitt|bereich|part|on (?:it|the page|top))$/iu, '');
        const kind = lexicon('sections').whole(this.#masked.shown(bare)) as BlockKind | 'hours' | 'hero' | undefined;
        if (kind === undefined) left.push(entry);
        else {
          any = true;
          if (kind !== 'hours' && kind !== 'hero' && kind !== 'cta' && !this.#brief.parts.some((part) => part.kind === kind)) this.#brief.parts.push({ kind, items: [] });
        }
      }
      if (!any) return all;
      return left.length > 0 ? `, ${left.join(', ')}` : ' ';
    });
  }

  #languageWish(text: string): string {
    const wished = languageWished(text);
    if (!wished) return text;
    this.#brief.lang = wished.lang;
    return text.replace(wished.words, ' ');
  }

  /** Clauses about looks are taken out. */
  #clauses(text: string): string {
    const whole = looksOf(text, this.#masked);
    if (whole) {
      this.#looks(text);
      return '';
    }
    const clauses = clausesOf(text);
    if (clauses.length === 1) return text;
    const kept = clauses.filter((clause) => {
      if (!looksOf(clause, this.#masked)) return true;
      this.#looks(clause);
      return false;
    });
    return kept.length === clauses.length ? text : kept.join(', ');
  }

  /** "20% off all tents until Sunday with code SPRING". */
  #offer(text: string): void {
    const { slots, facts } = this.#brief;
    DISCOUNT.lastIndex = 0;
    const discount = DISCOUNT.exec(text);
    if (discount) {
      const rest = text.slice(discount.index + discount[0].length);
      slots.discount ??= discount[0].replace(/\s+%/, '%');
      const [, offer] = /^\s*(?:off|discount(?: on)?|rabatt auf|auf|sur|de descuento en|en|di sconto su|su|de desconto em|em|korting op|op|på|na)\s+(?:on\s+|of\s+)?([\p{L}\p{N}'’& -]{3,60}?)(?=\s*(?:$|[,.;!]|\s(?:until|till|til|through|with|for|at|from|on|only|this|next|bis|mit|jusqu|avec|hasta|con|fino|até|com|tot|met|till|med|do|z)\b))/iu.exec(rest) ?? [];
      if (offer && !/^(?:your|their|everything|all)$/i.test(offer.trim())) slots.offer ??= offer.trim().replace(/^(?:their|your)\s+/iu, '');
      else if (offer) slots.offer ??= offer.trim();
    }
    const code = CODE.exec(text);
    if (code?.[1] && /\d|\p{Lu}{3}/u.test(this.#masked.shown(code[1])) && !facts.some(({ kind }) => kind === 'code')) {
      const value = this.#masked.shown(code[1]);
      slots.code ??= value;
      facts.push({ kind: 'code', value });
    }
  }

  /** Dates, prices, numbers to call, and what is said with them. */
  #facts(text: string): string {
    const { slots, facts } = this.#brief;
    let rest = text;
    for (const { 0: character } of text.matchAll(ASIDES)) {
      const aside = this.#masked.at(character);
      if (aside?.kind === 'phone') this.#fact('phone', aside.text);
      else if (aside?.kind === 'email') this.#fact('email', aside.text);
      else if (aside?.kind === 'url') {
        if (VIDEO.test(aside.text) || /\bvideo\b/iu.test(text)) this.#brief.parts.push({ kind: 'video', items: [{ lead: this.#brief.slots.name ?? 'Video', text: withScheme(aside.text) }] });
        else if (this.#brief.action.href === undefined) this.#brief.action.href = withScheme(aside.text);
      }
    }
    const quotes = [...text.matchAll(ASIDES)].flatMap(([character]) => (this.#masked.at(character)?.kind === 'quote' ? [character] : []));
    for (const character of quotes) {
      const quote = this.#masked.at(character)?.text ?? '';
      const said = new RegExp(`(?:(${PERSON})\\s+(?:said|says|wrote|writes|sagt|schrieb|dit|dijo|dice|disse|zei|säger|sade|powiedzia\\p{L}*)|(?:press|said|says|testimonial|review|quote|kundenstimme|zitat)[^${character}]{0,30})\\s*:?\\s*${character}(?:\\s*[(–—-]\\s*([^)\\n]{2,60})\\)?)?|${character}\\s*[(–—-]+\\s*([^)\\n]{2,60})\\)?`, 'iu').exec(text);
      if (said && quote.split(' ').length >= 4) {
        const by = this.#masked.shown(said[1] ?? said[2] ?? said[3] ?? '').trim();
        this.#brief.quoted.push({ as: 'quote', text: quote, ...(by && { by: by.replace(/\b\p{Ll}/u, (letter) => letter.toLocaleUpperCase()) }) });
        rest = rest.replace(said[0], ' ');
      }
    }
    const until = UNTIL.exec(rest);
    if (until) {
      const value = dated(until[2] ?? '');
      const isAnswer = /apply|rsvp|answer|reply|respond|register|bewerb|anmeld|zusag|répond|inscri|postul|responde|rispond|responda|candidat|svara|anmäl|odpowied|potwierdz|zgłosz|by\b|deadline|closes?|communications/iu.test(`${until[1]} ${rest.slice(0, until.index).slice(-60)}`);
      const kind = isAnswer && this.#brief.kind === 'page' && !slots.discount ? 'deadline' : isAnswer && !slots.discount ? 'deadline' : 'until';
      if (slots[kind] === undefined) {
        slots[kind] = value;
        this.#fact(kind, value);
      }
      rest = rest.replace(until[0], ' ');
    }
    const hours = OPEN.exec(rest);
    if (hours) {
      this.#fact('hours', hours[1] ?? '');
      rest = rest.replace(hours[0], ' ');
    }
    WHEN.lastIndex = 0;
    const whens = [...rest.matchAll(WHEN)].filter(({ 0: all }) => /\d|\p{L}{4,}/u.test(all));
    for (const found of whens) {
      const value = dated(found[0]);
      if (facts.some((fact) => fact.value === value)) continue;
      // A lone time or a bare month says little.
      if (HAS_WEEKDAY.test(value) || /\d/.test(value) || /\p{L}{4,}\s?\d{0,4}$/u.test(value)) {
        if (slots.when === undefined) {
          slots.when = value;
          this.#fact('when', value);
        } else if (!slots.when.includes(value) && TIME.test(value) && !TIME.test(slots.when)) {
          const joined = `${slots.when}, ${value}`;
          const fact = facts.find((one) => one.kind === 'when');
          if (fact) fact.value = joined;
          slots.when = joined;
        } else if (whens.length <= 3) this.#fact('when', value);
      }
    }
    const price = priceIn(rest);
    if (price && slots.price === undefined) {
      const value = [price.price, price.unit].filter(Boolean).join(/^[/p]/.test(price.unit ?? '') ? ' ' : ' ');
      const isPay = this.#brief.kind === 'page' && /\b(?:salary|wage|pay|brutos?|gehalt|lohn|hiring|job|vacancy|stelle)\b/iu.test(this.#brief.words) && /hour|year|annum|\/h|pa\b|año|jahr|stunde|an\b|mois|month/iu.test(`${price.unit ?? ''} ${price.after.slice(0, 20)}`);
      if (isPay) this.#fact('salary', value);
      else {
        slots.price = value;
        this.#fact('price', value);
      }
    } else if (/\b(?:free entry|entry free|free admission|admission free|free of charge|it['’]?s free|for free|eintritt frei|entrée libre|gratuit|entrada libre|entrada gratuita|ingresso libero|ingresso gratuito|entrada livre|gratis|fri entré|wstęp wolny|kostenlos|無料)\b|^\s*free\s*$|,\s*free\b/iu.test(rest) && slots.price === undefined) {
      const said = /free entry|entry free|free admission|admission free|free of charge|eintritt frei|entrée libre|gratuit|entrada libre|entrada gratuita|ingresso libero|ingresso gratuito|entrada livre|gratis|fri entré|wstęp wolny|kostenlos|無料|free/iu.exec(rest)?.[0] ?? 'free';
      slots.price = capital(said);
      this.#fact('price', capital(said));
    }
    const street = STREET.exec(rest);
    if (street && !facts.some(({ kind }) => kind === 'address')) {
      this.#fact('address', street[0].trim());
      slots.where ??= this.#masked.shown(street[0].trim());
    }
    const number = /\b(?:order|bestellung|commande|pedido|ordine|encomenda|bestelling|beställning|zamówienie)\s+(?:no\.?\s*|nr\.?\s*|number\s+|#)?([A-Z]{0,4}[-\s]?\d{3,12})\b/iu.exec(rest);
    if (number?.[1]) slots.number ??= number[1];
    return rest;
  }

  /** What is left of a sentence: the order itself, a statement, fragments, or nothing that is understood. */
  #rest(text: string, source: string, isOpening: boolean): void {
    const rest = text.replace(/\s{2,}/g, ' ').replace(/^[\s,;:.–—-]+|[\s,;:–—-]+$/gu, '');
    if (rest === '' || !/[\p{L}]/u.test(rest)) return;
    const { statements } = this.#brief;
    const ordered = orderedStatement(source, this.#brief.lang);
    if (ordered !== undefined) {
      const shown = this.#masked.shown(ordered, true);
      if (shown.split(/\s+/).length >= 3 && !instruction(shown)) statements.push(asSentence(polished(shown, this.#brief.lang)));
      return;
    }
    if (isOpening && (COMMISSION.test(source) || statements.length === 0 && this.#fragments.length === 0 && this.#opening.trim() === text.trim())) {
      this.#subject(text);
      if (COMMISSION.test(source) || !isStatement(source, this.#brief.lang)) {
        const [, ...more] = clausesOf(rest);
        for (const clause of more) this.#fragment(clause);
        return;
      }
    }
    if (WANTS_CALL.test(source) && !this.#brief.facts.some(({ kind }) => kind === 'phone') && !this.#masked.all('phone').length) {
      this.#brief.notes.push(note('missing_fact', 'You want people to call and give no number. Add it ("phone: …"), and it stands beside the form.', 'form'));
      return;
    }
    if (PICTURE.test(source)) {
      this.#brief.notes.push(note('left_out', `A picture that you describe cannot be made: attach one as an asset, and name it. (${cutTo(this.#masked.shown(source))})`, 'top'));
      return;
    }
    const whole = this.#masked.shown(source, true);
    if (!instruction(whole) && isStatement(source, this.#brief.lang)) {
      statements.push(asSentence(polished(whole, this.#brief.lang)));
      return;
    }
    const clauses = clausesOf(rest);
    if (!instruction(whole) && clauses.every((clause) => clause.split(/\s+/).length <= 8)) {
      for (const clause of clauses) this.#fragment(clause);
      return;
    }
    if (clauses.length > 1) {
      for (const clause of clauses) this.#clause(clause);
      return;
    }
    const { looks, left } = looksIn(source, this.#masked);
    if (!looks.theme.tone || left.length > 3) this.#left.push(whole);
    this.#looks(source);
  }

  /** One clause of a sentence that speaks to the writer in another. */
  #clause(clause: string): void {
    const shown = this.#masked.shown(clause, true);
    if (looksOf(clause, this.#masked)) this.#looks(clause);
    else if (instruction(shown)) {
      const { looks, left } = looksIn(clause, this.#masked);
      this.#looks(clause);
      // A wish about taste that the library cannot miss is no news: nothing in it is cheesy.
      if (Object.keys(looks.theme).length === 0 && !NEGATED.test(clause) && left.length > 2) this.#left.push(shown);
    } else if (NEGATED.test(clause)) return;
    else if (isStatement(clause, this.#brief.lang)) this.#brief.statements.push(asSentence(polished(shown, this.#brief.lang)));
    else this.#fragment(clause);
  }

  /** A few words between commas that say what is offered, or what holds. */
  #fragment(clause: string): void {
    if (looksOf(clause, this.#masked)) return this.#looks(clause);
    if (instruction(this.#masked.shown(clause)) || NEGATED.test(clause)) return;
    if (WANTS_CALL.test(clause)) {
      this.#rest(clause, clause, false);
      return;
    }
    const words = this.#masked.shown(clause).trim();
    const count = words.split(/\s+/).length;
    if (count > 8 || words.length < 3 || /\b(?:it|they|them|their|ppl|you|your|i|me|my|u|ur|es|sie|man|ich|il|ils|on|ellos|loro|eles|ze|de|dom|oni)\b/iu.test(words)) return;
    if (this.#brief.facts.some(({ value }) => value.toLowerCase() === words.toLowerCase() || words.toLowerCase() === value.toLowerCase())) return;
    WHEN.lastIndex = 0;
    PRICE.lastIndex = 0;
    const dated = words.replace(WHEN, '').replace(PRICE, '').replace(/[^\p{L}]/gu, '');
    if (dated.length < 3) return;
    for (const entry of count > 4 ? [words] : listOf(words)) this.#fragments.push(entry.replace(/^(?:and|with|for|und|mit|für|et|avec|pour|y|con|para|e|per|com|en|met|voor|och|med|för|i|z|dla)\s+/iu, ''));
  }

  #subject(text: string): void {
    const { slots } = this.#brief;
    const behind = SUBJECT.exec(text);
    const subject = subjectOf(behind ? text.slice(behind.index + behind[0].length) : text.replace(COMMISSION, ''), this.#masked);
    if (subject) slots.subject ??= subject;
  }

  /** The name, the place and the audience, from the words that open the prompt and from all. */
  #name(): void {
    const { slots, lang, kind } = this.#brief;
    const { text } = this.#masked;
    const opening = this.#opening || text.slice(0, 300);
    const place = placeIn(opening) ?? placeIn(text);
    if (place) slots.place ??= place;
    slots.name ??= this.#quotedName(opening) ?? capitalName(opening, this.#masked, lang === 'de') ?? capitalName(sentencesOf(text)[0] ?? '', this.#masked, lang === 'de');
    const audience = audienceIn(opening) ?? audienceIn(text);
    if (audience && kind === 'page') slots.audience ??= audience;
    if (this.#signature) this.#brief.quoted.push({ as: 'text', text: this.#signature });
  }

  /** A quotation that names something: at the beginning, behind "for" or a noun. */
  #quotedName(opening: string): string | undefined {
    const found = /(?:\b(?:for|für|pour|para|per|voor|för|dla|of|von|de|coaching|event|festival|course|kurs|newsletter|app|podcast|book|album|workshop|wernisaż\s\S+\s\S+)\s+(?:our\s|my\s|the\s|\p{L}+\s){0,3})([\ue100-\ue483])/u.exec(opening);
    const aside = found?.[1] === undefined ? undefined : this.#masked.at(found[1]);
    return aside?.kind === 'quote' && aside.text.split(/\s+/).length <= 6 ? aside.text : undefined;
  }

  #conclude(): void {
    const brief = this.#brief;
    const { slots, kind, facts } = brief;
    const opening = this.#masked.shown(this.#opening || this.#masked.text.slice(0, 200));
    const all = this.#masked.shown(this.#masked.text);
    const named = tradeIn(opening);
    const trade = brief.lang === 'en' ? (named ?? tradeIn(all)) : undefined;
    if (trade) brief.trade = trade.value;
    if (named && slots.place === undefined && brief.lang === 'en') {
      const phrase = new RegExp(`(?<!\\p{L})${named.phrase.split(' ').map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.')).join('[\\s-]+')}s?`, 'iu').exec(opening);
      const place = phrase && placeAfter(opening.slice(phrase.index + phrase[0].length));
      if (place) slots.place = place;
    }
    if (kind === 'page') {
      brief.purpose = pagePurpose(opening, all, named, trade && tradeOf(trade.value).purpose);
      if (brief.purpose === 'thanks') brief.after = afterWhat(all);
    } else brief.purpose = emailPurpose(opening, all);
    if (slots.name && slots.subject && normal(slots.subject) === normal(slots.name)) delete slots.subject;
    const where = facts.find((fact) => fact.kind === 'where' || fact.kind === 'address');
    if (where) slots.where ??= where.value;
    const host = facts.find((fact) => fact.kind === 'host');
    if (host) slots.host ??= host.value;
    for (const fragment of this.#fragments) if (!same(fragment, [slots.name, slots.subject, slots.place])) brief.offers.push(fragment);
    brief.offers.splice(12);
    this.#questions();
    const lede = brief.quoted.find(({ as }) => as === 'lede');
    if (lede && lede.text.length <= 70 && !brief.quoted.some(({ as }) => as === 'headline')) lede.as = 'headline';
    const loose = this.#masked.asides.filter(({ kind: of }) => of === 'quote').length;
    if (loose === 1 && kind === 'page' && brief.quoted.length === 0 && slots.name === undefined) {
      const text = this.#masked.all('quote')[0] as string;
      if (text.split(/\s+/).length <= 12 && brief.action.label !== text) brief.quoted.push({ as: 'headline', text });
    }
    for (const sentence of this.#left.slice(0, MOST_NOTES)) brief.notes.push(note('not_understood', `Not understood, and left out: “${cutTo(sentence)}”`));
  }

  /** A form that asks nothing of those it asks. */
  #questions(): void {
    const { fields } = this.#brief;
    if (!fields) return;
    const seen = new Set<string>();
    this.#brief.fields = fields.filter(({ standard, label }) => {
      const key = `${standard ?? ''} ${label ?? ''}`;
      return seen.has(key) ? false : seen.add(key);
    });
  }
}

const same = (fragment: string, others: readonly (string | undefined)[]): boolean => others.some((other) => other !== undefined && normal(other) === normal(fragment));
const cutTo = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 117).trimEnd()}…`);
const withScheme = (address: string): string => (/^https?:\/\//i.test(address) ? address : `https://${address}`);
/** "sat 11 april": capitals where a date has them. */
const dated = (text: string): string =>
  text
    .trim()
    .replace(/[\s,;:.]+$/u, '')
    .replace(/(?<![\p{L}\d])(mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?=\p{Ll}*\b)/giu, (month) => capital(month.toLowerCase()));

/** A heading that speaks to the writer, or only introduces a list. */
const instructs = (heading: string): boolean =>
  instruction(heading) || /\b(?:as follows|following|people (?:always )?ask|we get|i get|always ask|these|here are|folgende\w*|suivant\w*|siguiente\w*|seguente|seguenti|seguinte\w*|i want|we want|we need)\b/iu.test(heading);

const headingOf = (text: string): string => capital(text.replace(/\s*[:：]$/, '').trim());
const PERSON = '(?:mrs?|ms|dr|frau|herr|mme|m\\.|sra?|dott)?\\.?\\s?[\\p{L}\'’-]+(?:\\s\\p{Lu}[\\p{L}\'’-]+)?';
const VIDEO = /(?:youtube\.com|youtu\.be|vimeo\.com|\/watch|video\.)/i;
const SMALL_TALK = /^(?:hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening)|thanks|thank you|many thanks|cheers|ta|best|regards|kind regards|sorry|ok|okay|please|danke|vielen dank|hallo|guten tag|liebe grüße|viele grüße|bonjour|merci|buenas|hola|gracias|ciao|buongiorno|grazie|olá|bom dia|obrigad[oa]|hallo|dank|bedankt|hej|tack|dzień dobry|dzięki|cześć)(?:\s+[\p{L}.,'’]+){0,6}[!.,]*$/iu;
const THING = "(?:(?:landing|sign[- ]?up|signup|home|one|web|coming soon|booking|thank[- ]?you|event|product|sales|info|teaser|simple|single|short|small|nice|new)[- ]?)*(?:page|pages|website|web site|webpage|site|one[- ]pager|microsite|homepage|lp|email|e-mail|mail|newsletter|message|invitation|form|portfolio|landing)";
const COMMISSION = new RegExp(`^(?:(?:hi|hello|hey|ok so|so|please|pls|plz|can you|could you|would you|i(?:'d| would) like(?: you)?(?: to)?|i want(?: you)?(?: to)?|i need(?: you)?(?: to)?|we need|we want|we(?:'d| would) like|we are looking for|need|want|looking for|make|create|build|design|write|draft|do|generate|give me|put together|set up|help me(?: to)?|send)\\s+)*(?:(?:me|us)\\s+)?(?:(?:a|an|the|our|my|some|one)\\s+)?(?:[\\p{L}-]+\\s){0,3}?${THING}\\b|^(?:bitte\\s)?(?:eine?\\s|die\\s|unsere\\s)?(?:\\p{L}+\\s){0,2}(?:seite|webseite|website|landingpage|homepage|e-?mail|mail|mailing|rundmail)\\b|^(?:je veux|il (?:me|nous) faut|créer?|faire)?\\s?(?:une?\\s|la\\s|notre\\s)?(?:\\p{L}+\\s){0,2}(?:page|site|e-?mail|courriel|mail)\\b|^(?:necesit\\w+|quier\\w+|crea\\w*|haz)?\\s?(?:una?\\s|la\\s|el\\s)?(?:\\p{L}+\\s){0,2}(?:página|web|sitio|landing|correo|email|mail)\\b|^(?:crea\\w*|fai|serve|vorrei|una?|il|la)?\\s?(?:\\p{L}+\\s){0,2}(?:pagina|sito|landing|mail|e-?mail)\\b|^(?:crie|cria\\w*|preciso de|quero|uma?|o|a)?\\s?(?:\\p{L}+\\s){0,2}(?:página|site|landing|e-?mail|convite)\\b|^(?:maak|een|de)?\\s?(?:\\p{L}+\\s){0,2}(?:pagina|website|site|landingspagina|mail|e-?mail)\\b|^(?:skapa|gör|en|ett)?\\s?(?:\\p{L}+\\s){0,2}(?:sida|webbplats|hemsida|mejl|mail)\\b|^(?:stwórz|zrób|potrzebuję|potrzebna)?\\s?(?:\\p{L}+\\s){0,2}(?:strona|stronę|strony|mail|e-?mail|mejl)\\b`, 'iu');
const SUBJECT = /\b(?:page|site|website|webpage|email|e-mail|mail|newsletter|form|one-pager|portfolio|landing|seite|webseite|homepage|landingpage|courriel|página|web|sitio|correo|pagina|sito|convite|sida|hemsida|mejl|strona|stronę)\s+(?:for|about|on|of|to|für|über|zu|zum|zur|pour|sur|de|du|para|sobre|per|su|della|dei|do|da|voor|over|van|för|om|av|dla|o)\s+/iu;
const QUOTED_ROLE = /(?:the\s+|a\s+|big\s+|main\s+)?([\p{L}-]+(?:\s(?:line|text|headline|title))?)\s*(?:(?:should|must|shall|can)\s+(?:be|say|read)|is|says?|reads?|saying|:|to|called|named|like|lautet|soll\p{L}*|heißt|est|es|è|é)?\s*:?\s*([\ue100-\ue483])/giu;
const BUTTON = /(?:\bbuttons?|\bcta|\bcall to action|\bknopf|\bschaltfläche|\bbouton|\bbotón|\bpulsante|\bbottone|\bbotão|\bknop|\bknapp|\bprzycisk\p{L}*|ボタン)\s*(?:\s(?:text|label|copy|everywhere|below|that|which|should|must|needs to|has to|will))*\s*(?:\s(?:says?|saying|reads?|reading|labell?ed|called|named|with the (?:text|words|label)|be|is|mit (?:der aufschrift|dem text)|„?|qui dit|avec le texte|que diga|con el texto|con scritto|a dizer|com o texto|met|med texten|z napisem))?\s*:?\s*([\ue100-\ue483]|(?<=(?:says?|saying|reads?|reading|labell?ed|called|named|text|:)\s)[^.,;:\n\ue100-\ue483]{2,50})/iu;
const CALL_IT = /\b(?:call|name|label)\s+(?:the|this|that)\s+(?:button|link)\s+([\ue100-\ue483]|[^.,;:\n]{2,40})/iu;
const LINK = /(?:\b(?:links?|leads?|goes|pointing|points?|going|verlinkt?|führt|mène|lleva|porta|leva|leidt|länkar|prowadzi)\s+)?(?:\b(?:to|at|auf|zu|nach|vers|a|para|naar|till|do)|→|->|=>)\s*:?\s*([\ue100-\ue483])/iu;
const FORM = /\b(?:(fill in|fill out|filling in|leave their|leave us|ask(?:ing)? (?:them |people |visitors |guests |for )?for|ask(?= name| their| email| for)|collect(?:ing)?|enter their|give their|gives? us|have to tell us|tell us|rellenar|remplir|ausfüllen|indiquer|compilare|preencher|invullen|fylla i|wypełnić|just (?:an? )?(?=email|e-mail)|with just (?:an? )?(?=email))|(?:an?\s+|the\s+|short\s+|simple\s+|small\s+)*(?:contact|sign[- ]?up|signup|registration|booking|order|enquiry|inquiry|application|rsvp|request|feedback|lead|newsletter|appointment|reservation|quote|volunteer|waitlist|waiting list|email|viewing|kontakt|anmelde|buchungs|bestell|bewerbungs|reservierungs)?[\s-]?(?:form(?!at|al|er|ul)|formular|formulaire|formulario|formulário|formulier|formulär|formularz|modulo|フォーム)(?:ular)?)\b/iu;
const NEGATED = /\b(?:no|not|without|don['’]?t|dont|do not|never|kein\p{L}*|ohne|nicht|pas de|sans|sin|senza|sem|geen|zonder|inga|utan|bez)\s+(?:an?\s+|any\s+|the\s+)?$|^\s*(?:no|not|without|don['’]?t|dont|never|kein\p{L}*|ohne|pas|sans|sin|senza|sem|geen|zonder|inga|utan|bez)\b/iu;
const WITHOUT = /\b(?:no|without|without any|don['’]?t (?:want|need|add|include)|dont (?:want|need|add|include)|do not (?:want|need|add|include)|leave out|skip|ohne|keine?n?|sans|pas de|sin|senza|sem|geen|zonder|utan|inga|bez)\s+((?:an?\s+|any\s+|the\s+|erfundenen?\s+|invented\s+|made-up\s+|fake\s+)?[\p{L}&' -]{2,40}?)(?=\s*(?:$|[,.;!(]|\s(?:and|or|but|please|pls|needed|yet|since|because|und|oder)\b))/giu;
const PARTS = /(?:\b(?:with|include|includes|including|add|have|having|has|needs?|want|wants|plus|also|sections?(?: for)?:?|contains?|containing|featuring|mit|samt|inklusive|avec|incluant|con|incluye|incluyendo|com|incluindo|met|inclusief|med|inklusive|z|oraz)\s+)((?:[^.;:!?\n]){2,200})/giu;
const CODE = /\b(?:code|coupon|voucher|promo code|kod|código|codice|gutschein(?:code)?|クーポン(?:コード)?|コード)\s*(?:is|:|=|lautet)?\s*([\ue100-\ue483]|[\p{Lu}\p{N}][\p{L}\p{N}_-]{2,24})/u;
const UNTIL = new RegExp(`\\b(until|till|til|through|ends?(?: on)?|by(?: the)?|before|deadline(?: is)?:?|closes?(?: on)?|bis(?: zum)?|jusqu['’]?\\s?(?:au|à)|avant le|hasta(?: el)?|antes del?|fino a[l]?|entro(?: il)?|até(?: (?:a|ao|dia))?|tot(?: en met)?|t/m|vóór|till(?: och med)?|senast|do(?: końca)?|(?=\\d{1,2}月\\d{1,2}日まで))\\s*((?:midnight on |the end of |end of |ende |fin |finales de |końca )?${WHEN.source.replace(/^\(\?<!\[.*?\]\)/, '')}|(?:the )?end of (?:the )?(?:month|week|year|january|february|march|april|may|june|july|august|september|october|november|december))`, 'iu');
const OPEN = /\b(?:we(?:'re| are) open|open(?:ing hours|ing times)?|geöffnet|öffnungszeiten|ouvert|abiert[oa]|apert[oa]|abert[oa]|öppet|otwarte)\s*:?\s*((?:(?:from|on|daily|every day|täglich|von|mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun|lun|mar|mié|jue|vie|sáb|dom|ma|woe|vr|za|zo|mån|tis|ons|tors|fre|lör|sön|pn|wt|śr|czw|pt|sob|nd|weekdays|weekends|tues|weds|thurs|to|till|until|bis|–|-|,|;|and|und|&|\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr|h)?|\p{L}+day|\p{L}+tag)[\s,;–-]*){2,24})/iu;
const STREET = /(?<![\p{L}\d])(?:\d{1,4}[a-z]?\s(?:\p{Lu}[\p{L}'’.-]+\s){1,3}(?:Street|St|Road|Rd|Lane|Avenue|Ave|Square|Way|Drive|Close|Court|Place|Hill|Row|Terrace|Gardens|Park|Yard|Mews|Green|Walk|Boulevard|Blvd|Crescent|Quay)(?![\p{L}])|(?:Via|Viale|Piazza|Corso|Rue|Avenue|Place|Boulevard|Calle|Plaza|Paseo|Avenida|Rua|Praça|Largo|ul\.|ulica|aleja)\s(?:\p{Lu}?[\p{L}'’.]+\s){1,4}\d{1,4}[a-z]?|\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|platz|gasse|allee|ufer|laan|straat|gracht|plein|gatan|vägen|kade)\s\d{1,4}[a-z]?)(?:,\s\p{Lu}[\p{L}'’ -]+)?/u;
const WANTS_CALL = /\b(?:ppl|people|customers|clients|they|visitors|guests)?\s*(?:can|should|could|must|to)?\s*(?:just\s)?(?:call|ring|phone)\s(?:us|me)\b|\b(?:call us|ring us|phone us)\b/iu;
const PICTURE = /\b(?:image|picture|photo|photograph|illustration|drawing|foto|bild|imagen|immagine|imagem|afbeelding|zdjęcie)s?\s+(?:of|with|showing|from|von|mit|d['’e]|de|di|van|av|på)\b|\b(?:hero|big|header|background)\s(?:image|picture|photo)\b|\b(?:walk[- ]?through|3d tour|virtual tour|leaderboard|live chat|chatbot|countdown)\b/iu;
const FORM_HEADING = /\b(?:form|fields|formular|formulaire|formulario|formulário|formulier|formulär|formularz|have to tell us|tell us|fill in|ask(?: them)? for|we need to know|sign up with)\b|フォーム|項目/iu;
const ORDER_HEADING = /\b(?:order of things|structure|sections|page structure|aufbau|requirements for the page|to ?do|three things)\b/iu;
const OWN_HEADING = /\s\S+\s|[?]$/u;
const DISHES = /menu|karte|speise|carte|carta|menù|ementa|cardápio|kaart|meny|お品書き|メニュー/iu;
const FACT_LABELS: ReadonlySet<Label> = new Set(['when', 'where', 'price', 'phone', 'email', 'hours', 'address', 'deadline', 'salary', 'host', 'until']);
