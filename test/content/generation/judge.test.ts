/** Everything that is found in what was written: each finding with a draft that has it, and beside it the same draft without. */
import { describe, expect, it } from 'vitest';
import type { Draft, EmailDraft, FormField, Note, PageDraft } from '../../../src/content/generation/draft/draft.ts';
import { problemsOf } from '../../../src/content/generation/draft/normal.ts';
import { rendered } from '../../../src/content/generation/draft/render.ts';
import { edit } from '../../../src/content/generation/edits/instructions.ts';
import { apply, type DraftOperation } from '../../../src/content/generation/edits/operations.ts';
import { judgeEdit } from '../../../src/content/generation/judge/edit.ts';
import { judgeHtml } from '../../../src/content/generation/judge/html.ts';
import { judgeBrief, judgeDraft, judgeInventions, judgeWeight } from '../../../src/content/generation/judge/judge.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';
import { verify } from '../../../src/content/generation/verify/verify.ts';
import { bistro, conference, hof, news, plumber, recu, sale, yoga } from './edits/drafts.ts';

const EMAIL: FormField = { type: 'email', name: 'email', label: 'Email', required: true };
const PAGE: PageDraft = {
  lang: 'en',
  title: 'Kayaks by the hour',
  name: 'Reed & Paddle',
  blocks: [
    { kind: 'hero', id: 'top', heading: 'Kayaks by the hour', text: 'From the jetty behind the mill, with a vest for everyone.' },
    { kind: 'faq', id: 'faq', items: [{ question: 'Is the water deep?', answer: 'In most places you can stand.' }] },
    { kind: 'form', id: 'form', heading: 'Which boat?', fields: [EMAIL], submit: 'Ask for a boat' },
  ],
};
const MAIL: EmailDraft = {
  lang: 'en',
  title: 'The jetty is open',
  subject: 'The jetty is open again',
  blocks: [
    { kind: 'hero', id: 'top', heading: 'The jetty is open' },
    {
      kind: 'letter',
      id: 'letter',
      greeting: 'Hello {{contact.first_name | default: "there"}},',
      paragraphs: ['Boats are back in the water.'],
    },
  ],
};

const changed = <Of extends Draft>(draft: Of, ...operations: DraftOperation[]): Of => {
  const result = apply(draft, operations);
  if ('problem' in result) throw new Error(result.problem);
  return result.draft;
};
const set = (path: string, value: unknown): DraftOperation => ({ op: 'set', path, value });
const placed = (notes: readonly Note[]) => notes.map(({ text, place }) => `${place}: ${text}`);
const ofPage = (draft: PageDraft, isTemplate = false) => placed(judgeDraft({ draft, kind: 'page', isTemplate }));
const ofMail = (draft: EmailDraft) => placed(judgeDraft({ draft, kind: 'email', isTemplate: false }));

