import type { Draft, EmailDraft, PageBlock, PageDraft, Theme } from '../../src/content/generation/draft/draft.ts';

/** Drafts written by hand, for the contact sheets: each kind of block and layout, with short, ordinary and long texts. */
export interface Sheet {
  id: string;
  kind: 'page' | 'email';
  draft: Draft;
  /** At the limits of the schema, where no bound on its weight holds. */
  long?: boolean;
}

const photo = (n: number, alt = 'Hills at dusk') => ({ url: `https://pictures.example/${n}`, alt });
const form: PageBlock = {
  kind: 'form',
  id: 'form',
  heading: 'Tell us about your windows',
  text: 'We answer with a price and a day that suits you. No obligation.',
  fields: [
    { type: 'name', label: 'Name', name: 'name', required: true },
    { type: 'phone', label: 'Phone', name: 'phone' },
    { type: 'email', label: 'Email', name: 'email', required: true },
    { type: 'text', label: 'Postcode', name: 'zip_code', hint: 'So that we know how far it is.' },
    { type: 'choice', label: 'What is it?', name: 'what', options: ['House', 'Flat', 'Shop'], required: true },
    { type: 'longtext', label: 'What should we clean?', name: 'message' },
    { type: 'consent', label: 'I agree that my details are used to answer me.', name: 'consent', required: true },
  ],
  submit: 'Ask for a price',
  note: 'We use your details for this and nothing else.',
};

const windows: PageDraft = {
  lang: 'en',
  title: 'Clean windows across Bristol · Clear View',
  name: 'Clear View',
  theme: { tone: 'natural', primary: '#1f6f8b' },
  blocks: [
    {
      ...{ kind: 'hero', id: 'top', heading: 'Clean windows across Bristol, inside and out.' },
      text: 'Houses, flats and shops. Tell us what needs cleaning and where, and we will answer with a price and a day.',
      action: { label: 'Ask for a price', href: '#form' },
      picture: { drawing: 'city', variant: 3 },
    },
    {
      ...{ kind: 'features', id: 'features', heading: 'What we clean' },
      items: [
        { heading: 'For homes', text: 'Frames and sills are wiped down as well, so the whole window looks looked-after.' },
        { heading: 'For shops', text: 'We plan around your opening hours, and keep the pavement clear while we work.' },
        { heading: 'For landlords', text: 'One visit between tenants, and the flat shows well.' },
      ],
    },
    {
      ...{ kind: 'steps', id: 'steps', heading: 'How it works' },
      items: [
        { heading: 'Tell us about your windows', text: 'Roughly how many, which floors, and your postcode.' },
        { heading: 'Get a price', text: 'You know what it costs before anything starts.' },
        { heading: 'We come and clean', text: 'For the outside, you do not need to be in.' },
      ],
    },
    {
      ...{ kind: 'faq', id: 'faq', heading: 'Questions and answers' },
      items: [
        { question: 'Do I have to be at home?', answer: 'Not for the outside. For the inside, we agree a time with you.' },
        { question: 'Can you reach upper floors?', answer: 'Say how high in the form, and we will tell you what is possible.' },
        { question: 'How often is sensible?', answer: 'It depends on the street: near traffic or the sea, more often. Once is fine, too.' },
      ],
    },
    form,
  ],
};

