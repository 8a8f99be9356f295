import { describe, expect, it } from 'vitest';
import { fillEmail } from '../../../src/content/generation/library/fill-email.ts';
import { fillPage } from '../../../src/content/generation/library/fill-page.ts';
import type { Brief } from '../../../src/content/generation/reader/brief.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';
import { rounds } from '../../support/at-length.ts';

const page = (prompt: string): Brief => readBrief(prompt, 'page');
const email = (prompt: string): Brief => readBrief(prompt, 'email');
const around = (prompt: string) => ({ name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt });
const pageDraft = (prompt: string) => fillPage(page(prompt), around(prompt));
const emailDraft = (prompt: string) => fillEmail(email(prompt), around(prompt));
const facts = ({ facts: all }: Brief): string[] => all.map(({ kind, value }) => `${kind}: ${value}`);
const fields = ({ fields: all = [] }: Brief): string[] => all.map(({ type, standard, label }) => `${type} ${standard ?? label}`);
const part = (brief: Brief, kind: string) => brief.parts.find((one) => one.kind === kind && one.items.length > 0);
const words = (value: unknown): string => JSON.stringify(value);

describe('names', () => {
  it.each([
    ['behind "called"', 'page for a florist called Wild Parsley in Hull', 'Wild Parsley'],
    ['without capitals', 'its called brumm, an app that logs how much you drive', 'Brumm'],
    ['in quotation marks', 'Landing page for our podcast "Night Ferry".', 'Night Ferry'],
    ['behind "we make"', 'We make Tidewise, tide tables for kayakers. Free on phones.', 'Tidewise'],
    ['of an author', "I'm Tove Ramqvist, I paint signs. Portfolio please.", 'Tove Ramqvist'],
    ['in a list of fragments', 'Portfolio. Bruno Castell. Furniture maker. Plain.', 'Bruno Castell'],
    ['of a couple', 'wedding page Amira + Ben 3 july mill near Stroud', 'Amira + Ben'],
    ['before "sells"', 'Nib & Co sells fountain pens, new and used.', 'Nib & Co'],
    ['of a German inn', 'Seite für unser Gasthaus Zur Linde in Ulm, Biergarten, warme Küche', 'Gasthaus Zur Linde'],
    ['in Japanese', 'みどり坂書店のホームページ、古本と絵本', 'みどり坂書店'],
    ['in Spanish', 'página para la tienda El Mirlo, discos de vinilo en Gijón', 'El Mirlo'],
  ])('%s', (_class, prompt, name) => {
    expect(page(prompt).slots.name).toBe(name);
  });

  it('are not taken from one thing among others', () => {
    expect(email('welcome email for new members of Loaf Circle. You get a starter called Doris in a jar.').slots.name).toBe('Loaf Circle');
  });

  it('are not taken from what visitors choose between', () => {
    expect(page('waiting list for canoes. Form: name, email, which model (Lake, Torrent)').slots.name).toBeUndefined();
  });
});

describe('purposes', () => {
  it.each([
    ['hiring barista totnes, 4 days a week, £12.80/h, apply by 3 may', 'job'],
    ['2 bed flat to rent in Leith, £1,150 a month', 'property'],
    ['petition page: keep the lido open! name, email', 'charity'],
    ['Webinar: What bees do in winter. Tuesday 3 February 6pm', 'webinar'],
    ['scheduling for shared darkrooms, 14-day free trial, no card needed', 'saas'],
    ['fundraiser for a new roof, sponsored walk on 6 June', 'charity'],
    ['sito per trattoria La Quercia a Siena', 'restaurant'],
    ['stuga att hyra i Dalarna, 6 bäddar', 'property'],
    ['página para buscar un cocinero, contrato indefinido', 'job'],
    ['lijst en formulier: enquête over de speeltuin', 'survey'],
  ])('of a page: %s', (prompt, purpose) => {
    expect(page(prompt).purpose).toBe(purpose);
  });

  it.each([
    ["we've moved, new shop at 3 Mill Lane, from 2 june", 'announcement'],
    ['15% off all lamps until friday', 'sale'],
    ['customers who stopped ordering, get them back', 'win-back'],
    ['Mail: wir sind umgezogen, neue Adresse Hafenweg 3', 'announcement'],
    ['correo para recuperar antiguos clientes', 'win-back'],
    ['mejl om nya öppettider från 1 september', 'announcement'],
    ['password reset mail, plain', 'password'],
    ['mail de remerciement aux bénévoles', 'thanks'],
  ])('of an email: %s', (prompt, purpose) => {
    expect(email(prompt).purpose).toBe(purpose);
  });
});