describe('a draft', () => {
  it('of a careful writer has nothing that is found', () => {
    expect(ofPage(PAGE)).toEqual([]);
    expect(ofMail(MAIL)).toEqual([]);
    for (const draft of [yoga, conference, bistro, plumber, hof]) expect(ofPage(draft as PageDraft)).toEqual([]);
    for (const draft of [sale, news, recu]) expect(ofMail(draft as EmailDraft)).toEqual([]);
  });

  it.each([
    ['Lorem ipsum', 'Lorem ipsum dolor sit amet.', '"Lorem ipsum" stands'],
    ['a bracket to fill in', 'Call us at [insert number].', '"[insert number]" stands'],
    ['a bracket that does not end', 'Call us at [your number', '"[your number" stands'],
    ['a name that stands for one', 'Ask for Jane Doe.', '"Jane Doe" stands'],
    ['a mark for later', 'Opening in XXX.', '"XXX" stands'],
    ['a slot of the library', 'Boats in {place}.', '"{place}" is not filled in'],
    ['what a program makes of an object', 'Boats for [object Object].', '"[object Object]" is not filled in'],
    ['a tag', 'Hello {{contact.first_name}}.', 'The tag {{contact.first_name}} is not filled in'],
    ['an end in the middle', 'From the jetty behind the mill, with a vest for everyone who needs one, and,', 'The text breaks off'],
    ['a link to no block', 'See [the boats](#boats).', 'A link leads to "#boats"'],
    ['a link to nothing', 'See [the boats](#).', 'A link leads to "#"'],
  ])('must not hold %s', (_what, text, finding) => {
    expect(ofPage(changed(PAGE, set('top.text', text)))).toEqual([expect.stringContaining(`top.text: ${finding}`)]);
  });

  it.each([
    'See [the product page](https://boats.example.eu/a), [your account](https://boats.example.eu/b) or [the form](#form).',
    'Braces of {curly, hair} are none, nor is $' + '{HOME}.',
    'From the jetty behind the mill, with a vest for everyone who needs one.',
    'An array is written [a, b] or [1].',
  ])('may hold %s', (text) => {
    expect(ofPage(changed(PAGE, set('top.text', text)))).toEqual([]);
  });

  it('may hold tags where they are filled in', () => {
    const draft = changed(PAGE, set('top.text', 'For {{guest}}.'));
    expect(ofPage(draft, true)).toEqual([]);
    expect(ofMail(changed(MAIL, set('letter.paragraphs[0]', 'For {{contact.email}}.')))).toEqual([]);
  });

  it.each([
    ['an example', 'https://www.example.com/book', 'is an example'],
    ['your-site', 'https://yourwebsite.com', 'is an example'],
    ['nowhere', '#', 'leads nowhere'],
  ])('must not lead to %s', (_what, href, finding) => {
    const action = { label: 'Book', href };
    expect(ofPage(changed(PAGE, set('top.action', action)))).toEqual([
      expect.stringMatching(new RegExp(`^top\\.action\\.href: .*${finding}`)),
    ]);
    expect(ofPage(changed(PAGE, set('top.action', { ...action, href: 'https://boats.example.eu' })))).toEqual([]);
  });

  it('whose button leads to no block is none', () => {
    const to = (href: string) => problemsOf(changed(PAGE, set('top.action', { label: 'Book', href }))).map(({ path }) => path);
    expect([to('#'), to('#boats'), to('#form')]).toEqual([['blocks[0].action.href'], ['blocks[0].action.href'], []]);
  });

  it.each([
    [
      'a sentence',
      [set('faq.items[0].answer', 'From the jetty behind the mill, with a vest for everyone. Yes.')],
      'faq.items[0].answer: The same text stands at top.text',
    ],
    [
      'the headline, as a sentence',
      [set('top.text', 'Kayaks by the hour. Come and see.')],
      'top.text: The same text stands at top.heading',
    ],
    ['a heading', [set('faq.heading', 'Which boat?')], 'form.heading: The same text stands at faq.heading'],
    [
      'a question',
      [set('faq.items[1]', { question: 'Is the water deep?', answer: 'No.' })],
      'faq.items[1].question: The same text stands at faq.items[0].question',
    ],
    [
      'a fact',
      [
        set('top.facts', [{ label: 'Price', value: '£9' }]),
        { op: 'insert', block: { kind: 'facts', items: [{ label: 'Price', value: '£9' }] } },
      ],
      'facts.items[0]: The same text stands at top.facts[0]',
    ],
    [
      'a part',
      [
        { op: 'insert', block: { kind: 'quote', items: [{ text: 'Dry feet!' }] } },
        { op: 'insert', block: { kind: 'quote', items: [{ text: 'Dry feet!' }] } },
      ],
      'quote-2: It is the same as quote',
    ],
    ['an opening', [{ op: 'insert', block: { kind: 'hero', heading: 'Rafts' } }], 'hero: There is an opening at top already'],
  ] satisfies [string, DraftOperation[], string][])('must not have %s twice', (_what, operations, finding) => {
    expect(ofPage(changed(PAGE, ...operations))).toEqual([expect.stringContaining(finding)]);
  });

  it('may say its title, its button and a short sentence more than once', () => {
    const draft = changed(
      PAGE,
      set('description', 'From the jetty behind the mill, with a vest for everyone.'),
      set('top.action', { label: 'Which boat?', href: '#form' }),
      set('faq.items[1]', { question: 'Is there a vest?', answer: 'In most places you can stand.' }),
      { op: 'insert', block: { kind: 'steps', items: [{ heading: 'Which boat?' }, { heading: 'Come along' }] } },
    );
    expect(ofPage(draft)).toEqual([]);
  });

  it('has lengths that people read', () => {
    const long = (letters: number) => 'word '.repeat(letters / 5).trim();
    expect(ofPage(changed(PAGE, set('faq.heading', long(130))))).toEqual(['faq.heading: The heading is longer than people read one.']);
    expect(ofPage(changed(PAGE, set('faq.heading', long(120))))).toEqual([]);
    expect(ofPage(changed(PAGE, set('form.submit', long(70))))).toEqual([expect.stringContaining('form.submit: The button says more')]);
    expect(ofPage(changed(PAGE, set('top.action', { label: long(70), href: '#form' })))).toEqual([
      expect.stringContaining('top.action: The button'),
    ]);
    expect(ofMail(changed(MAIL, set('subject', long(75))))).toEqual([expect.stringContaining('subject: The subject line is longer')]);
    expect(ofMail(changed(MAIL, set('subject', `${long(60)} {{contact.first_name | default: "there"}}`)))).toEqual([]);
    expect(ofMail(changed(MAIL, set('subject', null)))).toEqual(['subject: The email has no subject line.']);
  });

  it('weighs no more than a slow phone and a mail program bear', () => {
    const weight = (kilobytes: number, kind: 'page' | 'email') => judgeWeight('x'.repeat(kilobytes * 1024), kind).length;
    expect([weight(80, 'page'), weight(81, 'page'), weight(60, 'email'), weight(61, 'email')]).toEqual([0, 1, 0, 1]);
    const paragraphs = Array.from({ length: 40 }, (_, i) => `${i} `.repeat(1_000));
    const draft = changed(PAGE, { op: 'insert', block: { kind: 'text', paragraphs } });
    const { html } = rendered(draft, 'page');
    expect(placed(judgeDraft({ draft, kind: 'page', isTemplate: false, html })).at(-1)).toMatch(/^null: The page weighs \d+ kB/);
  });
});