const gala: PageDraft = {
  lang: 'en',
  title: 'The Midnight Gala',
  name: 'The Midnight Gala',
  theme: { tone: 'elegant', primary: '#c9a227', accent: '#e0c060', background: '#101a3c' },
  blocks: [
    {
      ...{ kind: 'hero', id: 'top', eyebrow: 'Winter 2026', heading: 'An evening of music, candlelight and gold' },
      text: 'The orchestra plays until midnight, and dinner is served at long tables under the dome.',
      action: { label: 'Reserve your seat', href: '#form' },
      second_action: { label: 'See the programme', href: '#schedule' },
      facts: [
        { label: 'When', value: 'Saturday 12 December, 19:00' },
        { label: 'Where', value: 'The Old Observatory, Prague', href: 'https://www.openstreetmap.org' },
        { label: 'Dress', value: 'Black tie' },
      ],
    },
    {
      ...{ kind: 'text', id: 'about', layout: 'band' },
      paragraphs: ['Every ticket pays for a month of lessons for a child who plays, and has nobody to pay for it.'],
    },
    {
      ...{ kind: 'schedule', id: 'schedule', heading: 'Programme' },
      items: [
        { day: 'Saturday', time: '19:00', title: 'Doors and drinks', text: 'Coats on the left, champagne on the right.' },
        { time: '20:00', title: 'Dinner', who: 'Chef Marta Novák' },
        { time: '21:30', title: 'The orchestra', text: 'Dvořák, Smetana, and one surprise.' },
        { time: '00:00', title: 'Midnight waltz' },
      ],
    },
    {
      ...{ kind: 'quote', id: 'quote' },
      items: [{ text: 'I came for the music and stayed for the people. Nothing in the year comes close.', name: 'Jana K.', role: 'guest in 2024' }],
    },
    {
      ...{ kind: 'numbers', id: 'numbers', heading: 'Last year' },
      items: [
        { value: '412', label: 'guests at the long tables' },
        { value: '€86,000', label: 'for lessons' },
        { value: '37', label: 'children who play' },
      ],
    },
    {
      ...{ kind: 'logos', id: 'logos', heading: 'Supported by' },
      items: [{ name: 'Czech Philharmonic' }, { name: 'Café Louvre' }, { name: 'Nova Bank' }, { name: 'Studio Havel' }],
    },
    { ...form, heading: 'Reserve your seat', submit: 'Reserve my seat' } as PageBlock,
    { kind: 'footer', id: 'footer', text: 'The Midnight Gala is held by Music for All, a charity.', links: [{ label: 'Imprint', href: 'https://example.com' }, { label: 'Privacy', href: 'https://example.com/p' }] },
  ],
};

const saas: PageDraft = {
  lang: 'en',
  title: 'Ledgerly · Invoices that chase themselves',
  name: 'Ledgerly',
  theme: { tone: 'modern', primary: '#5b3df5', accent: '#ff7a59' },
  blocks: [
    {
      ...{ kind: 'hero', id: 'top', heading: 'Invoices that chase themselves' },
      text: 'Send an invoice once. Ledgerly reminds, thanks and files, and you see at a glance who still owes you.',
      action: { label: 'Start for free', href: '#pricing' },
      second_action: { label: 'Watch how it works', href: 'https://example.com/video' },
      picture: { drawing: 'device', variant: 5 },
    },
    {
      ...{ kind: 'features', id: 'features', heading: 'Less admin, more paid work', text: 'Four things that you stop doing by hand on the first day.' },
      items: [
        { heading: 'Reminders that sound like you', text: 'Write three, and they go out on the days you choose.' },
        { heading: 'Every currency', text: 'Bill in euros, be paid in pounds, and see both in your books.' },
        { heading: 'One click for the accountant', text: 'A folder by month with all that they ask for.' },
        { heading: 'Deposits', text: 'Ask for a part up front, and the rest follows on its own.' },
      ],
    },
    {
      ...{ kind: 'compare', id: 'compare', heading: 'Beside a spreadsheet' },
      columns: ['Ledgerly', 'Spreadsheet', 'An assistant'],
      rows: [
        { label: 'Reminders', values: ['On their own', 'By hand', 'If they remember'] },
        { label: 'Currencies', values: ['All', 'With formulas', 'Ask'] },
        { label: 'Cost', values: ['€9 a month', 'Your evenings', '€25 an hour'] },
      ],
    },
    {
      ...{ kind: 'pricing', id: 'pricing', heading: 'Prices', text: 'Pay by the month, and stop whenever you like.' },
      items: [
        { name: 'Solo', price: '€9', unit: 'a month', text: 'For one person who bills.', points: ['10 clients', 'Reminders', 'Export'], action: { label: 'Start with Solo', href: 'https://example.com/solo' } },
        { name: 'Studio', price: '€29', unit: 'a month', text: 'For a team of up to eight.', points: ['All clients', 'Reminders and deposits', 'Roles', 'Accountant access'], highlighted: true, action: { label: 'Start with Studio', href: 'https://example.com/studio' } },
        { name: 'House', price: 'Ask us', text: 'For more than eight.', points: ['Everything in Studio', 'Single sign-on', 'A person to call'], action: { label: 'Write to us', href: 'mailto:hello@example.com' } },
      ],
    },
    {
      ...{ kind: 'quote', id: 'quote', heading: 'What people say' },
      items: [
        { text: 'My invoices are paid eleven days sooner, and I have not written a reminder since May.', name: 'Ana Ruiz', role: 'illustrator' },
        { text: 'The deposits alone were worth it.', name: 'Tom Becker', role: 'joiner' },
        { text: 'Our accountant sent flowers.', name: 'Priya N.' },
      ],
    },
    {
      ...{ kind: 'faq', id: 'faq', text: 'Something else? Write to hello@example.com.' },
      items: [
        { question: 'Can I bring my old invoices?', answer: 'Yes. Upload a file, and **Ledgerly** sorts them by client. [How it works](https://example.com/import).' },
        { question: 'Where is my data?', answer: 'In Frankfurt.' },
      ],
    },
    { kind: 'cta', id: 'cta', heading: 'Send the next invoice with Ledgerly', text: 'It takes about four minutes to set up.', action: { label: 'Start for free', href: 'https://example.com' }, second_action: { label: 'Talk to us', href: 'mailto:hello@example.com' } },
  ],
};