describe('facts', () => {
  it('of a prompt without punctuation are each their own', () => {
    const brief = page('hiring gardener totnes 4 days a week £12.80/h apply by 3 may');
    expect(brief.slots).toMatchObject({ role: 'gardener', place: 'Totnes', deadline: '3 May' });
    expect(facts(brief)).toContain('salary: £12.80/h');
    expect(brief.remarks).toContain('4 days a week');
  });

  it('keep the venue behind a date', () => {
    const brief = page('a page for the Heath Fair, which takes place on Sunday 9 May on the Upper Green, by the pond');
    expect(brief.slots).toMatchObject({ when: 'Sunday 9 May', where: 'on the Upper Green, by the pond' });
  });

  it('have labels of their own where the prompt has', () => {
    const brief = page("we're getting married, Ana & Kai, 5 september. shoes: it's grass so no heels. parking: behind the barn");
    expect(brief.facts).toEqual(expect.arrayContaining([{ kind: 'note', label: 'Shoes', value: "It's grass so no heels" }]));
  });

  it('are hours with their days', () => {
    expect(facts(page('bakery in ghent. open tue-sat 7-14. Kammerstraat 12'))).toContain('hours: Tue-Sat 7-14');
    expect(facts(page('taller en Cádiz, abierto de lunes a viernes de 10 a 19'))).toContain('hours: De lunes a viernes de 10 a 19');
  });

  it('understand dates whose full stop ends no sentence', () => {
    expect(page('Yogakurs ab 14. September im Gemeindehaus, 96 Euro').slots.when).toBe('14. September');
  });

  it('that hang together stay together', () => {
    expect(facts(page('Coaching in Kassel. Erstgespräch 30 Minuten kostenlos, danach 95 € die Stunde.'))).toContain(
      'price: Erstgespräch 30 Minuten kostenlos, danach 95 € die Stunde',
    );
  });

  it('do not take "Black Friday" for a day, nor a free bus for a price', () => {
    expect(email('Black Friday mail for Kettle & Co, 30% on all teapots').slots.when).toBeUndefined();
    expect(page('street party in Graz on 20 November, free shuttle bus').slots.price).toBeUndefined();
  });

  it('all stand on the draft', () => {
    const draft = words(
      pageDraft('osteopath in Lyon, first visit 50 min £62, 22 Mill Road, tel 01632 960 288, no referral needed, closed on Mondays'),
    );
    for (const fact of ['Lyon', '£62', '22 Mill Road', '01632 960 288', 'No referral needed', 'Mondays']) expect(draft).toContain(fact);
  });
});

