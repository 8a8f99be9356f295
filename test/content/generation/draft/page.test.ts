import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmailDraft, PageBlock, PageDraft } from '../../../../src/content/generation/draft/draft.ts';
import { DRAWINGS } from '../../../../src/content/generation/draft/drawings/index.ts';
import { renderEmail } from '../../../../src/content/generation/draft/email.ts';
import { renderPage } from '../../../../src/content/generation/draft/page.ts';
import { wordsOf } from '../../../../src/content/generation/library/library.ts';
import { isAtLength } from '../../../support/at-length.ts';
import { everyEmailBlock, everyPageBlock } from './every-block.ts';
import { parsed } from './parsed.ts';

const words = wordsOf('en');
const plain = { line: () => 'A line of words', paragraph: () => 'A paragraph, which is a little longer than a line.' };
const kB = (html: string): number => Buffer.byteLength(html) / 1024;

const pageOf = (hero: object, more: Partial<PageDraft> = {}): PageDraft => ({
  ...everyPageBlock(plain),
  ...more,
  blocks: [
    { kind: 'hero', id: 'top', heading: 'A headline', text: 'A sentence.', ...hero } as PageBlock,
    ...everyPageBlock(plain).blocks.slice(1),
  ],
});

/** Each layout with and without what may stand in it. */
const HEROES = (['split', 'stack', 'frame', 'scene', 'band', 'plain', undefined] as const).flatMap((layout) =>
  [
    {},
    { picture: { url: 'https://example.com/a.jpg', alt: '' } },
    { picture: { drawing: 'city' } },
    { form: 'form' },
    { picture: { drawing: 'sea' }, form: 'form' },
  ].map((one) => ({
    ...one,
    ...(layout && { layout }),
  })),
);

