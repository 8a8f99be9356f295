import type { EmailDraft, PageDraft } from '../../../../src/content/generation/draft/draft.ts';

/** Drafts as people have them when they ask for a change. */

export const yoga: PageDraft = {
  lang: 'en',
  title: 'Yoga by the canal · Lotus Lane',
  name: 'Lotus Lane',
  description: 'Slow classes on Tuesdays and Thursdays, for stiff people too.',
  theme: { primary: '#2f6b4f', tone: 'calm' },
  blocks: [
    {
      kind: 'hero',
      id: 'top',
      eyebrow: 'New in Leeds',
      heading: 'Yoga by the canal',
      text: 'Slow classes on Tuesdays and Thursdays, for stiff people too. Mats are here. Bring a jumper for the end.',
      action: { label: 'Book a class', href: '#form' },
      facts: [
        { label: 'When', value: 'Tuesdays, 7 pm' },
        { label: 'Where', value: 'The Boathouse, Leeds' },
        { label: 'Price', value: '£9' },
      ],
      picture: { drawing: 'calm', variant: 3 },
    },
    {
      kind: 'features',
      id: 'features',
      heading: 'What you get',
      items: [
        { heading: 'Small groups', text: 'Twelve people at most.' },
        { heading: 'Mats and blocks', text: 'They are here when you come.' },
        { heading: 'Tea afterwards', text: 'Stay for a cup. Most people do.' },
      ],
    },
    {
      kind: 'pricing',
      id: 'pricing',
      heading: 'Prices',
      items: [
        { name: 'Single class', price: '£9' },
        { name: 'Ten classes', price: '£75', text: 'Good for six months.' },
      ],
    },
    {
      kind: 'faq',
      id: 'faq',
      heading: 'Before you come',
      items: [
        { question: 'Do I need a mat?', answer: 'No, mats are here.' },
        { question: 'Can I just turn up?', answer: 'Yes, on Tuesdays. On Thursdays please book.' },
      ],
    },
    { kind: 'quote', id: 'quote', items: [{ text: 'My back is mine again.', name: 'Joan' }] },
    {
      kind: 'form',
      id: 'form',
      heading: 'Book a class',
      fields: [
        { type: 'name', label: 'Name', name: 'name', required: true },
        { type: 'email', label: 'Email', name: 'email', required: true },
        { type: 'phone', label: 'Phone', name: 'phone', required: true },
        { type: 'choice', label: 'Which day?', name: 'day', options: ['Tuesday', 'Thursday'] },
      ],
      submit: 'Book a class',
    },
  ],
};

export const conference: PageDraft = {
  lang: 'en',
  title: 'Small Boats 2027',
  name: 'Small Boats',
  theme: { primary: '#1f3a6e', accent: '#c8601a', background: 'dark', tone: 'bold' },
  blocks: [
    {
      kind: 'hero',
      id: 'top',
      heading: 'Two days about small boats',
      text: 'Builders, sailors and those who mend.',
      action: { label: 'Get a ticket', href: 'https://tickets.example/boats' },
      facts: [
        { label: 'When', value: '12 June 2027' },
        { label: 'Where', value: 'Dock 4, Hull' },
      ],
    },
    {
      kind: 'schedule',
      id: 'schedule',
      heading: 'Programme',
      items: [
        { time: '09:00', title: 'Doors and coffee' },
        { time: '10:00', title: 'Planks without tears', who: 'Ada Moss' },
        { time: '13:30', title: 'Knots for engineers', who: 'Per Lind' },
        { time: '16:00', title: 'The regatta' },
      ],
    },
    {
      kind: 'people',
      id: 'people',
      heading: 'Speakers',
      items: [
        { name: 'Ada Moss', role: 'Boat builder' },
        { name: 'Per Lind', role: 'Sailor' },
      ],
    },
    {
      kind: 'pricing',
      id: 'pricing',
      heading: 'Tickets',
      items: [
        { name: 'Early bird', price: '€220' },
        { name: 'Regular', price: '€280' },
      ],
    },
    { kind: 'map', id: 'map', heading: 'Getting there', address: 'Dock 4, Hull' },
    { kind: 'logos', id: 'logos', heading: 'Supported by', items: [{ name: 'Hull Council' }, { name: 'Oak & Sons' }] },
    { kind: 'cta', id: 'cta', heading: 'See you at the dock?', action: { label: 'Get a ticket', href: 'https://tickets.example/boats' } },
  ],
};