describe('a form', () => {
  const withFields = (...fields: FormField[]) => changed(PAGE, set('form.fields', fields));
  const text: FormField = { type: 'text', name: 'boat', label: 'Boat' };

  it('reaches somebody', () => {
    expect(ofPage(withFields(text))).toEqual([expect.stringContaining('form: No one could be answered')]);
    for (const field of [EMAIL, { type: 'phone', label: 'Phone' }, { type: 'text', name: 'email', label: 'Mail' }] as const)
      expect(ofPage(withFields(text, field))).toEqual([]);
  });

  it('has names that differ', () => {
    const draft = withFields(EMAIL, text, { ...text, label: 'Second boat' });
    expect(ofPage(draft)).toEqual([expect.stringContaining('form.fields[2]: Another field')]);
    expect(problemsOf(draft).map(({ path }) => path)).toEqual(['blocks[2].fields[2].name']);
  });

  it.each([
    ['none', undefined, 'There is nothing to choose from'],
    ['a single one', ['One seat'], 'There is one option only'],
    ['one twice', ['One seat', 'Two seats', 'one seat'], 'An option stands there twice'],
  ])('has options to choose between, not %s', (_what, options, finding) => {
    const field: FormField = { type: 'choice', name: 'boat', label: 'Boat', ...(options && { options }) };
    expect(ofPage(withFields(EMAIL, field))).toEqual([expect.stringContaining(`form.fields[1]: ${finding}`)]);
    expect(ofPage(withFields(EMAIL, { ...field, options: ['One seat', 'Two seats'] }))).toEqual([]);
  });
});