describe('a page', () => {
  it.each(HEROES)('has one headline, ids that differ, and labels for its fields: %o', (hero) => {
    const { elements } = parsed(renderPage(pageOf(hero), words));
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1);
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of elements)
      for (const key of ['for', 'aria-labelledby', 'aria-describedby']) if (attributes[key]) expect(ids).toContain(attributes[key]);
    const labelled = new Set(elements.flatMap(({ attributes }) => attributes.for ?? []));
    for (const { name, attributes } of elements)
      if (['input', 'textarea', 'select'].includes(name) && !['hidden', 'radio', 'checkbox'].includes(attributes.type ?? ''))
        expect(labelled).toContain(attributes.id);
    for (const { attributes } of elements) expect(attributes.href).not.toBe('#');
    expect(elements.filter(({ name }) => name === 'form')).toHaveLength(1);
    for (const name of ['header', 'main', 'footer']) expect(elements.filter((one) => one.name === name)).toHaveLength(1);
  });

  it('shows its name as the heading where it has no hero', () => {
    const { elements } = parsed(renderPage({ ...everyPageBlock(plain), blocks: everyPageBlock(plain).blocks.slice(1) }, words));
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1);
  });

  it('gives no tall card to an entry without a text, and shows a crowd only once', () => {
    const features = (text?: string) => ({
      kind: 'features' as const,
      layout: 'columns' as const,
      items: [
        { heading: 'Ground floor', ...(text && { text }) },
        { heading: 'A ramp', text: 'At the side.' },
      ],
    });
    const render = (blocks: PageBlock[], drawing: 'stage' | 'sea') =>
      renderPage(
        {
          ...pageOf({ layout: 'scene', picture: { drawing } }),
          blocks: [{ kind: 'hero', id: 'top', heading: 'A', layout: 'scene', picture: { drawing } }, ...blocks],
        },
        words,
      );
    /** Of the first one, which stands before the others. */
    const layoutOf = (html: string) => /<section [^>]*class="(?:[^"]* )?features (\w+)/.exec(html)?.[1];
    const blocks = everyPageBlock(plain)
      .blocks.slice(1)
      .filter(({ kind }) => kind !== 'cta' && kind !== 'form');
    expect(layoutOf(render([features(), ...blocks], 'sea'))).toBe('list');
    expect(layoutOf(render([features('By the door.'), ...blocks], 'sea'))).toBe('columns');
    expect(render(blocks, 'sea')).toContain('<div class="bookend');
    expect(render(blocks, 'stage')).not.toContain('<div class="bookend');
  });

  it('has ids that differ though blocks and fields are named like parts of the page', () => {
    const form: PageBlock = {
      kind: 'form',
      id: 'main',
      fields: [
        { type: 'text', label: 'Title', name: 'title' },
        { type: 'text', label: 'Again', name: 'title' },
      ],
      submit: 'Send',
    };
    const { elements } = parsed(
      renderPage({ lang: 'en', title: 'T', blocks: [form, { kind: 'text', id: 'main-title', heading: 'H', paragraphs: ['P'] }] }, words),
    );
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(Object.keys(DRAWINGS))('weighs less than 80 kB with a drawing of %s', (drawing) => {
    for (const layout of ['split', 'scene', 'frame'] as const)
      expect(kB(renderPage(pageOf({ layout, picture: { drawing, variant: 7 } }), words))).toBeLessThan(80);
  });

  it('is the same each time, and stays as it is while texts change', () => {
    const draft = pageOf({});
    expect(renderPage(draft, words)).toBe(renderPage(structuredClone(draft), words));
    const shape = (one: PageDraft) =>
      parsed(renderPage(one, words)).elements.map(({ name, attributes }) => `${name}.${attributes.class ?? ''}`);
    expect(shape(pageOf({ heading: 'Another one' }))).toEqual(shape(draft));
  });

  it('does not look like the page of another name', () => {
    const looks = (name: string) =>
      parsed(renderPage(pageOf({}, { name }), words))
        .elements.map(({ attributes }) => attributes.class)
        .join();
    const all = new Set(
      ['Clear View', 'Moss', 'Ledgerly', 'Fern & Fig', 'Type & Tide', 'Noor Haddad', 'The Old Mill', 'Sami’s Garage'].map(looks),
    );
    expect(all.size).toBeGreaterThanOrEqual(6);
  });

  it.runIf(isAtLength)('renders a draft of 60 blocks and 100 items, each text as long as it may be, soon', () => {
    const text = 'Words that go on **and on**, [here](https://example.com). '.repeat(70).slice(0, 4000);
    const items = Array.from({ length: 100 }, () => ({ heading: 'h'.repeat(300), text }));
    const blocks: PageBlock[] = Array.from({ length: 60 }, (_, i) => ({
      ...{ kind: 'features', id: `b-${i}`, heading: 'h'.repeat(300), text },
      items: items.slice(i, i < 40 ? i + 2 : i + 1),
    }));
    const took = Array.from({ length: 4 }, () => {
      const started = performance.now();
      renderPage({ lang: 'en', title: 'T', blocks }, words);
      return performance.now() - started;
    });
    expect(Math.min(...took)).toBeLessThan(250);
  });

  it.runIf(isAtLength)('takes any text as a headline', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 300, unit: 'binary' }),
        (heading) => renderPage(pageOf({ heading }), words).length > 0,
      ),
      { numRuns: 30 },
    );
  });
});

describe('an email', () => {
  it('weighs less than 60 kB with each kind of block', () => {
    expect(kB(renderEmail(everyEmailBlock(plain), words))).toBeLessThan(60);
  });

  it('has a way out unless its reader needs it', () => {
    const draft = everyEmailBlock(plain);
    expect(renderEmail(draft, words)).toContain('{{unsubscribe_url}}');
    expect(renderEmail({ ...draft, operational: true }, words)).not.toContain('{{unsubscribe_url}}');
  });

  it('lays everything out in tables, and names each picture', () => {
    const { elements } = parsed(renderEmail(everyEmailBlock(plain), words));
    for (const { name, attributes } of elements) {
      if (name === 'img') expect(attributes).toMatchObject({ alt: expect.any(String), src: expect.stringMatching(/^https:/) });
      expect(attributes.style ?? '').not.toMatch(/display:\s*(?:flex|grid)/);
    }
  });

  it('turns round for languages that do', () => {
    const draft: EmailDraft = { ...everyEmailBlock(plain), lang: 'ar', dir: 'rtl' };
    const { elements } = parsed(renderEmail(draft, wordsOf('ar')));
    const sides = elements.flatMap(({ name, attributes }) => (name === 'td' ? (attributes.align ?? []) : []));
    expect(sides).toContain('right');
    expect(sides.indexOf('right')).toBeLessThan(sides.indexOf('left'));
  });
});