describe('lists', () => {
  it('of fields take the choices of a question along', () => {
    const brief = page('order page for pies: name, email, how many pies, and "Want one named after you?" with Yes, No and Ask me later');
    expect(fields(brief)).toEqual(
      ['name name', 'email email', 'number quantity', 'choice Want one named after you?'].map((one) =>
        expect.stringContaining(one.split(' ')[0] as string),
      ),
    );
    expect(brief.fields?.at(-1)?.options).toEqual(['Yes', 'No', 'Ask me later']);
  });

  it('of questions make a survey', () => {
    const brief = page(
      'I run a choir.\n\n1. How often do you come? (Never, Often)\n2. Which nights suit you? several possible: Monday, Friday\n3. Rate the tea from 1 to 5\n4. Anything else?\n\nEmail at the end, but optional.',
    );
    expect(brief.purpose).toBe('survey');
    expect(brief.fields?.map(({ type }) => type)).toEqual(['choice', 'choices', 'choice', 'longtext', 'email']);
    expect(brief.fields?.at(-1)?.required).toBe(false);
  });

  it('in brackets behind a verb are fields', () => {
    expect(fields(page('People can sign up to walk (name, email, T-shirt size S M L XL).'))).toEqual([
      'name name',
      'email email',
      'choice T-shirt size',
    ]);
  });

  it('of questions with answers in running text are a FAQ', () => {
    const brief = page('pottery course. What to wear? Something old. Insurance? We give you an invoice.');
    expect(part(brief, 'faq')?.items.map(({ lead }) => lead)).toEqual(['What to wear?', 'Insurance?']);
  });

  it('of comparisons have columns', () => {
    const brief = page('Client: Tonk (bike lock)\n\nComparison (Tonk vs other locks):\nWeight: 900 g vs 2 kg\nLength: 80 cm vs 60 cm');
    expect(part(brief, 'compare')).toMatchObject({
      columns: ['Tonk', 'Other locks'],
      items: [{ lead: 'Weight', cells: ['900 g', '2 kg'] }, { lead: 'Length' }],
    });
  });

  it('of an order have lines and sums', () => {
    const draft = emailDraft(
      'Order confirmation email for Felt & Fold.\n\nOrder FF-2041\n2 x Felt slippers, size 40, £21.00 each\n1 x Brush, £6.00\nSubtotal £48.00, postage £3.50, total £51.50',
    );
    expect(draft.blocks.find(({ kind }) => kind === 'order')).toMatchObject({
      number: 'FF-2041',
      items: [{ name: 'Felt slippers', quantity: '2', price: '£21.00 each' }, { name: 'Brush' }],
      totals: [{ label: 'Subtotal' }, { label: 'Postage' }, { label: 'Total', value: '£51.50', strong: true }],
    });
  });

  it('of people are people', () => {
    const brief = page('Physio practice\n\n- 2 physios: Aine Drummond (backs), Sami Petrov (knees)\n- no referral needed');
    expect(part(brief, 'people')?.items).toMatchObject([{ lead: 'Aine Drummond', who: 'Backs' }, { lead: 'Sami Petrov' }]);
  });

  it('of works whose pictures come later are named, and noted', () => {
    const brief = page("portfolio of Ida Holm. six covers (I'll send the pictures): Salt, Ferns, Uncle Zero");
    const draft = fillPage(brief, around('ida'));
    expect(words(draft)).toContain('Uncle Zero');
  });
});

