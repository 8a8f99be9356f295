/** Details of ordinary prompts: questions of a survey, a scale, a date to answer by, a look, a button with a full sentence. */
import { expect, it } from 'vitest';
import { fillPage } from '../../../src/content/generation/library/fill-page.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';
import { listOf } from '../../../src/content/generation/reader/text.ts';
import { isAtLength } from '../../support/at-length.ts';

const brief = (prompt: string, kind: 'page' | 'email' = 'page') => readBrief(prompt, kind);
const page = (prompt: string) => fillPage(brief(prompt), { name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt });
const form = (prompt: string) => page(prompt).blocks.find((block) => block.kind === 'form');

it('questions in a line keep their own answers', () => {
  const prompt = 'Survey for our helpdesk: How quick were we? (1-5) Was it solved? yes/no. What could we do better? Optional email.';
  expect(form(prompt)).toMatchObject({
    fields: [
      { type: 'choice', label: 'How quick were we?', options: ['1', '2', '3', '4', '5'] },
      { type: 'choice', label: 'Was it solved?', options: ['Yes', 'No'] },
      { type: 'longtext', label: 'What could we do better?' },
      { type: 'email', required: false },
    ],
  });
});

it.each([
  [
    'Page for a pottery studio. We teach throwing, glazing and evening classes. Sign up form with name, email and preferred class.',
    ['Throwing', 'Glazing', 'Evening'],
  ],
  ['Yoga studio page. We offer vinyasa, yin and prenatal classes. Form with name and class preference.', ['Vinyasa', 'Yin', 'Prenatal']],
])('what is chosen is one of what is offered: %s', (prompt, options) => {
  expect(brief(prompt).fields?.at(-1)).toMatchObject({ type: 'choice', options });
});

it('a day to answer by stands between the order and its fields', () => {
  const { fields, facts, remarks, statements } = brief(
    'Party for Ruth, 5 May, the barn. RSVP by 1 April with names and dietary requirements.',
  );
  expect(fields).toMatchObject([{ standard: 'name' }, { standard: 'diet' }]);
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'deadline', value: '1 April' }));
  expect([...remarks, ...statements].join(' ')).not.toMatch(/names/);
});

it.each([
  ['records meetings, sorts notes, works with Slack and Notion', ['records meetings', 'sorts notes', 'works with Slack and Notion']],
  ['reminders, charts and exports', ['reminders', 'charts', 'exports']],
  ['bread, soup from the pot and tea', ['bread', 'soup from the pot', 'tea']],
])('a list joins what belongs to one small word: %s', (text, entries) => {
  expect(listOf(text)).toEqual(entries);
});

it('looks before the page are followed, and names that sound like looks are not', () => {
  expect(brief('minimal dark portfolio for a motion designer').theme).toMatchObject({ background: 'dark' });
  expect(brief('Page for the Red Lion, a pub in Ware').theme.primary).toBeUndefined();
});

it('the button says what the form is for', () => {
  expect(form('Landing page for a note-taking app called Jotwise. CTA: Join the waitlist')).toMatchObject({
    heading: 'Join the waitlist',
    submit: 'Join the waitlist',
    fields: [{ type: 'email' }, {}],
  });
});

it('one short sentence leads the page, and needs no part of its own', () => {
  const { blocks } = page('Create a page for my yoga studio in Leeds. First class is free.');
  expect(blocks[0]).toMatchObject({ text: expect.stringMatching(/^First class is free\. \S/) });
  expect(blocks.some(({ kind }) => kind === 'text')).toBe(false);
});

it.runIf(isAtLength)('an address by itself is where the button leads, and tags are no names', () => {
  expect(brief('15% off this week. Store: https://shop.example/winter', 'email')).toMatchObject({
    action: { href: 'https://shop.example/winter' },
  });
  expect(Object.values(brief('Welcome {{contact.first_name}} to the club', 'email').slots).join(' ')).not.toContain('{');
});

it('the word "fields" is no field, and "offer" is no offer', () => {
  const { fields } = brief('Page for a bike shop. Form with name, email and phone fields, bike type select (city, road).');
  expect(fields).toMatchObject([{ standard: 'name' }, { standard: 'email' }, { standard: 'phone' }, { options: ['City', 'Road'] }]);
  expect(fields?.some(({ label = '' }) => /fields/.test(label))).toBe(false);
  const { blocks } = page('Page for our dog walking app. Offer 10 % off their first order with code WOOF10.');
  expect(blocks[0]).toMatchObject({ facts: [{ value: '10% off your first order' }, { value: 'WOOF10' }] });
  expect(JSON.stringify(blocks)).not.toMatch(/"heading":"Offer"|their first/);
});

it('what a product does heads its page, and a part that is wanted is no feature of it', () => {
  const { blocks } = page('A SaaS that tracks invoices for small agencies. With pricing (Solo €9, Team €29), FAQ and a sign-up form.');
  expect(blocks[0]).toMatchObject({ heading: 'Track invoices for small agencies' });
  expect(blocks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pricing', 'faq', 'form']));
  expect(JSON.stringify(blocks)).not.toContain('"heading":"FAQ"');
});

it('an order behind a reason goes, and the reason stays', () => {
  const { statements, fields, parts } = brief(
    "Page for our school's summer fair on Saturday 27 June. We need people to volunteer for stalls so put a form for that.",
  );
  expect(statements).toContain('We need people to volunteer for stalls.');
  expect(fields !== undefined || parts.some(({ kind }) => kind === 'form')).toBe(true);
});

it('one or two short facts stand beside the headline, and more in a section of their own', () => {
  const draft = page('Newsletter about town council minutes called The Rate Payer, every Friday, free.');
  expect(draft.blocks[0]).toMatchObject({ kind: 'hero', facts: expect.arrayContaining([expect.objectContaining({ value: 'Free' })]) });
  expect(draft.blocks.some((block) => block.kind === 'facts')).toBe(false);
});

it('the heading of notes is no heading of a page', () => {
  const [hero] = page('Website copy notes - Fernhill Physio\n\n- no referral needed\n- 22 Mill Road, Ledbury').blocks;
  expect(JSON.stringify(hero)).not.toMatch(/copy notes/i);
});