const restaurant: PageDraft = {
  lang: 'de',
  title: 'Gasthaus zur alten Donaudampfschifffahrtsgesellschaft',
  name: 'Gasthaus zur alten Donaudampfschifffahrtsgesellschaft',
  theme: { tone: 'warm', primary: '#8a3b2e' },
  blocks: [
    {
      ...{ kind: 'hero', id: 'top', eyebrow: 'Seit 1874 am Hafen', heading: 'Donaudampfschifffahrtskapitänsmützen hängen hier über dem Stammtisch' },
      text: 'Wir kochen, was der Fluss und die Felder dahinter hergeben. Reservieren Sie einen Tisch, oder kommen Sie einfach vorbei.',
      action: { label: 'Tisch für die Geburtstagsgesellschaft reservieren', href: '#form' },
      picture: { drawing: 'table', variant: 1 },
      facts: [
        { label: 'Öffnungszeiten', value: 'Dienstag bis Sonntag, 11:30 bis 22 Uhr' },
        { label: 'Wo', value: 'Uferpromenade 14, Regensburg' },
      ],
    },
    {
      ...{ kind: 'menu', id: 'menu', heading: 'Speisekarte', text: 'Die Karte wechselt mit den Wochen.' },
      groups: [
        { heading: 'Vorspeisen', items: [{ name: 'Rote-Bete-Carpaccio mit Meerrettich', text: 'Walnüsse, Schnittlauch', price: '9,50 €' }, { name: 'Kartoffelsuppe', price: '7 €' }] },
        { heading: 'Hauptgerichte', items: [{ name: 'Zanderfilet', text: 'Gurkensalat, Petersilienkartoffeln', price: '24 €' }, { name: 'Käsespätzle', price: '15 €' }, { name: 'Schweinebraten mit Dunkelbiersauce und zweierlei Knödeln', price: '18,50 €' }] },
        { heading: 'Nachtisch', items: [{ name: 'Apfelstrudel', price: '8 €' }] },
      ],
    },
    { kind: 'gallery', id: 'gallery', heading: 'Bilder', items: [photo(1), photo(2), { ...photo(3), caption: 'Der Garten im Juni' }] },
    { kind: 'map', id: 'map', heading: 'So finden Sie uns', address: 'Uferpromenade 14, 93047 Regensburg', text: 'Mit der Linie 6 bis Schiffslände, dann fünf Minuten am Wasser entlang.' },
    { kind: 'contact', id: 'contact', heading: 'So erreichen Sie uns', phone: '+49 941 555 0199', email: 'tisch@example.com', hours: ['Dienstag bis Samstag 11:30 bis 22 Uhr', 'Sonntag 11:30 bis 20 Uhr'], links: [{ label: 'Instagram', href: 'https://instagram.com/alte.donau' }] },
    {
      ...{ kind: 'form', id: 'form', heading: 'Einen Tisch reservieren' },
      fields: [
        { type: 'name', label: 'Name', name: 'name', required: true },
        { type: 'email', label: 'E-Mail-Adresse', name: 'email', required: true },
        { type: 'date', label: 'Gewünschtes Datum', name: 'day', required: true },
        { type: 'number', label: 'Wie viele Personen?', name: 'guests', required: true },
        { type: 'choices', label: 'Was sollen wir wissen?', name: 'notes', options: ['Kinderstuhl', 'Lebensmittelunverträglichkeiten', 'Rollstuhl', 'Ein Hund kommt mit'] },
      ],
      submit: 'Tisch reservieren',
    },
  ],
};

