import type { Commission, Draft } from '../../../src/content/generation/generator.ts';
import { localGenerator } from '../../../src/content/generation/local/index.ts';

export const commission = (prompt: string, more: Partial<Commission> = {}): Commission => ({
  workspaceId: 'one',
  kind: 'page',
  prompt,
  facts: {},
  brand: { name: 'Juniper Trail' },
  assets: [],
  reasoning: 'min',
  today: new Date('2026-11-22T12:00:00Z'),
  ...more,
});

export const compose = (prompt: string, more: Partial<Commission> = {}): Promise<Draft> =>
  localGenerator.generate(commission(prompt, more), new AbortController().signal);

/** Prompts as people write them: catchwords and sentences, with and without orders about the looks. */
export const PROMPTS = {
  sale: 'Spring sale at Juniper Trail, 30 % off tents until 12 April, code LENZ30',
  waitlist: 'Warteliste für ein Café in Leipzig, das im Herbst öffnet; Name, E-Mail, Lieblingskuchen',
  conference: 'A two-day conference on soil health in Utrecht, 14–15 October, early bird €240, speakers to be announced',
  pottery: '東京の小さな陶芸教室、初心者向け、毎週土曜、体験 3,500円',
  thanks: 'Thank-you page after a donation to a sea rescue charity, calm, no images',
  newsletter: 'Plain newsletter sign-up, monochrome, for a physics blog',
  studio:
    'Create a landing page for our yoga studio in Hamburg with a form asking for name, email and phone. Use warm colors. Mention that the first class is free.',
  app: 'Landing page for Ledgerlight, a bookkeeping app for freelancers. It reads your receipts, sorts them and prepares the VAT return. Headline: "Your books, done by Friday". €9 per month, first 30 days free. Button: "Try it free". Link to https://ledgerlight.example/start. Modern, dark blue.',
  job: 'Stellenanzeige: Bäcker oder Bäckerin (m/w/d) in Teltow, Vollzeit, ab 1. März. Wir backen seit 1911 mit Sauerteig. Aufgaben:\n- Teige führen und Brote formen\n- Den Steinofen heizen\n- Lehrlinge anleiten\nWir bieten: 3.100 € im Monat, freie Sonntage, Brot für die Familie. Formular: Name, E-Mail, Telefon, Nachricht (optional)',
  restaurant:
    'Restaurant Olivia, a small trattoria in Bologna. Reserve a table: name, email, date, guests. Menu:\n- Tagliatelle al ragù €14\n- Tortellini in brodo €16\n- Zuppa inglese €7\nOpen Tuesday to Saturday, 18:00–23:00. Via del Pratello 12',
  course:
    'Online course "Watercolour in winter": six evenings, starts 12 January, £85, for beginners. Schedule:\n19:00 Warm-up sketches\n19:30 One technique, shown slowly\n20:30 Looking at each other\'s work\n"I finally understood wet on wet." — Mara Ellison',
  poterie: 'Un cours de poterie pour débutants à Lyon, tous les mardis, 45 € la séance, places limitées à 8',
} as const;
