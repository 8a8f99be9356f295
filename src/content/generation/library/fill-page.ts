import { chanceOf } from '../draft/chance.ts';
import type { Action, BlockKind, Fact, FormField, PageBlock, PageDraft, Picture } from '../draft/draft.ts';
import { isRightToLeft, withIds } from '../draft/normal.ts';
import type { Words } from '../draft/words.ts';
import type { CommissionedAsset } from '../generator.ts';
import type { Brief } from '../reader/brief.ts';
import { capital } from '../reader/text.ts';
import { matcher, normal } from '../reader/words.ts';
import { addMissing, liftFacts } from './coverage.ts';
import { fieldsOf } from './fields.ts';
import { factOf, givenBlock, headingOf, opt } from './given.ts';
import { choose, fitting, isWritten, type PageTexts, pageTextsFor, type Trade, trade, wordsOf } from './library.ts';
import {
  ABOUT,
  APART,
  addRemarks,
  contactOf,
  drawn,
  eachOnce,
  laidOut,
  mapOf,
  noteMissing,
  OF_FORM,
  onTour,
  picturesOf,
  repeats,
  stripped,
} from './page-parts.ts';
import { ORDER, PAGES, type PagePlan } from './purposes.ts';

export interface Surroundings {
  /** Used where the prompt names no business. */
  name: string | undefined;
  logoUrl: string | undefined;
  primary: string | undefined;
  assets: readonly CommissionedAsset[];
  prompt: string;
}

export function fillPage(brief: Brief, around: Surroundings): PageDraft {
  return new Filler(brief, around).page();
}

class Filler {
  readonly #brief: Brief;
  readonly #around: Surroundings;
  readonly #words: Words;
  readonly #plan: PagePlan;
  readonly #texts: PageTexts;
  /** Where its copy can be used. */
  readonly #trade: Trade | undefined;
  readonly #looks: Trade | undefined;
  /** The trade's own texts are meant for this page as a whole. */
  readonly #own: boolean;
  readonly #speaksOf: (words: readonly string[]) => boolean;
  readonly #slots: Brief['slots'];
  /** The library has no sentences in the language of the page: only its labels and the prompt's own words are used. */
  readonly #labelsOnly: boolean;
  /** None of the library's sentences fits, for that or another reason. */
  readonly #bare: boolean;

  constructor(brief: Brief, around: Surroundings) {
    this.#brief = brief;
    this.#around = around;
    this.#words = wordsOf(brief.lang);
    this.#plan = PAGES[brief.purpose] ?? (PAGES.landing as PagePlan);
    this.#texts = pageTextsFor(brief.lang, brief.purpose, brief.trade);
    this.#looks = brief.trade === undefined ? undefined : trade(brief.trade);
    this.#trade = brief.lang === 'en' ? this.#looks : undefined;
    this.#own = this.#trade?.purpose === brief.purpose;
    this.#labelsOnly = !isWritten(brief.lang);
    this.#bare = this.#labelsOnly || brief.isForm === true;
    const speaks = matcher(brief.words);
    this.#speaksOf = (words) => words.some(speaks);
    this.#slots = {
      ...brief.slots,
      ...(this.#trade && ((this.#own && !this.#trade.whole) || brief.slots.subject === undefined) && { subject: this.#trade.subject }),
    };
  }