const conference: PageDraft = {
  lang: 'en',
  title: 'Type and Tide 2026',
  name: 'Type & Tide',
  theme: { tone: 'bold', primary: '#d11a2a', accent: '#111111', background: '#0b0b0b' },
  blocks: [
    {
      ...{ kind: 'hero', id: 'top', heading: 'Letters by the sea' },
      text: 'Two days of talks and presses in Margate, for people who draw, set and print letters.',
      action: { label: 'Get a ticket', href: 'https://example.com/tickets' },
      facts: [{ label: 'When', value: '9 and 10 May 2026' }, { label: 'Where', value: 'Winter Gardens, Margate' }],
      picture: { drawing: 'letters', variant: 2 },
    },
    {
      ...{ kind: 'people', id: 'people', heading: 'Who speaks' },
      items: [
        { name: 'Ines Cox', role: 'type designer', text: 'Draws revivals, and has opinions on ampersands.' },
        { name: 'Oluwaseun Adebayo', role: 'sign painter' },
        { name: 'Mei Tanaka', role: 'engineer', text: 'Works on shaping for scripts that run downwards.' },
        { name: 'Lars Holm', role: 'printer' },
      ],
    },
    {
      ...{ kind: 'schedule', id: 'schedule', heading: 'Programme' },
      items: [
        { day: 'Saturday', time: '09:30', title: 'Coffee' },
        { time: '10:00', title: 'On ampersands', who: 'Ines Cox' },
        { day: 'Sunday', time: '10:00', title: 'Downwards', who: 'Mei Tanaka', text: 'How Mongolian is set.' },
        { time: '14:00', title: 'Press room', text: 'Bring an apron.' },
      ],
    },
    { kind: 'facts', id: 'facts', heading: 'At a glance', items: [{ label: 'Price', value: '£180' }, { label: 'Students', value: '£60' }, { label: 'Language', value: 'English' }] },
    { kind: 'video', id: 'video', heading: 'Last year', url: 'https://youtu.be/abcdefghijk', title: 'Type and Tide 2025 in three minutes' },
    { kind: 'code', id: 'code', label: 'Early birds', code: 'TIDE26', note: 'Takes 20 % off until March.' },
    { kind: 'text', id: 'text', heading: 'Who we are', paragraphs: ['Type and Tide is run by six people who print in a shed. It began as an argument about serifs and went on from there.', 'There are **no sponsors on stage**, and talks are not recorded unless the speaker asks for it.'], points: ['Step-free access throughout', 'A quiet room', 'Food without meat'] },
    { kind: 'cta', id: 'cta', heading: 'See you by the sea', action: { label: 'Get a ticket', href: 'https://example.com/tickets' } },
  ],
};

const waitlist: PageDraft = {
  lang: 'en',
  title: 'Moss, a slower social app',
  name: 'Moss',
  theme: { tone: 'calm', primary: '#3f6b4f' },
  blocks: [
    { kind: 'hero', id: 'top', heading: 'A slower place to share', text: 'One photo a week, twelve friends, no feed. Leave your address, and we write once when it opens.', form: 'form' },
    { kind: 'form', id: 'form', fields: [{ type: 'email', label: 'Email', name: 'email', required: true }], submit: 'Tell me when it opens', note: 'One message, then silence.' },
    { kind: 'features', id: 'features', items: [{ heading: 'Twelve friends' }, { heading: 'One photo a week' }, { heading: 'No counting' }, { heading: 'Nothing to scroll' }] },
  ],
};

