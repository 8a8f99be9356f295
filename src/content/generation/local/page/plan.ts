import type { CommissionedAsset } from '../../generator.ts';
import type { Brief, Fact, SectionBrief, SectionKind } from '../brief/brief.types.ts';
import { type Field, fieldOf } from '../brief/fields.ts';
import type { Chance } from '../design/seed.ts';
import type { Opening } from '../purposes/index.ts';

/** Sections in their order, each with its layout and what it says. */
export interface Plan {
  opening: OpeningPlan;
  sections: SectionPlan[];
}

export interface OpeningPlan {
  layout: Opening;
  facts: Fact[];
  code?: string;
  button?: { label: string; href: string };
  form?: FormPlan;
  picture?: CommissionedAsset;
  /** A drawn picture. */
  drawn: boolean;
}

export interface FormPlan {
  id: string;
  heading: string;
  fields: Field[];
  button: string;
}

export type SectionPlan =
  | { kind: 'facts'; id: string; layout: 'row' | 'table'; facts: Fact[] }
  | { kind: 'claims'; id: string; layout: 'list' | 'band' | 'columns'; claims: string[] }
  | { kind: 'prose'; id: string; heading?: string; paragraphs: string[] }
  | { kind: 'list'; id: string; of: SectionBrief; layout: 'timeline' | 'table' | 'questions' | 'people' | 'rules' | 'steps' }
  | { kind: 'quote'; id: string; text: string; who?: string }
  | { kind: 'gallery'; id: string; assets: CommissionedAsset[] }
  | { kind: 'form'; id: string; form: FormPlan; facts: Fact[] }
  | { kind: 'closing'; id: string; button: { label: string; href: string } };

/** How a section of a kind lies on the page. */
export const LAYOUTS = {
  schedule: 'timeline',
  hours: 'table',
  prices: 'table',
  menu: 'table',
  faq: 'questions',
  people: 'people',
  place: 'rules',
  features: 'rules',
  steps: 'steps',
  about: 'rules',
  gallery: 'rules',
  quotes: 'rules',
} as const satisfies Record<SectionKind, string>;

/** What belongs beside the headline: when and where somebody has to be. */
const UP_FRONT: Record<string, readonly Fact['kind'][]> = {
  sale: ['until', 'when', 'where'],
  event: ['when', 'where'],
  course: ['when', 'where'],
  charity: ['when', 'where'],
  job: ['where', 'when'],
  restaurant: ['hours', 'where'],
  product: ['price', 'when'],
  app: ['price'],
};

export function planOf(brief: Brief, assets: readonly CommissionedAsset[], chance: Chance): Plan {
  const pictures = assets.filter(({ contentType }) => contentType.startsWith('image/'));
  const lead = pictures[0];
  const plain = brief.pictures === 'none' && !lead;
  const { purpose, phrases } = brief;
  const [, action, formHeading] = phrases.purposes[purpose.id];
  const taken = new Set<string>();
  const id = (wish: string): string => {
    let name = wish;
    for (let n = 2; taken.has(name); n++) name = `${wish}-${n}`;
    taken.add(name);
    return name;
  };

  const fields = brief.fields ?? (brief.action.href ? [] : purpose.fields.map((key) => fieldOf(key, phrases)));
  const label = brief.action.label ?? action;
  const form: FormPlan | undefined =
    fields.length > 0
      ? { id: id(FORM_IDS[purpose.id] ?? 'contact'), heading: brief.action.label ?? formHeading, fields, button: label }
      : undefined;
  const code = brief.facts.find(({ kind }) => kind === 'code')?.value;

  const [upFront, rest] = shareFacts(brief);
  const few = form !== undefined && fields.length <= 4 && !fields.some(({ type }) => type === 'textarea');
  const formInside = form !== undefined && purpose.formFirst && few;
  let layout: Opening = plain
    ? formInside || brief.headline.length > 50 || purpose.id === 'thanks'
      ? 'quiet'
      : 'ledger'
    : chance.pick(purpose.openings);
  if (!plain && lead && (layout === 'scene' || layout === 'quiet' || layout === 'ledger')) layout = chance.pick(['split', 'frame']);
  if (!plain && !lead) {
    if (layout === 'scene' && brief.motif.shape === 'things') layout = 'split';
    if (layout === 'split' && brief.motif.shape === 'view') layout = 'scene';
    if (layout === 'quiet' && brief.motif.shape === 'view') layout = 'scene';
  }
  if (formInside && layout === 'frame') layout = lead || brief.motif.shape === 'things' ? 'split' : 'scene';
  // In a split, a long form would push the picture out of sight.
  const button = formInside
    ? undefined
    : brief.action.href
      ? { label, href: brief.action.href }
      : form
        ? { label, href: `#${form.id}` }
        : undefined;

  const sections = middle(brief, rest, pictures.slice(1), id, chance);
  if (form && !formInside) {
    // A few facts are read beside the form that they are the terms of, rather than on a page of their own.
    const only =
      sections[0]?.kind === 'facts' && sections[0].facts.length <= 3 && sections.length <= 2 ? sections.splice(0, 1)[0] : undefined;
    sections.push({ kind: 'form', id: form.id, form, facts: [...(only?.kind === 'facts' ? only.facts : []), ...contacts(brief)] });
  } else if (button && sections.length >= 3) sections.push({ kind: 'closing', id: id('start'), button });

  return {
    opening: { layout, facts: upFront, code, button, form: formInside ? form : undefined, picture: lead, drawn: !plain && !lead },
    sections,
  };
}

