import { describe, expect, it } from 'vitest';
import { commission } from '../../../scripts/bench/commission.ts';
import { write } from '../../../src/content/generation/library/edit.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';

const brief = (prompt: string) => readBrief(prompt, 'email');
const draft = (prompt: string) => write(commission({ brand: { name: 'Acme' }, kind: 'email', prompt })).draft as unknown;
const words = (prompt: string): string => JSON.stringify(draft(prompt));

describe('emails in English', () => {
  it.each([
    ['tell members to bring a towel', 'Please bring a towel.'],
    ['email to parents. They should arrive by 9.', 'Please arrive by 9.'],
    ['write to our tenants saying the water will be off on Tuesday', 'The water will be off on Tuesday.'],
    ['Apology to customers whose orders were late last week', 'Your orders were late last week.'],
    ['email to clients. Ask if they have ten minutes for a call.', 'Do you have ten minutes for a call?'],
    ['mail to donors. Thank them for their patience.', 'Thank you for your patience.'],
    ['note to members. Remind them to renew.', 'Please renew.'],
    ['mail to buyers. Offer them a free sample box.', 'We would like to offer you a free sample box.'],
  ])('say to readers what is ordered of the writer: %s', (prompt, said) => {
    expect(brief(prompt).statements).toContain(said);
  });

  it.each([
    'The gym is open from 6am to 10pm, and parking is free.',
    'Please pay by bank transfer to Otter Swim School, sort code 20-11-43, account 40917723, by Friday 24 January.',
    'Amina, 9, wants to be a doctor.',
    'Pay the deposit at https://clay.example/pay.',
    'No payment data was accessed.',
  ])('keep sentences whole: %s', (sentence) => {
    expect(brief(`Email to members. ${sentence}`).statements).toContain(sentence);
  });

  it.each([
    ['Payment reminder to parents: fees for spring (£84) were due on 10 January', 'payment-due'],
    ['Abandoned cart email. Customer left something in their basket.', 'cart'],
    ['happy birthday mail for members', 'birthday'],
    ['fundraising appeal for our hedgehog rescue', 'appeal'],
    ['refund confirmation template, order {{order.number}}', 'refund'],
    ["you've come off the waiting list for our pottery course", 'place-free'],
    ['GDPR re-permission mail: do you still want to hear from us?', 'permission'],
    ['We updated our privacy policy.', 'policy'],
    ['thank donors to our winter appeal', undefined],
    ['20% off all wool till sunday', undefined],
  ])('are for an occasion: %s', (prompt, occasion) => {
    expect(brief(prompt).occasion).toBe(occasion);
  });

  it.each([
    ['email to people who read our guide, then offer a free call', 'sale'],
    ['upsell email, they have reached 80% of the limit', 'sale'],
    ['mail for photography clients, their gallery is ready, password is {{gallery.password}}', 'password'],
  ])('are for nothing that they do not speak of: %s', (prompt, purpose) => {
    expect(brief(prompt).purpose).not.toBe(purpose);
  });

  it('keep merge tags and begin as asked', () => {
    const text = words(
      'Hi {{contact.first_name}}, appointment reminder, {{appointment.date}} with {{dentist.name}}. Call if you cannot come.',
    );
    for (const tag of ['{{appointment.date}}', '{{dentist.name}}', '{{contact.first_name']) expect(text).toContain(tag);
  });

  it.each([
    ['Mail to members. The bar is open. Physio am See.', 'Physio am See'],
    ['Shipped email, arrives Thursday, shop Lumen Lamps', 'Lumen Lamps'],
    ['Sale email, free returns, skincare brand Moss & Dew', 'Moss & Dew'],
  ])('are from the sender that a prompt names: %s', (prompt, name) => {
    expect(brief(prompt).slots.name).toBe(name);
  });

  it('say notes as points and head with the news', () => {
    const text = words(
      'Internal email to staff: office closed 24 Dec to 2 Jan. Expense claims by 18 December, on-call rota on the intranet.',
    );
    expect(text).toContain('"heading":"Office closed 24 Dec to 2 Jan"');
    expect(text).toContain('Expense claims by 18 December');
  });
});
