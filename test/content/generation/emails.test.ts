import { describe, expect, it } from 'vitest';
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { readBrief } from '../../../src/content/generation/local/brief/read.ts';
import { verify } from '../../../src/content/generation/verify/verify.ts';
import { plainTextOf } from '../../../src/content/versions/plain-text.ts';
import { checkMergeTags } from '../../../src/shared/merge-tags.ts';
import { commission, compose, PROMPTS } from './commission.ts';

const email = (prompt: string, facts: Record<string, string> = {}) => compose(prompt, { kind: 'email', facts });

const MAILS = {
  sale: [`${PROMPTS.sale}. Link to https://juniper.example/tents`],
  receipt: [
    'Order confirmation for an order at Juniper Trail. Items:\n- Ridge tent, 2 persons €389\n- Gas stove €45\n- Shipping €5.90\nTotal €439.90',
    { order_number: 'JT-20451', delivery: '24–26 November' },
  ],
  invitation: [
    'Einladung zum Sommerfest der Gärtnerei Blattwerk, Samstag 4. Juli, ab 14 Uhr, Lindenweg 7. Es gibt Kuchen aus eigenem Obst.',
  ],
  newsletter: [
    'Newsletter email for a physics blog: three new posts this month. New posts:\n- Why ice is slippery\n- A pendulum that remembers\nLink to https://blog.example/november. Button: "Read the posts". Monochrome',
  ],
  exhibition: ['秋の陶芸展のご案内、10月3日〜10月12日、東京・谷中ギャラリー、入場無料'],
  thanks: ['Thank-you email after a donation to a sea rescue charity, calm', { amount: '€50' }],
} satisfies Record<string, [prompt: string, facts?: Record<string, string>]>;