const japanese: PageDraft = {
  lang: 'ja',
  title: '山の上の小さな陶芸教室',
  name: '土と風',
  theme: { tone: 'natural', primary: '#7a5c3e' },
  blocks: [
    { kind: 'hero', id: 'top', heading: '山の上の小さな陶芸教室で、はじめての器をつくりませんか。', text: '道具はすべてこちらで用意します。手ぶらでお越しください。', action: { label: '体験を申し込む', href: '#form' }, facts: [{ label: '日時', value: '毎週土曜日 10時から' }, { label: '場所', value: '長野県松本市' }], picture: { drawing: 'pottery', variant: 4 } },
    { kind: 'steps', id: 'steps', heading: '体験の流れ', items: [{ heading: 'お申し込み', text: 'ご希望の日をお知らせください。' }, { heading: '土をこねる', text: '先生がとなりで教えます。' }, { heading: '焼き上がり', text: '一か月ほどでお届けします。' }] },
    { kind: 'pricing', id: 'pricing', heading: '料金', items: [{ name: '一日体験', price: '5,000円', text: '材料費と焼成費を含みます。' }, { name: '月四回コース', price: '16,000円', unit: '月' }] },
    { kind: 'form', id: 'form', heading: '体験のお申し込み', fields: [{ type: 'name', label: 'お名前', name: 'name', required: true }, { type: 'email', label: 'メールアドレス', name: 'email', required: true }], submit: '申し込む' },
  ],
};

const arabic: PageDraft = {
  lang: 'ar',
  dir: 'rtl',
  title: 'دروس العود في عمّان',
  name: 'بيت العود',
  theme: { tone: 'elegant', primary: '#6b3f1d' },
  blocks: [
    { kind: 'hero', id: 'top', heading: 'تعلّم العزف على العود من البداية', text: 'دروس فردية في قلب عمّان للمبتدئين والمتقدمين. اكتب لنا ونحدد موعدا يناسبك.', action: { label: 'احجز درسا', href: '#form' }, second_action: { label: 'الأسعار', href: '#pricing' }, picture: { drawing: 'sound', variant: 2 } },
    { kind: 'features', id: 'features', heading: 'ماذا تتعلم', items: [{ heading: 'المقامات', text: 'نبدأ بمقام واحد ونسمعه حتى نعرفه.' }, { heading: 'الإيقاع', text: 'مع الرق أو من دونه.' }, { heading: 'أغان تعرفها', text: 'من فيروز إلى ما تحب.' }] },
    { kind: 'pricing', id: 'pricing', heading: 'الأسعار', items: [{ name: 'درس واحد', price: '15 د.أ', unit: 'ساعة' }, { name: 'ثمانية دروس', price: '100 د.أ' }] },
    { kind: 'faq', id: 'faq', items: [{ question: 'هل أحتاج إلى عود؟', answer: 'لا، عندنا ما يكفي.' }, { question: 'كم يستغرق الأمر؟', answer: 'كل يوم قليلا.' }] },
    { kind: 'form', id: 'form', heading: 'احجز درسا', fields: [{ type: 'name', label: 'الاسم', name: 'name', required: true }, { type: 'phone', label: 'الهاتف', name: 'phone', required: true }, { type: 'longtext', label: 'رسالة', name: 'message' }], submit: 'احجز' },
  ],
};

const portfolio: PageDraft = {
  lang: 'en',
  title: 'Noor Haddad, photographs',
  name: 'Noor Haddad',
  theme: { tone: 'modern', primary: '#111111', accent: '#e0459b' },
  blocks: [
    { kind: 'hero', id: 'top', heading: 'Portraits of people at work', text: 'In workshops, kitchens and labs, mostly in Marseille.', action: { label: 'Ask about a shoot', href: 'mailto:noor@example.com' }, picture: photo(4, 'A welder at her bench') },
    { kind: 'gallery', id: 'gallery', heading: 'Pictures', items: [photo(5), photo(6), photo(7), photo(8), { ...photo(9), caption: 'Kitchen, 5 a.m.' }, photo(10), photo(11)] },
    { kind: 'features', id: 'features', heading: 'What I do', items: [{ heading: 'Portraits', text: 'At your place, in your light.', picture: photo(12) }, { heading: 'Reportage', text: 'A day with a team, from the first coffee on.', picture: photo(13) }] },
    { kind: 'text', id: 'text', heading: 'Who I am', paragraphs: ['I grew up in a garage. My father mended cars, and I photographed his hands. I still do, with other people’s hands.'], picture: photo(14) },
    { kind: 'contact', id: 'contact', email: 'noor@example.com', links: [{ label: 'Instagram', href: 'https://instagram.com/noor' }] },
  ],
};