describe('what a prompt asks for', () => {
  const found = (draft: Draft, prompt: string) => placed(judgeBrief(draft, readBrief(prompt, 'subject' in draft ? 'email' : 'page')));
  const theme = { theme: { primary: '#1f7a3d', background: 'light' as const, font: 'serif' as const } };

  it.each([
    [
      'a part',
      'Page for kayak hire with a section for prices: One seat £9, Two seats £14.',
      'You ask for a part of the kind "pricing"',
      {
        op: 'insert',
        block: {
          kind: 'pricing',
          items: [
            { name: 'One seat', price: '£9' },
            { name: 'Two seats', price: '£14' },
          ],
        },
      },
    ],
    [
      'quoted words',
      'Page for kayak hire. The headline is "Schöne Grüße vom Café Zoë"',
      'You quote “Schöne Grüße vom Café Zoë”',
      set('top.heading', 'Schöne Grüße vom Café Zoë'),
    ],
    [
      'a fact',
      'Page for kayak hire, phone 01632 960 144',
      'You say “01632 960 144”',
      { op: 'insert', block: { kind: 'contact', phone: '01632 960 144' } },
    ],
    [
      'a button',
      'Page for kayak hire with a button "Take me out"',
      'You want the button to say “Take me out”',
      set('form.submit', 'Take me out'),
    ],
    [
      'where it leads',
      'Page for kayak hire with a button "Go" that links to https://boats.example.eu/go',
      'You want a link to https://boats.example.eu/go',
      set('top.action', { label: 'Go', href: 'https://boats.example.eu/go' }),
    ],
    [
      'a field',
      'Page for kayak hire with a form: email, shoe size',
      'The form does not ask for “Shoe size”',
      set('form.fields[1]', { type: 'text', label: 'Shoe size' }),
    ],
    [
      'an option',
      'Page for kayak hire with a form: email, boat (One seat / Two seats / Raft)',
      '“Raft” cannot be chosen',
      set('form.fields[1]', { type: 'choice', label: 'Boat', options: ['One seat', 'Two seats', 'Raft'] }),
    ],
    ['the main colour', 'Page for kayak hire, green', 'You want the main colour', set('theme', { primary: '#1f7a3d' })],
    ['a dark ground', 'Page for kayak hire, dark background', 'You want a dark ground', set('theme', { background: 'dark' })],
  ] satisfies [string, string, string, DraftOperation][])('is there: %s', (_what, prompt, finding, operation) => {
    const boat = set('form.fields[1]', { type: 'choice', label: 'Boat', options: ['One seat', 'Two seats'] });
    const without = finding.includes('Raft') ? changed(PAGE, boat) : PAGE;
    expect(found(without, prompt)).toContainEqual(expect.stringContaining(finding));
    expect(found(changed(without, operation), prompt).join('\n')).not.toContain(finding);
  });

  it('is not there by a part of a word', () => {
    const prompt = 'Page for kayak hire. The headline is "By the hou"';
    expect(found(PAGE, prompt).join()).toContain('You quote “By the hou”');
  });

  it('loses no letters', () => {
    const prompt = 'Page for kayak hire. The headline is "Schöne Grüße vom Café Zoë"';
    for (const heading of ['Schne Gre vom Caf Zo', 'Schone Grusse vom Cafe Zoe'])
      expect(found(changed(PAGE, set('top.heading', heading)), prompt).join()).toContain('You quote “Schöne Grüße');
  });

  it('has fields of their types', () => {
    const brief = { ...readBrief('Page for kayak hire with a form', 'page'), fields: [{ type: 'date' as const, label: 'Day' }] };
    const of = (type: FormField['type']) => placed(judgeBrief(changed(PAGE, set('form.fields[1]', { type, label: 'Day' })), brief));
    expect(of('consent')).toEqual([expect.stringContaining('“Day” is a field of the type "consent" and not "date"')]);
    expect([of('date'), of('text')]).toEqual([[], []]);
  });

  it('is left out where it is not wanted', () => {
    expect(found(PAGE, 'Page for kayak hire, no form please').join()).toContain('You want no "form"');
    expect(found(changed(PAGE, { op: 'remove', path: 'form' }), 'Page for kayak hire, no form please').join()).not.toContain('You want no');
  });

  it('is written in its language', () => {
    const prompt = 'Seite für unseren Kajakverleih am Mühlbach, mit Formular';
    expect(found(PAGE, prompt).join()).toContain('It is written in "en" and not in "de"');
    expect(found({ ...PAGE, lang: 'de-AT' }, prompt).join()).not.toContain('It is written in');
  });

  it.each([
    'Page for kayak hire. The button should be big and friendly.',
    'Page for kayak hire. Please make it look expensive but not posh.',
    'Page for kayak hire. Keep the tone of voice warm and short.',
  ])('is done, and not printed: %s', (prompt) => {
    const [, order = ''] = prompt.split('. ');
    const finding = 'An instruction of yours stands there as text';
    expect(found(changed(PAGE, set('top.text', `Boats for all. ${order}`)), prompt).join()).toContain(finding);
    expect(found(PAGE, prompt).join()).not.toContain(finding);
  });

  it('is printed where it was quoted', () => {
    const prompt = 'Page for kayak hire. The headline is "Please keep the buttons of your vest closed"';
    expect(found(changed(PAGE, set('top.heading', 'Please keep the buttons of your vest closed')), prompt).join()).not.toContain(
      'An instruction',
    );
  });

  it('comes to nothing on drafts that do it', () => {
    expect(found({ ...PAGE, ...theme }, 'Page for kayak hire in green, light, serif, with a button "Ask for a boat"')).toEqual([]);
  });
});

