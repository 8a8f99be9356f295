import { describe, expect, it } from 'vitest';
import { fillPage } from '../../../src/content/generation/library/fill-page.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';

const page = (prompt: string) => readBrief(prompt, 'page');
const draft = (prompt: string) => fillPage(page(prompt), { name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt });

describe('what visitors are to do', () => {
  it.each([
    ['Dog day care in Ely. Let people book a taster day.', 'Book a taster day'],
    ['B&B in Wales. Please build a page where guests can ask whether a room is free.', 'Ask whether a room is free'],
    ['Hot tub hire in Exeter. They can request a date.', 'Request a date'],
    ['Childminder in Hull. Parents should be able to arrange a visit.', 'Arrange a visit'],
    ['Window cleaner. Customers should be able to request a free quote online.', 'Request a free quote'],
    ['I need a page for my bakery so customers can pre-order cakes', 'Pre-order cakes'],
    ['Sauna in Whitby. book a slot', 'Book a slot'],
    ['SaaS for invoices. cta start free trial', 'Start free trial'],
    ['# Sock box\n## Plans\n- Monthly: £12\n- Yearly: £99\n## Button\nGet my socks', 'Get my socks'],
  ])('%s', (prompt, label) => {
    expect(page(prompt).action.label).toBe(label);
  });

  it('are asked what the prompt wants to know of them, beside what a form asks anyway', () => {
    const form = draft('Boat course in Bath. Ask people what experience they have.').blocks.find(({ kind }) => kind === 'form');
    expect(form?.kind === 'form' && form.fields.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Name', 'Email', 'What experience do you have?']),
    );
  });
});

describe('prices in one sentence', () => {
  const prices = (prompt: string) =>
    page(prompt)
      .parts.filter(({ kind }) => kind === 'pricing')
      .flatMap(({ items }) => items.map(({ lead, price, unit }) => [lead, price, unit].filter(Boolean).join(' ')));
  it.each([
    ['Podiatry in Wirral. £40 first visit, £35 after.', ['First visit £40', 'After £35']],
    [
      'Hypnotherapist in Harrogate. sessions 60 mins £85, stop smoking package £220.',
      ['Sessions 60 minutes £85', 'Stop smoking package £220'],
    ],
    ['Dog day care in Ely. £28 a day, £16 half day.', ['Per day £28', 'Half day £16']],
    [
      'We make hats. Plans are Basic at £5 a month, Pro at £12 a month and Team at £30 per month.',
      ['Basic £5 a month', 'Pro £12 a month', 'Team £30 per month'],
    ],
    ['piano lessons in leith, 30 min £24 / 45 min £34 / 60 min £44', ['30 min £24', '45 min £34', '60 min £44']],
    [
      'I sharpen knives. Kitchen knives 5 pounds each, scissors 6, garden shears 8.',
      ['Kitchen knives 5 pounds each', 'Scissors 6 pounds', 'Garden shears 8 pounds'],
    ],
    [
      'PlotPal, an app.\nPricing: Free for one plot, Plus £3/month for up to five plots and Site £25/month for associations.',
      ['Free', 'Plus £3 per month', 'Site £25 per month'],
    ],
  ])('%s', (prompt, expected) => {
    expect(prices(prompt)).toEqual(expected);
  });

  it('are options of a field that asks which', () => {
    const { fields } = page('- skip hire in Doncaster\n- sizes: mini £120, midi £165\n- form: name, phone, skip size (dropdown)');
    expect(fields?.at(-1)).toMatchObject({ label: 'Skip size', type: 'choice', options: ['Mini', 'Midi'] });
  });
});

describe('where a business is', () => {
  it.each([
    ['tree surgeon near Truro', 'near', 'Truro'],
    ['We are a family-run B&B outside Hay-on-Wye with 4 rooms', 'outside', 'Hay-on-Wye'],
    ['mobile dog grooming van, Shampooch, covering Telford and Shrewsbury', 'across', 'Telford and Shrewsbury'],
    ['a coffee cart you can hire across Yorkshire', 'across', 'Yorkshire'],
    ['plumber in Leeds', undefined, 'Leeds'],
  ])('%s', (prompt, at, place) => {
    const { slots } = page(prompt);
    expect([slots.at, slots.place]).toEqual([at, place]);
  });
});

describe('what is said to the writer', () => {
  it.each([
    'Act as a senior conversion copywriter. A page for Crumb, a bakery in Hull.',
    'You are an expert web designer and SEO specialist with 10 years of experience. A page for Crumb, a bakery in Hull.',
    'Imagine you are the best marketing expert in the world, write a page for Crumb, a bakery in Hull.',
  ])('%s', (prompt) => {
    const { slots, trade, statements, offers, remarks } = page(prompt);
    expect({ name: slots.name, trade, statements, offers, remarks }).toEqual({
      name: 'Crumb',
      trade: 'bakery',
      statements: [],
      offers: [],
      remarks: [],
    });
  });

  it('puts the form at the top', () => {
    const { blocks } = draft('Childminder in Hull. Put the form at the top.');
    expect(blocks[1]?.kind).toBe('form');
  });
});

it('says under the headline what the thing does that the page is for', () => {
  const { blocks } = draft('Landing page for PlotPal, a web app that helps gardeners plan their beds and swap seeds.');
  expect(blocks[0]).toMatchObject({ kind: 'hero', text: 'PlotPal helps gardeners plan their beds and swap seeds.' });
});

it('keeps each quotation with its speaker', () => {
  const { quoted } = page(
    'Plumber in Bolton. Reviews: "Turned up when he said he would" - Carol, Horwich. "Fixed our boiler on Christmas Eve" - the Patels.',
  );
  expect(quoted.map(({ by }) => by)).toEqual(['Carol, Horwich', 'The Patels']);
});

it('does not speak of a form where the button leads elsewhere', () => {
  const { blocks } = draft('Notion template "Freelance OS", $19. button: Get it, link https://payhip.example/b/os');
  expect(blocks.map(({ kind }) => kind)).not.toContain('steps');
  expect(JSON.stringify(blocks)).not.toMatch(/put your name down|\bform\b/iu);
});

describe('figures that are no prices', () => {
  it.each([
    'I want to sell my boat. built 2008, new engine 2021, £54,000 ono. viewings at weekends.',
    'Gin from Norfolk, 70cl, £38, launched 2024.',
  ])('%s', (prompt) => {
    expect(JSON.stringify(page(prompt))).not.toMatch(/£20\d\d/);
  });

  it.each(['A gin, 42%, £38, from Norfolk.', 'Used cars in Preston, finance from 9.9% APR.', 'Agency in Hull: 1.2% no sale no fee.'])(
    '%s',
    (prompt) => {
      expect(page(prompt).slots.discount).toBeUndefined();
    },
  );
});

describe('trades of many kinds', () => {
  it.each([
    ['Our company rents out hot tubs for weekends in and around Exeter.', 'hire', 'hot tubs for hire'],
    ['Skip hire company in Hull', 'hire', 'skip hire'],
    ['landing page for an ebook "Sourdough Without Fuss", £9', 'ebook', 'ebook'],
    ['i want to sell my narrowboat. 57ft, £54,000', 'for-sale', 'narrowboat'],
    ['Thai takeaway in Hove called Basil & Flame', 'takeaway', 'thai takeaway'],
  ])('%s', (prompt, trade, subject) => {
    const brief = page(prompt);
    expect([brief.trade, brief.slots.subject]).toEqual([trade, subject]);
  });
});