describe('an email', () => {
  it.each(Object.entries(MAILS))('for "%s" holds in mail programs', async (_, [prompt, facts]) => {
    const { html, subject } = await email(prompt, facts);
    expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024);
    expect([...(subject as string)].length).toBeLessThanOrEqual(60);
    expect(checkMergeTags(html)).toBeNull();
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/\{\{contact\.first_name \| default: "[^"]+"\}\}/);
    expect(html).toMatch(/<div data-preheader style="display:none[^>]*>[^<]+<\/div>/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).not.toMatch(/<script|<svg|<form|<link|url\(|display:\s*(?:flex|grid)|undefined/);
    // Every table is for layout, and says so.
    expect(html.match(/<table /g)?.length).toBe(html.match(/<table role="presentation"/g)?.length ?? 0);
  });

  it('has a subject that tells what it is about', async () => {
    const subjects = await Promise.all(Object.values(MAILS).map(async ([prompt, facts]) => (await email(prompt, facts)).subject));
    expect(subjects).toEqual([
      '30 % off tents, until 12 April',
      'Receipt: Thank you for your order',
      'Sommerfest der Gärtnerei Blattwerk',
      'A physics blog: Three new posts this month',
      '秋の陶芸展, 10月3日〜10月12日',
      'Thank you for your donation',
    ]);
  });

  it.each([
    ['Write a spring sale email for our outdoor shop', 'Sale', 'A spring sale'],
    ['A spring sale email for our outdoor shop, 30 % off tents', 'A spring sale', '30 % off tents'],
    ['Abandoned cart email for our outdoor shop. Headline: "Still thinking?"', 'Abandoned cart', 'Still thinking?'],
    ['Autumn newsletter email for our outdoor shop about hikes in the rain', 'Newsletter', 'Autumn newsletter about hikes in the rain'],
    ['Product launch email for Ledgerlight', '', 'Product launch for Ledgerlight'],
    ['Direct mail about tents', '', 'Direct mail about tents'],
  ])('does not say that it is one: %s', (prompt, eyebrow, headline) => {
    expect(readBrief(commission(prompt, { kind: 'email' }))).toMatchObject({ eyebrow, headline });
  });

  it('reads like a letter where only text is shown', async () => {
    expect(plainTextOf((await email(...(MAILS.sale as [string]))).html)).toMatchInlineSnapshot(`
      "Juniper Trail

      Spring sale

      30 % OFF TENTS

      Hello {{contact.first_name | default: "there"}},

      Until
      12 April

      Code

      LENZ30

      Enter it at checkout.

      Get the offer: https://juniper.example/tents

      You receive this email because you are in touch with Juniper Trail.

      Unsubscribe: {{unsubscribe_url}}"
    `);
  });

  it.each<[prompt: string, operational: boolean]>([
    [`${PROMPTS.sale}. Link to https://juniper.example/tents`, false],
    ['Newsletter email for a physics blog: three new posts this month', false],
    ['Welcome email for new members of the Leith rowing club', false],
    ['Thank-you email for signing up to our newsletter', false],
    ['Order confirmation for an order at Juniper Trail', true],
    ['Quittung für eine Bestellung bei Juniper Trail', true],
    ['Thank-you email after a donation to a sea rescue charity, calm', true],
    [
      'Password reset email for Ledgerlight, a bookkeeping app. Button: "Choose a new password", link to https://ledgerlight.example/reset',
      true,
    ],
    ['Shipping notification: order JT-20451 has left the house', true],
    ['Appointment reminder for a dental practice, Tuesday 4 May, 10:30', true],
    ['Terminerinnerung für eine Zahnarztpraxis, Dienstag 4. Mai, 10:30', true],
    ['Confirmation d’expédition de la commande JT-20451', true],
    ['Recordatorio de cita para una clínica dental, martes 4 de mayo', true],
    ['Reimpostare la password del tuo conto', true],
    ['Lembrete de consulta, terça-feira 4 de maio', true],
    ['Afspraakherinnering voor een tandarts, dinsdag 4 mei', true],
    ['Bokningsbekräftelse för två nätter i Åre', true],
    ['Potwierdzenie wysyłki zamówienia JT-20451', true],
    ['発送のお知らせ、ご注文番号 JT-20451', true],
    ['Transactional email: your data export is ready', true],
    ['A note to guests of a hotel, without an unsubscribe link', true],
    ['Marketing email that reads like a receipt', false],
    ['Spring sale: shipping confirmation included, 30 % off tents', false],
  ])('for "%s" is operational: %s, and only marketing has a way to unsubscribe', async (prompt, operational) => {
    const draft = await email(prompt);
    expect(draft.operational).toBe(operational);
    const { html } = draft;
    expect(/<a [^>]*href="\{\{unsubscribe_url\}\}"[^>]*>[^<]+<\/a>/.test(html)).toBe(!operational);
    expect(await verify(html, { kind: 'email', title: 'x', unsubscribeLink: !operational })).toEqual({ html: html.trimEnd(), repairs: [] });
  });

  it('without a way to unsubscribe gets none by a change of something else, and keeps the one that it has', async () => {
    const receipt = await email(MAILS.receipt[0] as string);
    const changed = await compose('change the headline to "Merci"', { kind: 'email', current: receipt.html });
    expect(changed).toMatchObject({ operational: true, html: expect.not.stringContaining('unsubscribe') });
    const sale = await email(MAILS.sale[0] as string);
    expect(await compose('change the headline to "Merci"', { kind: 'email', current: sale.html })).toMatchObject({ operational: false });
  });

  it('is a bill when it confirms an order, with the sum last', async () => {
    const text = plainTextOf((await email(...(MAILS.receipt as [string, Record<string, string>]))).html);
    expect(text).toMatch(/JT-20451.*24–26 November.*Ridge tent, 2 persons\s+€389.*Gas stove\s+€45.*Shipping\s+€5\.90.*Total\s+€439\.90/s);
  });

  it('has a button that people can click in Outlook, too', async () => {
    const { html } = await email(...(MAILS.newsletter as [string]));
    expect(html).toMatch(
      /<td class="btn full" align="center" bgcolor="#[0-9a-f]{6}"[^>]*><a class="on-btn" href="https:\/\/blog\.example\/november"[^>]*>Read the posts<\/a><\/td>/,
    );
  });

  it('is refused with a form, or a button that leads nowhere', async () => {
    await expect(email('Invitation to a dinner, with a form asking for name and email')).rejects.toThrow(GenerationRefused);
    await expect(email('Invitation to a dinner, button "Count me in"')).rejects.toThrow(/Count me in.*link to/s);
  });

  it('keeps what looks like a merge tag in a prompt from being one', async () => {
    const { html } = await email('A note about {{contact.email}} and <b>bold</b> claims {% if %}');
    expect(html).not.toContain('{{contact.email}}');
    expect(html).not.toContain('<b>');
    expect(checkMergeTags(html)).toBeNull();
  });
});