export const bistro: PageDraft = {
  lang: 'en',
  title: 'Bistro Lune',
  name: 'Bistro Lune',
  theme: { primary: '#8a3524', tone: 'warm', font: 'serif', radius: 'medium' },
  blocks: [
    {
      kind: 'hero',
      id: 'top',
      heading: 'Supper in the old mill',
      text: 'Five tables, one menu, open from Wednesday to Sunday.',
      action: { label: 'Call us', href: 'tel:01134960123' },
      picture: { url: 'https://files.example/mill.jpg', alt: 'The mill' },
    },
    {
      kind: 'menu',
      id: 'menu',
      heading: 'This week',
      groups: [
        {
          heading: 'Starters',
          items: [
            { name: 'Leek soup', price: '£7' },
            { name: 'Smoked trout', price: '£9' },
          ],
        },
        {
          heading: 'Mains',
          items: [
            { name: 'Lamb with beans', price: '£18' },
            { name: 'Mushroom pie', price: '£15' },
          ],
        },
      ],
    },
    {
      kind: 'text',
      id: 'text',
      heading: 'Who cooks',
      paragraphs: ['Marie cooks, Jon pours.', 'We opened in 2012. Nothing on the walls is for sale.'],
    },
    {
      kind: 'contact',
      id: 'contact',
      heading: 'How to reach us',
      phone: '0113 496 0123',
      email: 'table@lune.example',
      address: '3 Mill Lane, Leeds',
      hours: ['Wed to Sat 18:00–23:00', 'Sun 12:00–16:00'],
    },
  ],
};

export const plumber: PageDraft = {
  lang: 'en',
  title: 'Clean windows, inside and out · Bright & Co',
  name: 'Bright & Co',
  description: 'Houses, flats and shops. Tell us what needs cleaning and where, and we will answer with a price and a day.',
  theme: { primary: '#1f6f8b', tone: 'natural' },
  blocks: [
    {
      kind: 'hero',
      id: 'top',
      heading: 'Clean windows, inside and out.',
      text: 'Houses, flats and shops. Tell us what needs cleaning and where, and we will answer with a price and a day.',
      action: { label: 'Ask for a price', href: '#form' },
    },
    {
      kind: 'steps',
      id: 'steps',
      heading: 'From message to clean glass',
      items: [
        { heading: 'Tell us about your windows', text: 'Roughly how many, which floors, and your postcode.' },
        { heading: 'Get a price', text: 'You know what it costs before anything starts.' },
        { heading: 'We come and clean', text: 'For the outside, you do not need to be in.' },
      ],
    },
    {
      kind: 'form',
      id: 'form',
      heading: 'Ask for a price',
      text: 'Tell us what you have, and we will come back with a price.',
      fields: [
        { type: 'name', label: 'Name', name: 'name', required: true },
        { type: 'phone', label: 'Phone', name: 'phone' },
        { type: 'email', label: 'Email', name: 'email', required: true },
        { type: 'text', label: 'Postcode', name: 'zip_code', maps_to: 'zip_code' },
        { type: 'longtext', label: 'What should we clean?', name: 'what', required: true },
      ],
      submit: 'Ask for a price',
    },
  ],
};

