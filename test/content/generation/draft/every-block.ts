import type { EmailDraft, PageDraft } from '../../../../src/content/generation/draft/draft.ts';

/** Texts of a draft: lines are headings and labels, paragraphs may hold marks. */
export interface Texts {
  line(): string;
  paragraph(): string;
}

const href = 'https://example.com/';
const photo = (texts: Texts) => ({ url: 'https://example.com/a.jpg', alt: texts.line() });

function shared(texts: Texts) {
  const { line, paragraph } = texts;
  const action = () => ({ label: line(), href });
  const head = () => ({ heading: line(), text: paragraph() });
  return [
    {
      kind: 'features',
      id: 'features',
      ...head(),
      items: [
        { heading: line(), text: paragraph(), picture: photo(texts) },
        { heading: line(), text: paragraph() },
      ],
    },
    { kind: 'features', id: 'features-2', items: [{ heading: line() }, { heading: line() }] },
    { kind: 'steps', id: 'steps', ...head(), items: [{ heading: line(), text: paragraph() }, { heading: line() }] },
    {
      ...{ kind: 'pricing', id: 'pricing', ...head() },
      items: [
        { name: line(), price: line(), unit: line(), text: paragraph(), points: [line()], action: action(), highlighted: true },
        { name: line(), price: line() },
      ],
    },
    { kind: 'pricing', id: 'pricing-2', layout: 'table', items: [{ name: line(), price: line(), text: paragraph() }] },
    {
      kind: 'schedule',
      id: 'schedule',
      ...head(),
      items: [{ day: line(), time: line(), title: line(), text: paragraph(), who: line() }, { title: line() }],
    },
    { kind: 'menu', id: 'menu', ...head(), groups: [{ heading: line(), items: [{ name: line(), text: paragraph(), price: line() }] }] },
    { kind: 'faq', id: 'faq', ...head(), items: [{ question: line(), answer: paragraph() }] },
    { kind: 'people', id: 'people', ...head(), items: [{ name: line(), role: line(), text: paragraph(), picture: photo(texts) }] },
    { kind: 'quote', id: 'quote', heading: line(), items: [{ text: paragraph(), name: line(), role: line() }] },
    { kind: 'gallery', id: 'gallery', ...head(), items: [{ ...photo(texts), caption: line() }] },
    { kind: 'facts', id: 'facts', heading: line(), items: [{ label: line(), value: line(), href }] },
    { kind: 'compare', id: 'compare', ...head(), columns: [line(), line()], rows: [{ label: line(), values: [line(), line()] }] },
    { kind: 'numbers', id: 'numbers', heading: line(), items: [{ value: line(), label: line() }] },
    { kind: 'logos', id: 'logos', heading: line(), items: [{ name: line() }] },
    { kind: 'video', id: 'video', heading: line(), url: href, title: line() },
    { kind: 'map', id: 'map', heading: line(), address: line(), text: paragraph() },
    { kind: 'cta', id: 'cta', ...head(), action: action() },
    { kind: 'contact', id: 'contact', ...head(), phone: line(), address: line(), hours: [line()], links: [{ label: line(), href }] },
    { kind: 'code', id: 'code', label: line(), code: line(), note: paragraph() },
    { kind: 'footer', id: 'footer', text: line(), links: [action()] },
  ] as const satisfies PageDraft['blocks'];
}

/** A page with each kind of block, and each text that they may have. */
export function everyPageBlock(texts: Texts): PageDraft {
  const { line, paragraph } = texts;
  return {
    ...{ lang: 'en', title: line(), name: 'Clear View', description: line() },
    blocks: [
      {
        ...{
          kind: 'hero',
          id: 'top',
          eyebrow: line(),
          heading: line(),
          text: paragraph(),
          action: { label: line(), href },
          second_action: { label: line(), href },
        },
        ...{ facts: [{ label: line(), value: line() }], picture: photo(texts) },
      },
      { kind: 'text', id: 'text', heading: line(), paragraphs: [paragraph(), paragraph()], points: [paragraph()], picture: photo(texts) },
      { kind: 'text', id: 'text-2', layout: 'band', paragraphs: [paragraph()] },
      ...shared(texts),
      {
        ...{ kind: 'form', id: 'form', heading: line(), text: paragraph(), submit: line(), note: paragraph() },
        fields: [
          { type: 'email', name: 'email', label: line(), hint: line(), required: true },
          { type: 'choice', name: 'one', label: line(), options: [line(), line()] },
          { type: 'choices', name: 'some', label: line(), options: [line()] },
          { type: 'longtext', name: 'title', label: line() },
          { type: 'consent', name: 'consent', label: line() },
          { type: 'hidden', name: 'from', label: 'From', value: line() },
        ],
      },
    ],
  };
}

/** An email with each kind of block, and each text that they may have. */
export function everyEmailBlock(texts: Texts): EmailDraft {
  const { line, paragraph } = texts;
  return {
    ...{ lang: 'en', title: line(), name: 'Clear View', preview_text: line() },
    blocks: [
      {
        kind: 'hero',
        id: 'top',
        eyebrow: line(),
        heading: line(),
        text: paragraph(),
        action: { label: line(), href },
        facts: [{ label: line(), value: line() }],
      },
      { kind: 'letter', id: 'letter', greeting: line(), paragraphs: [paragraph()], closing: line() },
      { kind: 'text', id: 'text', heading: line(), paragraphs: [paragraph()], points: [paragraph()] },
      ...shared(texts),
      {
        kind: 'order',
        id: 'order',
        heading: line(),
        number: line(),
        items: [{ name: line(), text: paragraph(), quantity: line(), price: line() }],
        totals: [{ label: line(), value: line() }],
        address: line(),
      },
      { kind: 'button', id: 'button', action: { label: line(), href } },
      { kind: 'signature', id: 'signature', name: line(), role: line(), text: paragraph(), picture: photo(texts) },
    ],
  };
}
