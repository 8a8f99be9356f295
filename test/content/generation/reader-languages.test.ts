import { describe, expect, it } from 'vitest';
import { mainClause } from '../../../src/content/generation/reader/ordered-words.ts';
import { namesDocument, withoutOrder } from '../../../src/content/generation/reader/ordering.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';

const page = (prompt: string) => readBrief(prompt, 'page');
const email = (prompt: string) => readBrief(prompt, 'email');
const fields = (prompt: string) => (page(prompt).fields ?? []).map(({ type, standard, label }) => `${type} ${standard ?? label}`);

describe('orders in other languages than English', () => {
  it.each([
    ['de', 'Hallo, ich brauche bitte eine schlichte Seite für unseren Laden', 'Seite für unseren Laden'],
    ['de', 'Könntest du uns eine Anmeldeseite bauen', 'Anmeldeseite bauen'],
    ['fr', "Salut, j'ai besoin d'une page pour mon salon", 'page pour mon salon'],
    ['es', 'Quiero una página para mi taller', 'página para mi taller'],
    ['it', 'Mi serve una pagina per il nostro agriturismo', 'pagina per il nostro agriturismo'],
    ['pt', 'Preciso de uma página para a minha clínica', 'página para a minha clínica'],
    ['nl', 'Ik wil graag een pagina voor onze winkel', 'pagina voor onze winkel'],
    ['sv', 'Jag behöver en sida för min städfirma', 'sida för min städfirma'],
    ['pl', 'Potrzebuję strony dla gabinetu', 'strony dla gabinetu'],
    ['es', 'Actúa como experto en marketing. Crea una landing page para Huerta Viva', 'landing page para Huerta Viva'],
    ['es', 'Bäckerei in Ulm', 'Bäckerei in Ulm'],
  ])('are taken off: %s %s', (lang, prompt, left) => {
    expect(withoutOrder(prompt, lang)).toBe(left);
  });

  it('leave the name of what is ordered', () => {
    expect([namesDocument('Anmeldeseite für den Kurs', 'de'), namesDocument('Bäckerei in Ulm', 'de')]).toEqual([true, false]);
  });
});

describe('forms in other languages than English', () => {
  it.each([
    ['Seite für unsere Schule. Kontaktformular mit Name, Telefon und E-Mail', ['name name', 'phone phone', 'email email']],
    [
      'Pagina per la nostra pensione a Siena. Modulo di richiesta con nome, email e data di arrivo',
      ['name name', 'email email', 'date arrival'],
    ],
    ['página de firmas para la biblioteca, pedir nombre, email y código postal, tono serio', ['name name', 'email email', 'text postcode']],
    ['sida för vår loppis, anmäl bord med namn, mejl och mobil', ['name name', 'email email', 'phone phone']],
    ['Strona dla gabinetu. Formularz zapisu: imię, telefon, email', ['text first_name', 'phone phone', 'email email']],
    ['Pagina voor onze school. Aanmeldformulier met naam, telefoonnummer en e-mail', ['name name', 'phone phone', 'email email']],
    [
      'Ferienwohnung auf Rügen, anfrageformular mit anreise abreise name email',
      ['date arrival', 'date departure', 'name name', 'email email'],
    ],
  ])('have the fields that are asked for: %s', (prompt, asked) => {
    expect(fields(prompt)).toEqual(asked);
  });

  it('list each day of a span', () => {
    const [, days] =
      page('Pagina voor onze hondenschool. Aanmeldformulier met naam, gewenste dagen (maandag t/m vrijdag aan te vinken)').fields ?? [];
    expect(days).toMatchObject({ type: 'choices', options: ['Maandag', 'Dinsdag', 'Woensdag', 'Donderdag', 'Vrijdag'] });
  });
});

describe('emails in other languages than English', () => {
  it.each([
    [
      'de',
      'das Training am Donnerstag ausfällt weil die Halle gesperrt ist',
      'das Training fällt am Donnerstag aus, weil die Halle gesperrt ist',
    ],
    ['de', 'wir ab Mai umziehen', 'wir ziehen ab Mai um'],
    ['de', 'die Praxis vom 3. bis 14. August geschlossen ist', 'die Praxis ist vom 3. bis 14. August geschlossen'],
    ['nl', 'de schoolreis op 12 juni doorgaat', 'de schoolreis gaat op 12 juni door'],
    ['nl', 'we vrijdag gesloten zijn', 'we zijn vrijdag gesloten'],
    ['fr', 'la boulangerie sera fermée', 'la boulangerie sera fermée'],
  ])('say what is behind "that" as sentences: %s %s', (lang, clause, said) => {
    expect(mainClause(clause, lang)).toBe(said);
  });

  it.each([
    [
      "Écris un mail à nos clients pour leur dire que la boulangerie sera fermée du 3 au 24 août et qu'on rouvre le 25. Remercie-les pour leur fidélité.",
      ['La boulangerie sera fermée du 3 au 24 août.', 'On rouvre le 25.', 'Merci pour votre fidélité.'],
    ],
    [
      'Redacta un correo para los socios. Diles que la primera sesión es gratis y que abrimos a las 6:30. Tutéalos.',
      ['La primera sesión es gratis.', 'Abrimos a las 6:30.'],
    ],
    [
      'Mail naar ouders dat de schoolreis op 12 juni doorgaat. Kinderen moeten zelf lunch meenemen.',
      ['De schoolreis gaat op 12 juni door.', 'Kinderen moeten zelf lunch meenemen.'],
    ],
  ])('say it: %s', (prompt, statements) => {
    expect(email(prompt).statements).toEqual(statements);
  });

  it.each([
    ['Mail an alle, dass die Halle zu ist. Viele Grüße vom Vorstand des TV Eiche', { name: 'Der Vorstand des TV Eiche' }],
    ['Skriv ett mejl om att vi ses lördag. Hälsningar styrelsen, Båtsällskapet', { name: 'Styrelsen', role: 'Båtsällskapet' }],
    ['Correo para avisar de que cerramos el lunes. Firma: Carmen Ruiz', { name: 'Carmen Ruiz' }],
  ])('are signed: %s', (prompt, signature) => {
    expect(email(prompt).signature).toEqual(signature);
  });
});

describe('pages in another language than the prompt', () => {
  it('say in it what can be said, and note the rest', () => {
    const brief = page(
      'Landing page in Spanish for a meetup called Charla, every Tuesday 7pm. Free. We are a very friendly bunch of people.',
    );
    expect(brief.facts).toEqual(expect.arrayContaining([{ kind: 'when', value: 'Cada martes 19:00' }]));
    expect(brief.statements).toEqual([]);
    expect(brief.notes.some(({ code }) => code === 'left_out')).toBe(true);
  });
});