/** What a form is called by its purpose. */
export const FORM_IDS: Record<string, string> = {
  event: 'register',
  waitlist: 'waiting-list',
  newsletter: 'subscribe',
  course: 'book',
  restaurant: 'reserve',
  job: 'apply',
  charity: 'help',
  app: 'access',
};

const contacts = (brief: Brief): Fact[] => brief.facts.filter(({ kind }) => kind === 'phone' || kind === 'email');

/** Facts for the opening, and those that come after. Each is said once. */
function shareFacts(brief: Brief): [Fact[], Fact[]] {
  const kinds = UP_FRONT[brief.purpose.id] ?? ['when', 'where'];
  const open = brief.facts.filter(({ kind }) => kind !== 'code' && kind !== 'phone' && kind !== 'email');
  let upFront = kinds.flatMap((kind) => open.filter((fact) => fact.kind === kind)).slice(0, 2);
  // A table of one line looks forgotten.
  if (open.length <= 3 && open.length - upFront.length <= 1) upFront = open;
  return [upFront, open.filter((fact) => !upFront.includes(fact))];
}

function middle(brief: Brief, facts: Fact[], assets: CommissionedAsset[], id: (wish: string) => string, chance: Chance): SectionPlan[] {
  const sections: SectionPlan[] = [];
  const long = brief.sections.some(({ items }) => items.length > 2);
  if (facts.length > 0)
    sections.push({
      kind: 'facts',
      id: id('facts'),
      layout: facts.length > 4 || facts.some(({ value }) => value.length > 34) ? 'table' : 'row',
      facts,
    });
  const { claims, prose, quotes } = brief;
  if (prose.length > 0) sections.push({ kind: 'prose', id: id('about'), paragraphs: prose });
  if (claims.length > 0) {
    const layout =
      claims.length === 1 && (claims[0] as string).length <= 70 && (prose.length > 0 || long)
        ? 'band'
        : claims.length > 4
          ? 'columns'
          : 'list';
    sections.push({ kind: 'claims', id: id('offer'), layout, claims });
  }
  for (const of of brief.sections) {
    if (of.kind === 'about' || of.kind === 'gallery' || of.kind === 'quotes') {
      if (of.kind === 'about')
        sections.push({
          kind: 'prose',
          id: id('about'),
          heading: of.heading,
          paragraphs: of.items.map(({ lead, text }) => (lead ? `${lead}: ${text}` : text)),
        });
      if (of.kind === 'quotes') for (const { lead, text } of of.items) quotes.push({ text, who: lead });
    } else sections.push({ kind: 'list', id: id(of.kind), of, layout: LAYOUTS[of.kind] });
  }
  const [quote, ...more] = quotes;
  if (quote)
    sections.splice(Math.min(sections.length, sections.length > 2 ? 2 : chance.whole(0, 1) + 1), 0, {
      kind: 'quote',
      id: id('voice'),
      ...quote,
    });
  for (const other of more) sections.push({ kind: 'quote', id: id('voice'), ...other });
  if (assets.length > 0) sections.push({ kind: 'gallery', id: id('gallery'), assets });
  return sections;
}
