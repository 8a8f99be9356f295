/** Pages of people that are no business: what they are for, what their forms ask, where they happen. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeDraft } from '../../../src/content/generation/judge/judge.ts';
import { fillPage } from '../../../src/content/generation/library/fill-page.ts';
import { trade } from '../../../src/content/generation/library/library.ts';
import type { Brief } from '../../../src/content/generation/reader/brief.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';

const page = (prompt: string): Brief => readBrief(prompt, 'page');
const around = (prompt: string) => ({ name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt });
const draft = (prompt: string) => fillPage(page(prompt), around(prompt));
const fields = ({ fields: all = [] }: Brief): string[] => all.map(({ type, standard, label }) => `${type} ${label ?? standard}`);

describe('occasions', () => {
  it.each([
    ['Memorial page for Doris Pell 1938-2025. Service at St Ann, Friday 3 May, 2pm', 'memorial'],
    ['my gran’s funeral details page, 4 june 11am crematorium', 'memorial'],
    ['birth announcement: Ines, born 4 May, 3.2 kg', 'birth'],
    ['page for my mums 60th, saturday 4 june, village hall', 'party'],
    ['Retirement party for Bob, 4 May, The Swan', 'party'],
    ['giveaway! win a hamper, name + email, ends 4 may', 'giveaway'],
    ['Open evening at Marden College, 5 October 5pm to 8pm', 'open-day'],
    ['Call for entries for the Fenland Photo Prize. Entries by 1 June. Form: name, email, link', 'application'],
    ['Landing page to download our free guide to mulching, email only', 'download'],
    ['Our library needs volunteers on Saturdays', 'volunteers'],
    ['link in bio page for Mo Lund', 'links'],
    ['internal page for our kitchen staff about the new rota', 'notice'],
    ['thank-you page after people download our guide', undefined],
    ['we make birthday cakes in Hull, order form', 'cakes'],
    ['award-winning bakery in Hull', 'bakery'],
  ])('%s', (prompt, occasion) => {
    const { trade: of } = page(prompt);
    if (occasion === undefined) expect(of).not.toBe('download');
    else expect(of).toBe(occasion);
  });

  it('have copy that says nothing false or empty', () => {
    const folder = new URL('../../../src/content/generation/library/en/occasions/', import.meta.url);
    for (const id of readdirSync(folder).map((name) => name.replace('.yaml', '')))
      for (const slots of [{}, { name: 'Ada Lund', place: 'Hull', deadline: '4 May', audience: 'beginners', offer: 'a boat' }]) {
        const brief: Brief = { ...page(''), trade: id, purpose: trade(id).purpose, slots, words: '' };
        expect([id, judgeDraft({ draft: fillPage(brief, around(id)), kind: 'page', isTemplate: false })]).toEqual([id, []]);
      }
  });
});

describe('fields', () => {
  it.each([
    ['The form should only ask for first name and email.', ['text first_name', 'email email']],
    ['The form should have name, email, favourite book.', ['name name', 'email email', 'text Favourite book']],
    [
      'Applicants submit: name, email, title of piece, link to the piece',
      ['name name', 'email email', 'text Title of piece', 'url Link to the piece'],
    ],
    ['theres a form just name email and how far you run', ['name name', 'email email', 'text How far you run']],
    ['mums fill in their name number and what evenings they can do', ['name name', 'phone phone', 'text What evenings you can do']],
    [
      'Consent form: child’s name, class (6A, 6B), parent name, phone',
      ['text Child’s name', 'choice Class', 'name Parent name', 'phone phone'],
    ],
    ['Ask: name, partner coming? yes/no, who will drive', ['name name', 'choice Partner coming?', 'text Who will drive']],
    [
      'Attendee name, company, PO number, email, phone.',
      ['text Attendee name', 'text company', 'text PO number', 'email email', 'phone phone'],
    ],
    ['We need names of all guests, dietary requirements, email', ['text Names of all guests', 'text Dietary requirements', 'email email']],
    ['People can leave a memory.', ['name name', 'email email', 'longtext Your memory']],
  ])('%s', (prompt, expected) => {
    expect(fields(page(`Page for our club in Hull. ${prompt}`))).toEqual(expected);
  });

  it('are the questions of a survey that are numbered within a line', () => {
    const brief = page('staff survey. questions: 1. How do you travel? (car, train) 2. How many days would you come in? 3. Your team');
    expect(fields(brief)).toEqual(['choice How do you travel?', 'number How many days would you come in?', 'text Team']);
  });

  it('are the options of a poll', () => {
    const [field] =
      page('Poll: what should our garden be called? Options: The Patch, Bramble, Something else. Vote by 3 May.').fields ?? [];
    expect(field).toMatchObject({ type: 'choice', options: ['The Patch', 'Bramble', 'Something else'] });
  });

  it.each([
    ['Sign up if you bake: name, what you bring', ['name name', 'text What you bring']],
    ['Name + coming or not + message for the card', ['name name', 'choice Coming?', 'longtext Message for the card']],
    ['Tell us veggie/vegan/meat and if you need a taxi', ['choice Meal', 'choice Need a taxi?']],
    ['put a short form name and phone or email', ['name name', 'email email', 'phone phone']],
  ])('%s', (prompt, expected) => {
    expect(fields(page(`Page for our party on 3 May. ${prompt}`))).toEqual(expected);
  });

  it('are the questions of a short review', () => {
    const brief = page('Feedback page for our workshop. 1-5 stars overall, what was best, may we quote you (yes/no)');
    expect(fields(brief)).toEqual(['choice Overall', 'text What was best', 'choice May we quote you']);
  });

  it('rate one thing each', () => {
    expect(fields(page('Feedback form: rating 1-5 for food, rating 1-5 for delivery'))).toEqual([
      'choice Rating for food',
      'choice Rating for delivery',
    ]);
  });
});

describe('places and links of events', () => {
  it('are no names', () => {
    const { name, where } = page('Quiz night at The Old Crown, Digbeth, every last Thursday, 8pm').slots;
    expect([name, where]).toEqual([undefined, 'The Old Crown, Digbeth']);
  });

  it('say what their button does', () => {
    const words = JSON.stringify(draft('Memorial page for Doris Pell. Donations to Marie Curie https://mariecurie.org.uk/doris'));
    expect(words).toContain('"label":"Donate"');
  });
});

describe('days with parts', () => {
  const text = (prompt: string): string => JSON.stringify(draft(prompt));

  it.each([
    ['Open day, Thursday 16 October, 5pm - 8pm. Talks by the head at 5.30pm and 6.30pm.', 'Talks by the head at 5.30pm and 6.30pm'],
    ['Market, 2nd Sunday of each month 10-3, Town Hall', '2nd Sunday of each month 10-3'],
    ['Course on 9th 10th and 11th March, £195 + VAT', '9th 10th and 11th March'],
    ['Course on 9th 10th and 11th March, £195 + VAT', '£195 + VAT'],
    ['Retreat, Friday 13 to Sunday 15 March, Wales', 'Friday 13 to Sunday 15 March'],
    ['Camp: Mon 16 – Fri 20 Feb, 9.30–3.30, Leys', 'Mon 16–Fri 20 Feb'],
    ['We are hiring a junior designer in Hull. £26–28k, £500 a year for books', '"label":"Pay","value":"£26–28k"'],
    ['Wanted: cook, £15-17 per hour, Hull', '£15-17 per hour'],
    ['Camp in July. Bring lunch, wellies, sun cream.', 'sun cream'],
    ['Course. Week 1: washes. Week 2: skies. Week 3: trees.', '"title":"Skies","time":"Week 2"'],
    ['Petition page: save the lido. We want 2,000 signatures by 4 May.', 'We want 2,000 signatures'],
    [
      'page for my dads 70th its on saturday 18 july at the cricket club in wetherby from 7pm theres a hog roast and a band people need to tell us if they eat meat',
      'hog roast',
    ],
  ])('%s', (prompt, kept) => {
    expect(text(prompt)).toContain(kept);
  });
});