export const hof: PageDraft = {
  lang: 'de',
  title: 'Hofladen Krume',
  name: 'Hofladen Krume',
  theme: { primary: '#7b5b3a', tone: 'natural' },
  blocks: [
    {
      kind: 'hero',
      id: 'top',
      heading: 'Brot und Gemüse vom Hof',
      text: 'Freitags backen wir. Der Laden hat immer offen.',
      action: { label: 'Kiste bestellen', href: '#form' },
      facts: [{ label: 'Wann', value: 'Freitag, 14 bis 18 Uhr' }],
      picture: { drawing: 'soil', variant: 2 },
    },
    {
      kind: 'pricing',
      id: 'pricing',
      heading: 'Preise',
      items: [
        { name: 'Kleine Kiste', price: '14 €' },
        { name: 'Große Kiste', price: '22 €' },
      ],
    },
    { kind: 'faq', id: 'faq', heading: 'Fragen und Antworten', items: [{ question: 'Liefern Sie?', answer: 'Ja, bis 10 Kilometer.' }] },
    {
      kind: 'form',
      id: 'form',
      heading: 'Kiste bestellen',
      fields: [
        { type: 'name', label: 'Name', name: 'name', required: true },
        { type: 'email', label: 'E-Mail', name: 'email', required: true },
        { type: 'phone', label: 'Telefon', name: 'phone', required: true },
      ],
      submit: 'Bestellen',
    },
  ],
};

export const sale: EmailDraft = {
  lang: 'en',
  title: '20% off all lamps',
  name: 'Lampwick',
  subject: '20% off all lamps, until Sunday',
  preview_text: 'Enter GLOW20 at checkout.',
  operational: false,
  theme: { primary: '#b5302a', tone: 'bold' },
  blocks: [
    { kind: 'hero', id: 'top', eyebrow: 'Until Sunday', heading: '20% off all lamps', layout: 'band' },
    {
      kind: 'letter',
      id: 'letter',
      greeting: 'Hello {{contact.first_name | default: "there"}},',
      paragraphs: [
        'Enter the code GLOW20 at checkout, and 20% comes off the price. It works for all lamps in the shop. We hope you find one that you like.',
        'If there is something you have looked at more than once, this is the time to look again.',
      ],
      closing: 'Kind regards',
    },
    { kind: 'code', id: 'code', label: 'Code', code: 'GLOW20', note: 'Until Sunday' },
    { kind: 'button', id: 'button', action: { label: 'See the sale', href: '{{workspace.website}}' } },
    { kind: 'signature', id: 'signature', name: 'Bernd', role: 'Lampwick' },
  ],
};

export const news: EmailDraft = {
  lang: 'en',
  title: 'News from the allotment',
  name: 'Plot 12',
  subject: 'March on the allotment',
  preview_text: 'Seeds, slugs and a new shed.',
  theme: { primary: '#3f6b3a', tone: 'natural' },
  blocks: [
    { kind: 'hero', id: 'top', heading: 'March on the allotment', text: 'Seeds, slugs and a new shed.', layout: 'plain' },
    {
      kind: 'letter',
      id: 'letter',
      greeting: 'Hello {{contact.first_name}},',
      paragraphs: [
        'The shed is up. It leans a little.',
        'The seed swap is on Saturday 14 March at 10:30 in the scout hut.',
        'Bring gloves.',
      ],
      closing: 'See you there',
    },
    {
      kind: 'facts',
      id: 'facts',
      items: [
        { label: 'When', value: 'Saturday 14 March, 10:30' },
        { label: 'Where', value: 'Scout hut' },
      ],
    },
    { kind: 'button', id: 'button', action: { label: 'Say you come', href: 'https://plot12.example/swap' } },
    { kind: 'signature', id: 'signature', name: 'Wilf Amis', role: 'Chair' },
  ],
};

export const recu: EmailDraft = {
  lang: 'fr',
  title: 'Votre commande',
  name: 'Laine & Co',
  subject: 'Votre commande 4711',
  operational: true,
  theme: { primary: '#2f4f4f', tone: 'calm' },
  blocks: [
    { kind: 'hero', id: 'top', heading: 'Merci pour votre commande', layout: 'plain' },
    {
      kind: 'order',
      id: 'order',
      number: '4711',
      items: [
        { name: 'Laine bleue', price: '12 €' },
        { name: 'Aiguilles', price: '8 €' },
      ],
      totals: [{ label: 'Total', value: '20 €', strong: true }],
    },
    { kind: 'button', id: 'button', action: { label: 'Suivre le colis', href: 'https://laine.example/suivi' } },
  ],
};