describe('an invention', () => {
  const sources = ['Kayak hire, £9 an hour from 6 pm on 3 May, 1.200 boats. Ask Ilse Brandt, ilse@boats.example.eu. 15% off.'];
  const found = (text: string) => placed(judgeInventions(changed(PAGE, set('top.text', text)), sources));

  it.each([
    ['a figure', 'More than 500 guests.', '500'],
    ['a small price', 'Rafts for £7.', '7'],
    ['a price behind which the currency stands', 'Rafts for 8 €.', '8'],
    ['a share', 'Now 5% off.', '5'],
    ['a day', 'Opening on 4 May.', '4'],
    ['a day behind its month', 'Opening on May 4.', '4'],
    ['an hour', 'From 7 pm.', '7'],
    ['a year', 'Since 1987.', '1987'],
    ['an address', 'Write to hello@boats.example.eu.', 'hello@boats.example.eu'],
  ])('is found: %s', (_what, text, value) => {
    expect(found(text)).toEqual([`top.text: “${value}” is nothing that you said: is it so?`]);
  });

  it.each([
    '£9 an hour, 15 % off',
    'From 18:00 on 3 May',
    'All 1,200 boats',
    'Three steps, or 3 of them',
    'Write to ilse@boats.example.eu',
  ])('is not: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('may be a name', () => {
    const by = (name: string) =>
      placed(judgeInventions(changed(PAGE, { op: 'insert', block: { kind: 'quote', items: [{ text: 'Dry feet!', name }] } }), sources));
    expect(by('Sarah M.')).toEqual(['quote.items[0].name: “Sarah M.” is a name that you did not give: is it so?']);
    expect(by('Ilse Brandt')).toEqual([]);
    const person = changed(PAGE, { op: 'insert', block: { kind: 'people', items: [{ name: 'Tom Reed' }] } });
    expect(judgeInventions(person, sources)).toHaveLength(1);
    expect(judgeInventions(changed(PAGE, { op: 'insert', block: { kind: 'logos', items: [{ name: 'Acme' }] } }), sources)).toHaveLength(1);
  });
});