const long: PageDraft = {
  ...saas,
  title: 'Long',
  theme: { tone: 'technical', primary: '#0f7b3f' },
  blocks: [
    { kind: 'hero', id: 'top', eyebrow: 'A rather long line above a rather long headline, as people write them', heading: 'We help small and medium-sized manufacturing companies across northern Europe to plan, buy, install and maintain machines that use less energy, make less noise and last longer than those that they have', text: 'A text that goes on. '.repeat(12), action: { label: 'Arrange a conversation with one of our engineers this week', href: '#form' }, second_action: { label: 'Download the brochure as a file of 24 pages', href: 'https://example.com' }, facts: [{ label: 'When', value: 'Any working day between eight in the morning and six in the evening' }, { label: 'Where', value: 'At your factory, or at ours in Aalborg' }, { label: 'For', value: 'Companies with five to five hundred people' }, { label: 'Price', value: 'Free' }] },
    { kind: 'features', id: 'features', heading: 'What we offer to every company that we work with, from the first visit to the last', text: 'A text that goes on. '.repeat(12), items: Array.from({ length: 9 }, (_, i) => ({ heading: `A thing with a name that takes up more than a line, number ${i + 1}`, text: 'Words about it that go on for a while. '.repeat(i % 3 === 0 ? 8 : 2) })) },
    { kind: 'steps', id: 'steps', heading: 'Steps', items: Array.from({ length: 7 }, (_, i) => ({ heading: `Step ${i + 1} of the way`, text: 'Words about it that go on for a while. '.repeat(2) })) },
    { kind: 'pricing', id: 'pricing', heading: 'Prices', items: Array.from({ length: 9 }, (_, i) => ({ name: `A service with a long name ${i}`, price: `€${i * 120 + 90}`, unit: 'for each machine and year', text: 'Words about it.' })) },
    { kind: 'facts', id: 'facts', heading: 'Facts', items: Array.from({ length: 8 }, (_, i) => ({ label: `Label ${i}`, value: 'A value that goes on for a while, as values do' })) },
    { kind: 'quote', id: 'quote', items: [{ text: 'A long quotation that somebody wrote in an email and that nobody has shortened since. '.repeat(5), name: 'Somebody With A Long Name', role: 'head of production and of several other departments' }] },
    { kind: 'people', id: 'people', heading: 'Who works here', items: Array.from({ length: 7 }, (_, i) => ({ name: `Person ${i}`, role: 'engineer', text: 'Words about them.' })) },
    { kind: 'compare', id: 'compare', heading: 'Compare', columns: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'], rows: Array.from({ length: 6 }, (_, i) => ({ label: `Row with words ${i}`, values: ['Yes', 'No', 'Sometimes, when asked', 'Yes', 'No', 'Yes'] })) },
    { ...form, heading: 'Arrange a conversation', submit: 'Arrange a conversation with an engineer' } as PageBlock,
  ],
};

const TONES = ['warm', 'natural', 'modern', 'elegant', 'bold', 'calm', 'playful', 'technical'] as const;
const LAYOUTS = ['split', 'stack', 'frame', 'scene', 'band', 'plain'] as const;
const DRAWINGS = ['abstract', 'books', 'cafe', 'calm', 'camping', 'city', 'desk', 'device', 'goods', 'letters', 'meadow', 'orbits', 'pottery', 'sea', 'soil', 'sound', 'stage', 'table'] as const;
const COLOURS = ['#b4532a', '#245c4a', '#2b4bd6', '#7a1f4b', '#e11d48', '#5b7f95', '#f5b301', '#0f7b3f'] as const;

const opening = (id: string, theme: Theme, hero: object): Sheet => ({
  id,
  kind: 'page',
  draft: {
    ...windows,
    theme,
    blocks: [{ ...windows.blocks[0], picture: undefined, ...hero } as PageBlock, ...windows.blocks.slice(1, 3), form],
  },
});

const mail = (id: string, more: Partial<EmailDraft>): Sheet => ({
  id,
  kind: 'email',
  draft: {
    lang: 'en',
    title: 'Spring sale',
    name: 'Fern & Fig',
    preview_text: 'Three days, every pot in the shop.',
    blocks: [],
    ...more,
  },
});

const sale = mail('mail-sale', {
  theme: { tone: 'warm', primary: '#b4532a', accent: '#2f5d50' },
  blocks: [
    { kind: 'hero', layout: 'band', eyebrow: 'Spring sale', heading: '20 % off every pot, until Sunday', text: 'Hello {{contact.first_name}}, the shelves are full and spring is late. That is good for you.', action: { label: 'Choose a pot', href: 'https://example.com' } },
    { kind: 'code', label: 'Enter at the till', code: 'SPRING20', note: 'Good until Sunday, 23:59.' },
    { kind: 'features', heading: 'What is in', items: [{ heading: 'Terracotta', text: 'From 8 to 60 cm.' }, { heading: 'Glazed', text: 'In the blue that was gone in a week last year.' }] },
    { kind: 'button', action: { label: 'See all of it', href: 'https://example.com' } },
    { kind: 'signature', name: 'Marta', role: 'Fern & Fig', picture: photo(3) },
    { kind: 'footer', text: 'Fern & Fig, 12 Mill Lane, Hebden Bridge', links: [{ label: 'Imprint', href: 'https://example.com' }] },
  ],
});

const receipt = mail('mail-receipt', {
  title: 'Your receipt',
  operational: true,
  theme: { tone: 'modern', primary: '#2b4bd6' },
  blocks: [
    { kind: 'hero', heading: 'Thank you for your order', text: 'We pack it today. You get another message when it leaves.' },
    { kind: 'order', number: '10432', items: [{ name: 'Terracotta pot', text: '24 cm', quantity: '2', price: '€36.00' }, { name: 'Saucer', quantity: '2', price: '€9.00' }], totals: [{ label: 'Shipping', value: '€4.90' }, { label: 'Total', value: '€49.90', strong: true }], address: '12 Mill Lane, Hebden Bridge' },
    { kind: 'button', action: { label: 'See your order', href: '{{workspace.website}}' } },
    { kind: 'contact', email: 'hello@example.com', phone: '+44 1422 555 019' },
  ],
});

const everything = mail('mail-all', {
  title: 'All blocks',
  theme: { tone: 'bold', primary: '#d11a2a', accent: '#111111', background: 'auto' },
  blocks: [
    { kind: 'hero', heading: 'Letters by the sea', text: 'Two days of talks and presses in Margate.', facts: [{ label: 'When', value: '9 and 10 May 2026' }, { label: 'Where', value: 'Winter Gardens, Margate' }], action: { label: 'Get a ticket', href: 'https://example.com' }, picture: photo(6) },
    { kind: 'letter', greeting: 'Hello {{contact.first_name}},', paragraphs: ['It is **happening** again, by the sea. You were there [last year](https://example.com), and we hope that you come back.', 'Bring an apron.'], closing: 'Kind regards' },
    { kind: 'text', heading: 'What is new', paragraphs: ['There is a press room, and it is open all day.'], points: ['Step-free access', 'A quiet room'] },
    { kind: 'steps', heading: 'How it works', items: [{ heading: 'Choose a ticket', text: 'For a day or for both.' }, { heading: 'Pay', text: 'By card or invoice.' }, { heading: 'Come', text: 'By train, if you can.' }] },
    { kind: 'schedule', heading: 'Programme', items: [{ day: 'Saturday', time: '10:00', title: 'On ampersands', who: 'Ines Cox' }, { time: '14:00', title: 'Press room' }] },
    { kind: 'numbers', heading: 'In figures', items: [{ value: '412', label: 'guests' }, { value: '37', label: 'talks' }] },
    { kind: 'pricing', heading: 'Prices', items: [{ name: 'One day', price: '£100' }, { name: 'Both days', price: '£180' }] },
    { kind: 'compare', heading: 'Side by side', columns: ['One day', 'Both'], rows: [{ label: 'Talks', values: ['6', '12'] }, { label: 'Press room', values: ['No', 'Yes'] }] },
    { kind: 'menu', heading: 'Lunch', groups: [{ heading: 'Saturday', items: [{ name: 'Soup', text: 'Leek and potato', price: '£6' }] }] },
    { kind: 'quote', items: [{ text: 'Nothing in the year comes close.', name: 'Jana K.' }] },
    { kind: 'people', heading: 'Who speaks', items: [{ name: 'Ines Cox', role: 'type designer', picture: photo(2) }, { name: 'Lars Holm', role: 'printer' }] },
    { kind: 'gallery', heading: 'Pictures', items: [photo(5), { ...photo(7), caption: 'The press room' }] },
    { kind: 'faq', items: [{ question: 'Is there a recording?', answer: 'No.' }] },
    { kind: 'logos', heading: 'With', items: [{ name: 'One' }, { name: 'Two' }] },
    { kind: 'video', url: 'https://youtu.be/abcdefghijk', title: 'Watch the film' },
    { kind: 'map', address: 'Winter Gardens, Margate' },
    { kind: 'cta', heading: 'See you by the sea', text: 'Tickets are on sale.', action: { label: 'Get a ticket', href: 'https://example.com' } },
    { kind: 'contact', phone: '+44 20 7946 0000', email: 'sea@example.com' },
  ],
});

const page = (id: string, draft: PageDraft): Sheet => ({ id, kind: 'page', draft });

export const sheetDrafts = (): Sheet[] => [
  page('windows', windows),
  page('gala', gala),
  page('saas', saas),
  page('restaurant', restaurant),
  page('conference', conference),
  page('waitlist', waitlist),
  page('japanese', japanese),
  page('arabic', arabic),
  page('portfolio', portfolio),
  { ...page('long', long), long: true },
  page('centred', { ...windows, theme: { tone: 'playful', primary: '#e0459b', background: '#fff3b0', align: 'center', buttons: 'large' } }),
  page('centred-saas', { ...saas, theme: { tone: 'bold', primary: '#ffcc00', background: 'dark', align: 'center' } }),
  ...TONES.map((tone, i) => opening(`tone-${tone}`, { tone, primary: COLOURS[i] as string }, {})),
  ...LAYOUTS.flatMap((layout) => [
    opening(`hero-${layout}`, { tone: 'natural', primary: '#245c4a' }, { layout, picture: { drawing: 'city', variant: 7 } }),
    opening(`hero-${layout}-photo`, { tone: 'modern', primary: '#2b4bd6' }, { layout, picture: photo(4), facts: windows.blocks.length > 0 ? [{ label: 'When', value: 'Monday to Friday' }, { label: 'Where', value: 'Bristol' }] : [] }),
    opening(`hero-${layout}-form`, { tone: 'warm', primary: '#b4532a' }, { layout, form: 'form', action: undefined }),
    opening(`hero-${layout}-bare`, { tone: 'elegant', primary: '#7a1f4b' }, { layout }),
  ]),
  ...DRAWINGS.map((drawing, i) => opening(`drawing-${drawing}`, { tone: TONES[i % 8] as 'warm', primary: COLOURS[i % 8] as string }, { picture: { drawing, variant: i } })),
  sale,
  receipt,
  everything,
  mail('mail-dark', { ...(sale.draft as EmailDraft), theme: { tone: 'elegant', primary: '#c9a227', background: '#101a3c', align: 'center', buttons: 'large' } }),
  mail('mail-letter', { theme: { tone: 'calm', primary: '#3f6b4f' }, blocks: [{ kind: 'letter', greeting: 'Hello {{contact.first_name}},', paragraphs: ['We are sorry. The shop was closed on Saturday, and the page said that it was open.', 'Come back this week, and the first coffee is on us.'], closing: 'Kind regards' }, { kind: 'signature', name: 'Marta', role: 'Fern & Fig' }] }),
];
