import { describe, expect, it } from 'vitest';
import type { Brief } from '../../../src/content/generation/local/brief/brief.types.ts';
import { readBrief } from '../../../src/content/generation/local/brief/read.ts';
import { commission, compose, PROMPTS } from './commission.ts';

const read = (prompt: string, facts: Record<string, string> = {}): Brief => readBrief(commission(prompt, { facts }));
const facts = (brief: Brief): string[] => brief.facts.map(({ kind, label, value }) => `${kind}${label ? ` ${label}` : ''}: ${value}`);
const fields = (brief: Brief): string[] =>
  (brief.fields ?? []).map(({ name, type, required }) => `${name} ${type}${required ? '' : ' optional'}`);

describe('a prompt', () => {
  it.each([
    [PROMPTS.sale, 'sale', 'en'],
    [PROMPTS.waitlist, 'waitlist', 'de'],
    [PROMPTS.conference, 'event', 'en'],
    [PROMPTS.pottery, 'course', 'ja'],
    [PROMPTS.thanks, 'thanks', 'en'],
    [PROMPTS.newsletter, 'newsletter', 'en'],
    [PROMPTS.app, 'app', 'en'],
    [PROMPTS.job, 'job', 'de'],
    [PROMPTS.restaurant, 'restaurant', 'en'],
    [PROMPTS.poterie, 'course', 'fr'],
    ['Liste d’attente pour une librairie à Nantes, nom et e-mail', 'waitlist', 'fr'],
    ['Curso de cocina para principiantes en Sevilla, todos los jueves, 30 €', 'course', 'es'],
    ['Festa di primavera in piazza con musica e cibo, sabato 9 maggio', 'event', 'it'],
    ['Página de uma associação de voluntariado em Lisboa, ajuda nas praias', 'charity', 'pt'],
    ['Nieuwsbrief voor een boekwinkel in Gent, met de beste boeken van de maand', 'newsletter', 'nl'],
    ['Öppet hus på vår verkstad i Göteborg, lördag 7 mars, kaffe och musik för alla', 'event', 'sv'],
    ['Zapisy na warsztaty ceramiki dla dzieci w Krakowie, soboty o 10:00', 'course', 'pl'],
    ['صفحة هبوط لمقهى جديد في بيروت', 'landing', 'ar'],
  ])('%s', (prompt, purpose, language) => {
    const brief = read(prompt);
    expect([brief.purpose.id, brief.language.code]).toEqual([purpose, language]);
    expect(brief.language.rtl).toBe(language === 'ar');
  });

  it('says what is offered, until when and with which code', () => {
    const brief = read(PROMPTS.sale);
    expect([brief.brand, brief.eyebrow, brief.headline]).toEqual(['Juniper Trail', 'Spring sale', '30 % off tents']);
    expect(facts(brief)).toEqual(['until: 12 April', 'code: LENZ30']);
  });

  it.each([
    ['email address', 'email email'],
    ['work email', 'email email'],
    ['Your business e-mail', 'email email'],
    ['correo electrónico', 'email email'],
    ['correo electrónico de trabajo', 'email email'],
    ['phone number', 'phone tel'],
    ['daytime phone', 'phone tel'],
    ['email frequency (dropdown: daily, weekly)', 'email_frequency select'],
  ])('names a field as contacts do: %s', (wish, expected) => {
    expect(fields(read(`A page for a bakery. Form with name, ${wish} and message`))[1]).toBe(expected);
  });

  it('has a list of fields, with types and what is not required last', () => {
    expect(fields(read(PROMPTS.waitlist))).toEqual(['name text', 'email email', 'lieblingskuchen text']);
    expect(fields(read(PROMPTS.job))).toEqual(['name text', 'email email', 'phone tel', 'message textarea optional']);
    expect(fields(read(PROMPTS.restaurant))).toEqual(['name text', 'email email', 'date date', 'guests number']);
    expect(fields(read('A form with phone (optional), T-shirt size (S, M or L), email and a checkbox for consent'))).toEqual([
      't_shirt_size select',
      'email email',
      'phone tel optional',
      'consent checkbox optional',
    ]);
    expect(fields(read('Anmeldung zum Lauf; Größe (cm), Name, E-Mail')).map((field) => field.split(' ')[0])).toContain('name');
  });

  it('is put into the nominative where a German one asks for something', () => {
    expect(read(PROMPTS.waitlist).headline).toBe('Im Herbst öffnet ein Café in Leipzig');
    expect(read('Landingpage für einen kleinen Buchladen in Köln').headline).toBe('Ein kleiner Buchladen in Köln');
  });

  it('has facts with the names it gives them', () => {
    expect(facts(read(PROMPTS.conference))).toEqual([
      'where: Utrecht',
      'when: 14–15 October',
      'price Early bird: €240',
      'note Speakers: to be announced',
    ]);
    expect(facts(read(PROMPTS.pottery))).toEqual(['audience: 初心者向け', 'when: 毎週土曜', 'price 体験: 3,500円']);
    expect(facts(read(PROMPTS.restaurant))).toEqual(['hours: Tuesday to Saturday, 18:00–23:00', 'where: Via del Pratello 12']);
  });

  it('has a headline, a button and an address that are used as given', () => {
    const brief = read(PROMPTS.app);
    expect([brief.brand, brief.eyebrow, brief.headline]).toEqual([
      'Ledgerlight',
      'A bookkeeping app for freelancers',
      'Your books, done by Friday',
    ]);
    expect(brief.action).toEqual({ label: 'Try it free', href: 'https://ledgerlight.example/start' });
    expect([brief.tone.id, brief.facts[0]?.value]).toEqual(['geometric', '€9 per month']);
  });

  it('has lists under headings, and what people said', () => {
    const brief = read(PROMPTS.course);
    expect(brief.sections.map(({ kind, items }) => [kind, items.map(({ lead }) => lead)])).toEqual([
      ['schedule', ['19:00', '19:30', '20:30']],
    ]);
    expect(brief.quotes).toEqual([{ text: 'I finally understood wet on wet.', who: 'Mara Ellison' }]);
    expect(read(PROMPTS.job).sections.map(({ heading, items }) => [heading, items.length])).toEqual([
      ['Aufgaben', 3],
      ['Wir bieten', 3],
    ]);
  });

  it('decides about looks without their words being said on the page', () => {
    const brief = read('Summer fair in Dover, 5 July. Make it playful and use dark green, no pictures');
    expect([brief.tone.id, brief.pictures]).toEqual(['playful', 'none']);
    expect(brief.claims.concat(brief.lede).join()).not.toMatch(/playful|green|pictures/);
    expect(read('A page for a red wine tasting in Cahors').headline).toBe('A red wine tasting in Cahors');
    expect(read('A page for a wine tasting, use #0a5').primary).toBe('#00aa55');
    expect(read('A page for a wine tasting in German, with the price of 12 €', {}).language.code).toBe('en');
    expect(read('A page for a wine tasting, 12 €, in German').language.code).toBe('de');
  });

  it('asks for sections in vain when it has no words for them', () => {
    expect(() => read('A page for a gym in Leeds with sections about, pricing and testimonials')).toThrow(
      /Prices.*What people say.*nothing is invented/s,
    );
    expect(
      read('A page for a gym in Leeds with sections about and pricing. We open at six, every day. Prices: month £30, year £300')
        .sections.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['about', 'prices']);
  });

  it('comes with values that are used as given', () => {
    const brief = read('A conference on bees', {
      headline: 'Bees, and what they need',
      date: '3 June',
      order_number: 'A-17',
      cta: 'Come along',
    });
    expect([brief.headline, brief.action.label]).toEqual(['Bees, and what they need', 'Come along']);
    expect(facts(brief)).toEqual(['when: 3 June', 'note Order number: A-17']);
  });
});