describe('a change', () => {
  const found = (instruction: string, ...operations: DraftOperation[]) =>
    placed(judgeEdit(yoga, changed(yoga, ...operations), instruction));
  const colour = set('theme.primary', '#7a1f1f');
  const heading = set('top.heading', 'Stretch by the canal');
  const gone: DraftOperation = { op: 'remove', path: 'quote' };
  const faq: DraftOperation = { op: 'insert', block: { kind: 'faq', items: [{ question: 'Is it warm?', answer: 'Yes.' }] } };

  it.each([
    ['words', 'make it dark red', colour, heading, 'top: The words of top changed'],
    ['looks', 'remove the quote', gone, colour, 'theme: The looks changed'],
    ['a part more', 'remove the quote', gone, faq, 'faq-2: faq-2 was added'],
    ['a part less', 'main colour dark red', colour, gone, 'quote: quote is gone'],
    ['fields', 'make it dark red', colour, set('form.fields[0].required', false), 'form: The fields of form changed'],
    ['the order', 'remove the quote', gone, { op: 'move', block_id: 'pricing', after: 'top' }, 'null: The order of the parts changed'],
    ['a picture', 'make it dark red', colour, set('top.picture', null), 'top: The picture of top changed'],
    ['the language', 'make it dark red', colour, set('lang', 'de'), 'lang: The language changed'],
  ] satisfies [string, string, DraftOperation, DraftOperation, string][])(
    'of what was asked for does not touch %s',
    (_what, instruction, asked, more, finding) => {
      expect(found(instruction, asked)).toEqual([]);
      expect(found(instruction, asked, more)).toEqual([expect.stringContaining(finding)]);
    },
  );

  it('changes something', () => {
    expect(placed(judgeEdit(yoga, yoga, 'make it dark red'))).toEqual(['null: Nothing changed.']);
  });

  it('may be anything where it is not understood', () => {
    expect(found('give the whole thing some oomph', colour, heading, gone)).toEqual([]);
  });

  it.each([
    'make it dark red',
    'remove the quote',
    'add a FAQ: Is it warm? Yes.',
    'make phone optional',
    'headline: Stretch by the canal',
    'move the prices to the top',
    'the price is £11 now',
    'translate to German',
  ])('by the library is what it was asked for: %s', (instruction) => {
    const { operations } = edit(yoga, instruction, { kind: 'page', lang: 'en', assets: [] });
    if (operations.length > 0) expect(found(instruction, ...operations)).toEqual([]);
  });
});

describe('a change of HTML', () => {
  const page = (body: string, head = '') =>
    `<!doctype html><html lang="en"><head><title>Boats</title>${head}</head><body>${body}</body></html>`;
  const found = (html: string, before = page('<p>Boats</p>')) =>
    judgeHtml({ html, kind: 'page', isTemplate: false, before }).map(({ text }) => text);

  it.each([
    [
      'a foreign style',
      page('<p>Boats</p>', '<link rel="stylesheet" href="https://cdn.example/a.css">'),
      'It loads https://cdn.example/a.css',
    ],
    ['a foreign style by import', page('<style>@import url(//cdn.example/b.css);</style>'), 'It loads //cdn.example/b.css'],
    [
      'a foreign font',
      page('<style>@font-face { font-family: x; src: url("https://fonts.example/x.woff2") }</style>'),
      'It loads https://fonts.example/x.woff2',
    ],
    ['a dead link', page('<p><a class="b" href="#">Boats</a></p>'), 'A link leads nowhere'],
    ['Lorem ipsum', page('<p>Lorem ipsum</p>'), '"Lorem ipsum" stands'],
    ['a bracket to fill in', page('<p>[insert price]</p>'), '"[insert price]" stands'],
    ['a tag', page('<p>{{contact.first_name}}</p>'), 'The tag {{contact.first_name}}'],
    ['half of a page', page('<p>Boats</p>').slice(0, -20), 'The document breaks off'],
    ['too much', page(`<p>${'Boats '.repeat(15_000)}</p>`), 'The page weighs'],
  ])('brings no %s', (_what, html, finding) => {
    expect(found(html)).toEqual([expect.stringContaining(finding)]);
    // The earlier text is the author's.
    expect(found(html.replace('Boats', 'Rafts'), html)).toEqual([]);
  });

  it('may bring whatever stands alone', () => {
    const html = page(
      '<p>Rafts <a href="#form">here</a>, <a href="/b">there</a></p>',
      '<link rel="stylesheet" href="/a.css"><style>a{b:url(x.png)}</style>',
    );
    expect(found(html)).toEqual([]);
  });

  it('takes time in proportion to its length', () => {
    const before = performance.now();
    for (const piece of ['<link rel=stylesheet ', '<a href=', '@font-face {', '<style>', '@import url(', '<!--', '{{'])
      found(piece.repeat(20_000));
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it('that is cut in the middle is not kept', async () => {
    const verdict = await verify('<!doctype html><html><body><h1>Boats</h1><p class="', {
      kind: 'page',
      title: 'Boats',
      unsubscribeLink: false,
    });
    expect(verdict).toEqual({ problem: 'breaks off in the middle' });
  });
});