describe('words of the prompt', () => {
  it.each([
    ['Second-hand skis shop!! earthy colors, we ship EU only, no cheesy mountain quotes pls', ['cheesy', 'earthy', 'pls']],
    ['coach for people who hate networking. calm. not cringe.', ['cringe']],
    [
      'page for a choir in Cork. Funny but kind, never mean about anyone. I want the page to make people think, oh, I could sing.',
      ['never mean', 'I could sing'],
    ],
    ['thank you page after donating, keep it short, no exclamation marks', ['exclamation', 'keep it short']],
    ['Website copy notes - Elm Dental (pls tidy up!) NOT medical looking', ['tidy', 'medical looking']],
    ['Seite für meine Praxis in Bonn, bitte nicht kitschig, ruhig im Ton, per Du', ['kitschig', 'per Du']],
  ])('that speak to the writer are no copy: %s', (prompt, signals) => {
    const draft = words(pageDraft(prompt));
    for (const signal of signals) expect(draft).not.toContain(signal);
  });

  it('that order something to be said are turned round', () => {
    expect(email('tell members that the hall is closed on Monday').statements).toEqual(['The hall is closed on Monday.']);
    expect(page('Kindly mention that all proceeds go to the school and that parking is in the field. Page for a fair.').statements).toEqual(
      ['All proceeds go to the school.', 'Parking is in the field.'],
    );
    expect(email('receipt mail. If anything is wrong they should write to us within 14 days.').statements).toEqual([
      'If anything is wrong, please write to us within 14 days.',
    ]);
    expect(
      email('write an email to our members that we raise the price from 29 to 32 euro, they can cancel until 15 december').statements,
    ).toEqual(['We raise the price from 29 to 32 euro.', 'You can cancel until 15 December.']);
  });

  it('about the business stay as they are, polished', () => {
    expect(page('bakery in Hexham. we bake with spelt from the next village').statements).toEqual([
      'We bake with spelt from the next village.',
    ]);
    expect(page('tree surgeon in Kington. we dont do mowing, say so politely').statements).toEqual(["We don't do mowing."]);
  });

  it('in capitals are spoken in an ordinary voice', () => {
    const brief = page(
      'FOR SALE PAGE. THE OLD LAMP ROOM, HALT LANE, BLAXBY. GUIDE PRICE £265,000.\n\n2 BEDS, LOG BURNER, NO CHAIN. TRAINS FROM BLAXBY 6 MINS WALK. PS SORRY FOR CAPITALS THE KEY IS STUCK.',
    );
    expect(brief.slots.name).toBe('The Old Lamp Room');
    expect(words(fillPage(brief, around('x')))).not.toMatch(/STUCK|LOG BURNER|stuck/);
  });

  it('that ask for what cannot be had are noted', () => {
    expect(page('running club page. Also a live leaderboard that shows who came last').notes).toMatchObject([{ code: 'left_out' }]);
    expect(page('window cleaning in hull, ppl can call us').notes).toMatchObject([{ code: 'missing_fact' }]);
  });

  it('of negative wishes leave parts out, with their reason', () => {
    const brief = page("App page for Hedge. No testimonials, we're too new.");
    expect(brief.without).toContain('quote');
    expect(brief.statements).toEqual([]);
    expect(page('portfolio of Mia Lund, minimal, no form').without).toContain('form');
  });
});

describe('buttons, links and signatures', () => {
  it.each([
    ['page for a pen shop. Button: Order a pen', 'Order a pen'],
    ['page for a pen shop. One button everywhere, "Get the pen", goes to https://pen.example', 'Get the pen'],
    ['page for a podcast. Listen button to https://pod.example', 'Listen'],
    ['page for a course, call the button Feed me', 'Feed me'],
  ])('%s', (prompt, label) => {
    expect(page(prompt).action.label).toBe(label);
  });

  it.each([
    ['newsletter mail, sign from Bev and Tomek', 'Bev and Tomek'],
    ['mail about the fair. Signed by Lotte from Descant', 'Lotte from Descant'],
    ['Einladung zum Fest am 3. Mai. Gruß von Mia und Tom', 'Mia und Tom'],
  ])('%s', (prompt, name) => {
    expect(email(prompt).signature?.name).toBe(name);
  });
});

describe('colours', () => {
  it('have the roles that are given to them', () => {
    expect(page('shop page, dark background, lime accent').theme).toMatchObject({ background: 'dark', accent: '#7fa813' });
    expect(page('band page, black and hot pink').theme).toMatchObject({ background: 'dark', primary: '#c2417c' });
    expect(page('photographer, black and white').theme.primary).toBe('#1d1d1f');
  });
});