describe('the language of a prompt that has no phrases here', () => {
  it.each<[code: string, prompt: string]>([
    ['ro', 'Listă de așteptare pentru o cafenea în Cluj, care se deschide în toamnă'],
    ['ro', 'Reducere de primăvară la corturi, 30 % până la 12 aprilie'],
    ['cs', 'Kurz keramiky pro začátečníky v Praze, každou sobotu, 900 Kč'],
    ['cs', 'Jarní výprodej stanů, sleva 30 % do 12. dubna'],
    ['sk', 'Kurz keramiky pre začiatočníkov v Bratislave, každú sobotu'],
    ['da', 'Venteliste til en café i Aarhus, der åbner til efteråret'],
    ['da', 'Forårsudsalg hos Juniper, 30 % på telte indtil 12. april'],
    ['no', 'Venteliste for en kafé i Bergen som åpner til høsten'],
    ['no', 'Keramikkurs for nybegynnere i Oslo, hver lørdag, 450 kr'],
    ['fi', 'Keramiikkakurssi aloittelijoille Tampereella, joka lauantai, 45 €'],
    ['fi', 'Kevätale: teltat 30 % alennuksella 12. huhtikuuta asti'],
    ['tr', 'İstanbul’da yeni başlayanlar için seramik kursu, her cumartesi'],
    ['tr', 'Bahar indirimi: çadırlarda 12 Nisan’a kadar yüzde 30'],
    ['hu', 'Kerámia tanfolyam kezdőknek Szegeden, minden szombaton'],
    ['hu', 'Tavaszi vásár: 30 % kedvezmény a sátrakra április 12-ig'],
    ['ca', 'Curs de ceràmica per a principiants a Girona, cada dissabte'],
    ['ca', 'Rebaixes de primavera: 30 % de descompte en tendes fins al 12 d’abril'],
    ['hr', 'Tečaj keramike za početnike u Zagrebu, svake subote'],
  ])('%s: %s', async (code, prompt) => {
    expect((await compose(prompt)).html).toContain(`<html lang="${code}">`);
  });

  it.each<[code: string, prompt: string]>([
    ['sv', 'En kurs i keramik för nybörjare i Lund, på lördagar, 850 kr'],
    ['pl', 'Kurs ceramiki dla początkujących w Krakowie, w każdą sobotę'],
    ['es', 'Un curso de cerámica para principiantes en Sevilla, cada sábado'],
    ['pt', 'Um curso de cerâmica para iniciantes em Lisboa, todos os sábados'],
    ['it', 'Un corso di ceramica per principianti a Bologna, ogni sabato'],
    ['fr', 'Un cours de poterie pour débutants à Lyon, tous les samedis'],
    ['de', 'Töpferkurs für Anfänger in Leipzig, jeden Samstag, 85 €'],
    ['nl', 'Een cursus keramiek voor beginners in Utrecht, elke zaterdag'],
    ['en', 'Spring sale at Juniper Trail, 30 % off tents'],
    ['en', 'Reykjavík Café Ærø, brunch'],
  ])('is not taken for that of a neighbour: %s, %s', async (code, prompt) => {
    expect((await compose(prompt)).html).toContain(`<html lang="${code}">`);
  });
});