  page(): PageDraft {
    const { lang, theme, parts } = this.#brief;
    const form = this.#form();
    const hero = this.#hero(form);
    const wanted = this.#wanted();
    const blocks: PageBlock[] = [hero];
    for (const kind of wanted) {
      if (kind === 'form' && form) blocks.push(form);
      if (kind === 'form') continue;
      // Every part that was asked for, as many as there are of a kind.
      const asked = parts.filter((part) => part.kind === kind && part.items.length > 0).map((part) => onTour(part, this.#brief));
      const made = asked.length > 0 ? asked.map((part) => givenBlock(part, this.#words, this.#described)) : [this.#block(kind)];
      for (const block of made) if (block) blocks.push(laidOut(block, this.#around.prompt));
    }
    if (form && this.#brief.formFirst) blocks.splice(1, 0, ...blocks.splice(blocks.indexOf(form), 1));
    addRemarks(blocks, this.#brief, this.#words.facts.note as string);
    addMissing(blocks, this.#brief, this.#words);
    liftFacts(blocks, this.#slots, this.#words);
    this.#close(blocks, hero.action);
    noteMissing(this.#brief, this.#words, wanted, blocks);
    const name = this.#slots.name ?? this.#around.name ?? this.#shortSubject();
    return {
      lang,
      ...(isRightToLeft(lang) && { dir: 'rtl' as const }),
      title:
        name && name !== hero.heading && (this.#slots.name || this.#around.name || !this.#quoted('headline'))
          ? `${stripped(hero.heading)} · ${name}`
          : stripped(hero.heading),
      ...(name !== undefined && { name }),
      ...(this.#around.logoUrl && this.#slots.name === undefined && { logo_url: this.#around.logoUrl }),
      ...(hero.text && { description: hero.text }),
      theme: { tone: this.#tone(), primary: this.#around.primary ?? this.#looks?.primary ?? this.#plan.primary, ...theme },
      blocks: withIds(blocks),
    };
  }

  #tone(): NonNullable<PageDraft['theme']>['tone'] {
    return (this.#looks?.tone as 'warm' | undefined) ?? this.#plan.tone;
  }

  /** Heads the page of a business without a name. */
  #shortSubject(): string | undefined {
    const { subject, place, at = 'in' } = this.#slots;
    return subject ? capital(place && this.#brief.lang === 'en' ? `${subject} ${at} ${place}` : subject) : undefined;
  }

  #choose = (choice: Parameters<typeof choose>[0]): string | undefined => choose(choice, this.#slots);

  #quoted(as: Brief['quoted'][number]['as']): string | undefined {
    return this.#brief.quoted.find((one) => one.as === as)?.text;
  }

  #hero(form: Extract<PageBlock, { kind: 'form' }> | undefined): Extract<PageBlock, { kind: 'hero' }> {
    const { purpose, after = 'any' } = this.#brief;
    const kind = purpose === 'thanks' ? this.#texts.kinds?.[after] : undefined;
    const from = kind ?? (this.#own && this.#trade ? this.#trade.hero : this.#texts.hero);
    const heading =
      this.#quoted('headline') ??
      (this.#labelsOnly
        ? capital(this.#slots.name ?? this.#slots.subject ?? this.#brief.statements.shift() ?? '') || undefined
        : undefined) ??
      this.#choose(from.heading) ??
      capital(this.#slots.subject ?? this.#slots.name ?? '');
    // The library counts its own questions.
    const text =
      this.#quoted('lede') ??
      (this.#bare || (purpose === 'survey' && this.#brief.fields) || this.#leadsAway(form)
        ? this.#shortStatement()
        : ((purpose === 'landing' ? this.#shortStatement() : undefined) ?? this.#choose(from.text)));
    const eyebrow =
      this.#quoted('eyebrow') ??
      this.#ownWords(heading) ??
      (this.#labelsOnly ? this.#slots.subject : kind || this.#own ? undefined : this.#choose(this.#texts.hero.eyebrow));
    const first = this.#plan.formFirst || this.#brief.isForm || this.#brief.formFirst;
    const inside = first && form && form.fields.length <= 4;
    const action = this.#action(form);
    const facts = this.#upFront();
    const shown = this.#picture();
    return {
      kind: 'hero',
      id: 'top',
      ...(eyebrow && !repeats(eyebrow, heading, facts) && { eyebrow }),
      heading,
      ...(text && { text }),
      ...(inside ? { form: 'form' } : action && { action }),
      ...(facts.length > 0 && { facts }),
      ...(shown && { picture: shown }),
    };
  }

  /** A sentence of the author's that can stand under the headline. */
  #shortStatement(): string | undefined {
    const at = this.#brief.statements.findIndex((statement) => statement.length <= 140);
    return at < 0 ? undefined : this.#brief.statements.splice(at, 1)[0];
  }

  /** The prompt's own words for the business, where the trade's headline has others. */
  #ownWords(heading: string): string | undefined {
    const { subject } = this.#brief.slots;
    if (!this.#trade || !subject || subject.length > 60) return undefined;
    const said = normal(`${heading} ${this.#trade.subject}`).split(' ');
    const words = normal(subject).split(' ');
    return words.every((word) => said.includes(word)) ? undefined : capital(subject);
  }

  /** The button leads to another page: the library's words about its form are out of place. */
  #leadsAway(form: object | undefined): boolean {
    return form === undefined && this.#brief.action.href !== undefined;
  }

  #action(form: object | undefined): Action | undefined {
    const { action, facts } = this.#brief;
    const phone = facts.find(({ kind }) => kind === 'phone')?.value;
    const label =
      action.label ??
      (this.#bare
        ? (this.#words.actions.write as string)
        : action.href && form === undefined && !this.#trade?.whole
          ? this.#texts.action
          : this.#own && this.#trade
            ? this.#trade.action
            : this.#texts.action);
    if (action.href) return { label, href: action.href };
    if (form) return { label, href: '#form' };
    if (phone) return { label: action.label ?? (this.#words.actions.call as string), href: `tel:${phone.replace(/[^\d+]/g, '')}` };
    return undefined;
  }

  #upFront(): Fact[] {
    const facts = this.#plan.upFront.flatMap((kind) => this.#brief.facts.filter((fact) => fact.kind === kind));
    return facts.slice(0, 4).map((fact) => factOf(fact, this.#words));
  }

  #picture(): Picture | undefined {
    const [lead] = picturesOf(this.#around.assets);
    return lead ?? drawn(this.#brief, this.#looks?.drawing, this.#plan.drawing, this.#around.prompt);
  }

  #wanted(): BlockKind[] {
    const { parts, without } = this.#brief;
    const asked = new Set(parts.map(({ kind }) => kind));
    const own: BlockKind[] = [
      ...(this.#brief.statements.length > 0 ? (['text'] as const) : []),
      ...(this.#brief.quoted.some(({ as }) => as === 'quote') ? (['quote'] as const) : []),
    ];
    const wanted = new Set<BlockKind>([...this.#plan.parts, ...asked, ...own]);
    const early =
      this.#plan.parts.includes('features') && !asked.has('steps') && chanceOf(`${this.#around.prompt} order`).whole(0, 2) === 0;
    const place = (kind: BlockKind) => {
      const at = this.#plan.parts.indexOf(kind);
      // Two pages of one trade need not run alike: how it works may come before what there is.
      if (kind === 'steps' && early) return this.#plan.parts.indexOf('features') - 0.2;
      return at >= 0 ? at : this.#plan.parts.findLastIndex((other) => ORDER.indexOf(other) < ORDER.indexOf(kind)) + 0.5;
    };
    return [...wanted]
      .filter((kind) => !without.includes(kind) && !['hero', 'footer'].includes(kind))
      .toSorted((a, b) => place(a) - place(b));
  }

  #heading = (kind: BlockKind) => opt({ heading: headingOf(kind, this.#words) });

  /** With the library's words about it where it has any. */
  #described = (heading: string, text: string | undefined): { heading: string; text?: string } => {
    if (text) return { heading, text };
    const speaks = matcher(heading.toLowerCase());
    const known = this.#trade?.features?.items.find(
      ({ words, heading: own }) => words?.some(speaks) || String(own).toLowerCase() === heading.toLowerCase(),
    );
    const about = known && this.#choose(known.text);
    return about ? { heading, text: about } : { heading };
  };

  /** Over sentences about the author stands "About us". */
  #ownHeading(): string | undefined {
    const [first = ''] = this.#brief.statements;
    const isSelf = this.#brief.lang !== 'en' || /^(?:we|i|our|my)(?:['’]|\s)/iu.test(first) || first.startsWith(this.#slots.name ?? '\n');
    return ABOUT.has(this.#brief.purpose) && isSelf ? this.#words.headings.about : (this.#words.facts.note as string);
  }

  /** A part that the library has words for, or that follows from facts. */
  #block(kind: BlockKind): PageBlock | undefined {
    const { facts, quoted, offers, statements } = this.#brief;
    const from = this.#source(kind);
    switch (kind) {
      case 'features': {
        const known = from?.features;
        const speaks = this.#speaksOf;
        const items = known
          ? fitting(known.items, speaks).map(({ heading, text }) => ({
              heading: this.#choose(heading) ?? '',
              ...opt({ text: this.#choose(text) }),
            }))
          : [];
        const listed = eachOnce(offers.map((offer) => this.#described(capital(offer), undefined)));
        const rest = items.filter(({ text }) => !listed.some((one) => one.text !== undefined && one.text === text));
        const all = listed.length >= 3 ? listed : [...listed, ...rest.slice(0, Math.max(0, 5 - listed.length))];
        if (all.length === 0) return undefined;
        const heading = (from && this.#choose(known?.heading)) ?? this.#words.headings.features;
        return { kind, ...opt({ heading }), items: all };
      }
      case 'steps':
        if (this.#leadsAway(this.#form())) return undefined;
        return from?.steps && { kind, ...opt({ heading: this.#choose(from.steps.heading) }), items: this.#items(from.steps.items) };
      case 'faq': {
        if (!from?.faq) return undefined;
        const items = fitting(from.faq.items, this.#speaksOf).map(({ question, answer }) => ({
          question: this.#choose(question) ?? '',
          answer: this.#choose(answer) ?? '',
        }));
        const fit = this.#leadsAway(this.#form()) ? items.filter(({ question, answer }) => !OF_FORM.test(`${question} ${answer}`)) : items;
        return fit.length > 1 ? { kind, ...opt({ heading: this.#choose(from.faq.heading) }), items: fit.slice(0, 6) } : undefined;
      }
      case 'text': {
        const about =
          this.#brief.parts.some((part) => part.kind === 'text') || this.#brief.purpose === 'portfolio' ? from?.about : undefined;
        const paragraphs =
          statements.length > 0 ? [statements.join(' ')] : (about?.paragraphs ?? []).flatMap((one) => this.#choose(one) ?? []);
        if (paragraphs.length === 0) return undefined;
        const heading = statements.length > 0 ? this.#ownHeading() : this.#choose(about?.heading);
        return { kind, ...opt({ heading }), paragraphs };
      }
      case 'quote': {
        const quotes = quoted.filter(({ as }) => as === 'quote');
        return quotes.length > 0 ? { kind, items: quotes.map(({ text, by }) => ({ text, ...opt({ name: by }) })) } : undefined;
      }
      case 'facts': {
        const shown = facts.filter(({ kind: of }) => !this.#plan.upFront.includes(of) && !APART.has(of));
        return shown.length > 0
          ? { kind, ...(shown.length > 2 && this.#heading('facts')), items: shown.map((fact) => factOf(fact, this.#words)) }
          : undefined;
      }
      case 'code': {
        const code = facts.find((fact) => fact.kind === 'code')?.value;
        return code ? { kind, code } : undefined;
      }
      case 'contact':
        return contactOf(this.#brief, this.#plan, this.#heading('contact'));
      case 'map':
        return mapOf(this.#brief, this.#heading('map'));
      case 'gallery': {
        const rest = picturesOf(this.#around.assets).slice(1);
        return rest.length > 0 ? { kind, ...this.#heading('gallery'), items: rest } : undefined;
      }
      default:
        return undefined;
    }
  }

  #items = (
    items: readonly { heading: Parameters<typeof choose>[0]; text: Parameters<typeof choose>[0] }[],
  ): { heading: string; text?: string }[] =>
    items.map(({ heading, text }) => ({ heading: this.#choose(heading) ?? '', ...opt({ text: this.#choose(text) }) }));

  /** The trade's words where the page is the trade's or may borrow from it, else the purpose's. */
  #source(kind: BlockKind): PageTexts | undefined {
    if (this.#labelsOnly || (this.#own && this.#trade?.whole && !(kind in this.#trade))) return undefined;
    const part = (kind === 'text' ? 'about' : kind) as 'features' | 'steps' | 'faq' | 'about';
    const asked = this.#brief.parts.some((one) => one.kind === kind);
    if (this.#trade?.[part] && (this.#own || asked || this.#plan.borrows.includes(part as 'features'))) return this.#trade;
    return this.#texts[part] ? this.#texts : undefined;
  }

  #form(): Extract<PageBlock, { kind: 'form' }> | undefined {
    const { fields, action, purpose, without, parts } = this.#brief;
    if (purpose === 'thanks' || without.includes('form') || fields?.length === 0) return undefined;
    const asked = fields !== undefined || parts.some(({ kind }) => kind === 'form');
    if (action.href && !asked) return undefined;
    const from = (this.#own ? this.#trade?.form : undefined) ?? this.#texts.form;
    if (!from && !asked) return undefined;
    const made: FormField[] = fieldsOf(
      fields,
      this.#labelsOnly ? ['name', 'email', 'message'] : (from?.fields ?? ['name', 'email', 'message']),
      this.#words,
      this.#brief,
    );
    const label = action.label && !action.href ? action.label : undefined;
    const given = parts.find(({ kind }) => kind === 'form')?.heading;
    const own = label?.includes(' ') ? label : undefined;
    const heading =
      given ??
      own ??
      (this.#bare ? undefined : this.#choose(from?.heading)) ??
      (this.#brief.isForm ? undefined : this.#words.headings.form);
    // The library's introduction speaks of the library's own fields.
    const text = fields === undefined && own === undefined && !this.#bare ? this.#choose(from?.text) : undefined;
    return {
      kind: 'form',
      id: 'form',
      ...opt({ heading, text }),
      fields: made,
      submit: label ?? (this.#bare ? this.#words.actions.send : from?.submit) ?? this.#texts.action,
    };
  }

  /** Repeats the action, where the page is long and its form is not at its end. */
  #close(blocks: PageBlock[], action: Action | undefined): void {
    const last = blocks.at(-1);
    if (
      this.#labelsOnly ||
      blocks.length < 4 ||
      !action ||
      last?.kind === 'form' ||
      last?.kind === 'cta' ||
      this.#brief.without.includes('cta')
    )
      return;
    const own = this.#own ? this.#trade : undefined;
    const heading = this.#choose(own?.cta ?? (own?.whole ? undefined : this.#texts.cta));
    if (heading) blocks.push({ kind: 'cta', id: 'cta', heading, action });
  }
}
