/** Pages with only a form, and pages with short prompts. */
import { describe, expect, it } from 'vitest';
import { fillPage } from '../../../src/content/generation/library/fill-page.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';

const page = (prompt: string) =>
  fillPage(readBrief(prompt, 'page'), { name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt });

describe('a page that is a form', () => {
  it.each([
    ['Contact page with name, email and phone fields', 'Contact', ['name', 'email', 'phone']],
    ['Make me a simple contact form. Name, email, message. Button Send.', 'Contact', ['name', 'email', 'message']],
    ['Referral form with name, email and a message', 'Referral', ['name', 'email', 'message']],
    ['Kontaktformular mit Name, E-Mail und Nachricht', 'Kontaktformular', ['name', 'email', 'message']],
  ])('is headed by what it is called, and has its fields alone: %s', (prompt, heading, names) => {
    const { blocks } = page(prompt);
    expect(blocks.map(({ kind }) => kind)).toEqual(['hero', 'form']);
    expect(blocks[0]).toMatchObject({ heading, form: 'form' });
    expect(blocks[1]).toMatchObject({ fields: names.map((name) => ({ name })) });
  });
});

it('the words before a colon name no field', () => {
  expect(
    readBrief('form to collect shipping addresses from our winners: name, street, postcode', 'page').fields?.map(
      ({ standard }) => standard,
    ),
  ).toEqual(['name', 'address', 'postcode']);
});

it('a page of questions has no question as its name', () => {
  const { blocks, name } = page('FAQ page: What is your return policy? 30 days. Do you ship abroad? Yes, to the EU.');
  expect(name).not.toBe('What');
  expect(blocks.find(({ kind }) => kind === 'faq')).toMatchObject({
    items: [{ question: 'What is your return policy?', answer: '30 days.' }, {}],
  });
});

it('a business whose kind is not known is told of in the words of the prompt, without a general FAQ', () => {
  const { blocks } = page('About us page for Larkfield Engineering, a family firm in Sheffield since 1952 that makes precision gears');
  expect(blocks[0]).toMatchObject({
    heading: expect.stringMatching(/^Larkfield Engineering/),
    text: 'A family firm in Sheffield since 1952 that makes precision gears.',
  });
  expect(blocks.map(({ kind }) => kind)).toEqual(['hero', 'form']);
});