describe('Japanese and Chinese', () => {
  it('are read clause by clause', () => {
    const brief = page(
      '子ども向け英語教室「ことりの家」のページを作ってください。横浜市。毎週土曜10時から。月謝8,000円。申込フォームは保護者名、メール、学年。',
    );
    expect(brief).toMatchObject({ lang: 'ja', slots: { name: 'ことりの家', place: '横浜市' } });
    expect(facts(brief)).toContain('price: 8,000円');
    expect(fields(brief)).toEqual(['text 保護者名', 'email email', 'text 学年']);
  });

  it('have no English sentences where the library has none of theirs', () => {
    expect(words(pageDraft('预告页:云上茶馆,五月在成都开业,留下邮箱'))).not.toMatch(/[a-z]+ [a-z]+ [a-z]+ [a-z]+/);
  });
});

it('gives the same draft for the same prompt', () => {
  const prompt = 'dog walker in Leeds, two walks a day, from £12';
  expect(pageDraft(prompt)).toEqual(pageDraft(prompt));
});

describe('briefs in the words of people', () => {
  it('turn the body round below a subject in quotation marks', () => {
    const brief = email(
      'Subject: "The hall opens again"\nTell our members that they can use the hall from 3 May. They can book by phone: 01632 960 111',
    );
    expect(brief.quoted).toEqual([{ as: 'subject', text: 'The hall opens again' }]);
    expect(brief.statements).toEqual(['You can use the hall from 3 May.', 'You can book by phone: 01632 960 111.']);
  });

  it.each([
    'Page for a bakery in Leeds. No FAQ. No pictures.',
    'page for a bakery in Leeds, no pictures please',
    'Seite für eine Bäckerei in Ulm, ohne Bilder',
  ])('want no pictures: %s', (prompt) => {
    expect(page(prompt)).toMatchObject({ plain: true, without: expect.arrayContaining(['gallery']) });
  });

  it('want pictures of their own where they want none of an agency', () => {
    expect(page('Rugby club page with a gallery, no stock photos').without).not.toContain('gallery');
  });

  it('lead a button somewhere without naming it', () => {
    expect(page('Page for our choir. Link the button to https://choir.example/join').action).toEqual({
      href: 'https://choir.example/join',
    });
  });

  it('hold times that are no addresses', () => {
    const brief = page("concert page for our choir, 12 December at 7 pm in St Mary's Church");
    expect(facts(brief)).toEqual(['when: 12 December at 7 pm', "where: St Mary's Church"]);
  });

  it.each([
    ['Watercolour course in Bath, six Tuesdays from 12 January, 7 to 9 pm, £90', 'when: Six Tuesdays from 12 January, 7 to 9 pm'],
    ['Kurs in Graz, zehn Dienstage ab 12. Januar, 19 bis 21 Uhr', 'when: Zehn Dienstage ab 12. Januar, 19 bis 21 Uhr'],
    ['Booking for village halls, £12 per month per venue', 'price: £12 per month per venue'],
    ['Conference Inkfest, 3 October, early bird £75 until 31 March, then £95', 'price: Early bird £75 until 31 March, £95 after that'],
    ['page for our camping shop, 30 % off tents until Sunday', 'note: 30% off tents'],
  ])('hold one fact: %s', (prompt, fact) => {
    expect(facts(page(prompt))).toContain(fact);
  });

  it('keep news a sentence in an email', () => {
    expect(email('Mail to club members. Badminton moves to Saturday at 10 am.').statements).toEqual([
      'Badminton moves to Saturday at 10 am.',
    ]);
  });

  it('leave no word of habit behind', () => {
    expect(page('Seite für meinen Töpferkurs in Kassel, immer dienstags um 19 Uhr').offers).not.toContain('Immer');
  });

  it.each([
    ['Seite für meine Werkstatt in Bremen. Termin mit Name, Telefon und Art des Rads', ['name name', 'phone phone', 'text Art des Rads']],
    ['page for a book club, people suggest books (title, author, their email)', ['text Title', 'text Author', 'email email']],
    ['Book club. Form with title and author.', ['text Title', 'text Author']],
    ['form: title of the book, page count, email', ['text Title of the book', 'text Page count', 'email email']],
  ])('ask for fields: %s', (prompt, asked) => {
    expect(fields(page(prompt))).toEqual(asked);
  });

  it('keep what stands behind the fields', () => {
    const brief = page('Dance school. A form that asks for name, email, style of dance, red buttons, 12 Mill Lane.');
    expect(fields(brief)).toEqual(['name name', 'email email', 'text Style of dance']);
    expect(facts(brief)).toContain('address: 12 Mill Lane');
  });

  it('have sessions that ask something', () => {
    const brief = page('Comics Day\n\nSchedule:\n10:00 Keynote: Who is afraid of the graphic novel? (Temi Ashcroft)\n13:00 Lunch');
    expect(part(brief, 'schedule')?.items).toEqual([
      { time: '10:00', lead: 'Keynote: Who is afraid of the graphic novel?', who: 'Temi Ashcroft' },
      { time: '13:00', lead: 'Lunch' },
    ]);
  });

  it.each([
    ['landing page for meal kits. Kidney Kitchen thats the name', 'Kidney Kitchen'],
    ['page for our dog groomer in Hull, the name is Muddy Paws', 'Muddy Paws'],
    ["page for our brass band, The Oxbow Brass is what we're called", 'The Oxbow Brass'],
    ['Employer: Hallam Dental\nRole: dental nurse', 'Hallam Dental'],
  ])('name themselves: %s', (prompt, name) => {
    expect(page(prompt).slots.name).toBe(name);
  });

  it('say what a job is in parts of their own', () => {
    const brief = page(
      'Job ad\nRole: dental nurse\nBase: Aberdeen\nYou will: assist at the chair; keep records\nYou have: a diploma, patience',
    );
    expect(facts(brief)).toContain('where: Aberdeen');
    expect(brief.parts.map(({ heading, items }) => [heading, items.map(({ lead }) => lead)])).toEqual([
      ['You will', ['Assist at the chair', 'Keep records']],
      ['You have', ['A diploma', 'Patience']],
    ]);
  });

  it.each([
    ['Storage in Leith\nUnit 1 – 200 sq ft – £180\nUnit 2 – 420 sq ft – £310', ['Unit 1 £180', 'Unit 2 £310']],
    ['Ski school in Tignes\nadult ski pass ... 45\nlesson ... 60', ['Adult ski pass 45', 'Lesson 60']],
    ['Snip in York\nCut and finish . . . . £38\nColour . . . . £55', ['Cut and finish £38', 'Colour £55']],
  ])('have price lists: %s', (prompt, prices) => {
    expect(part(page(prompt), 'pricing')?.items.map(({ lead, price }) => `${lead} ${price}`)).toEqual(prices);
  });
});

describe('hostile prompts', () => {
  readBrief('a page for a bakery, to warm up', 'page');
  const UNITS = [
    'a,',
    '"',
    '“a',
    '(',
    '((',
    '()',
    '[',
    'Monday, ',
    'y ',
    ' ',
    '1 May ',
    'a: b\n',
    '- a\n',
    'a? b. ',
    'name, ',
    'A ',
    '1',
    '1,',
    '.',
    '# a\n',
    'é',
    'あ',
    '「あ',
    '月1日',
  ];
  const MORE_UNITS = [
    'https://a.',
    'a@b',
    '{{a}} ',
    'a vs b\n',
    '1 x a £1\n',
    'red ',
    'when? ',
    ' / ',
    '&',
    "'a ",
    'form with ',
    'until ',
    'open mon ',
    'A, ',
    '£5 ',
    'a-',
  ];
  it.each([...UNITS, ...MORE_UNITS].filter((_unit, n) => n % rounds(3, 1) === 0))('%j, again and again', (unit) => {
    const prompt = unit.repeat(Math.ceil(10_000 / unit.length)).slice(0, 10_000);
    const start = performance.now();
    pageDraft(prompt);
    // Ten times what it takes: other tests run beside it.
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