describe('what people write as they like', () => {
  it('has names that end with their sentence, and initials and titles that do not', () => {
    const { quotes, fields: form } = read('Service days. "They found the noise." — Tom Arkwright. Form: name, phone');
    expect(quotes).toEqual([{ text: 'They found the noise.', who: 'Tom Arkwright' }]);
    expect(form?.map(({ name }) => name)).toEqual(['name', 'phone']);
    expect(read('A talk. "Look up." — Dr. J. van Dam, Leiden. Free').quotes).toEqual([{ text: 'Look up.', who: 'Dr. J. van Dam, Leiden' }]);
  });

  it('asks for no field where it asks for money', () => {
    const brief = read('Night walk for the hospice. Every walker collects €50. Register: name, email, T-shirt size (S, M, L)');
    expect(fields(brief)).toEqual(['name text', 'email email', 't_shirt_size select']);
    expect(facts(brief)).toEqual(['price Every walker collects: €50']);
  });

  it('keeps an hour with its day, and a town with its street', () => {
    expect(facts(read('Noches de observación, cada viernes de julio, 22:30'))).toEqual(['when: cada viernes de julio, 22:30']);
    expect(facts(read('Invito alla vernissage di Chiara Bassi, venerdì 9 maggio, ore 18:30, Via Solferino 14, Milano'))).toEqual([
      'when: venerdì 9 maggio, ore 18:30',
      'where: Via Solferino 14, Milano',
    ]);
  });

  it('says what an operational email is, and not that it is one', () => {
    const brief = readBrief(commission('Password reset email for Ledgerlight. You asked for a new password.', { kind: 'email' }));
    expect(brief.headline).toBe('Password reset');
  });
});
