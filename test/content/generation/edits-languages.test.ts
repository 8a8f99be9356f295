/** The main orders in every language that the composer writes. */
import { describe, expect, it } from 'vitest';
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { compose } from './commission.ts';

const edit = async (current: string, prompt: string): Promise<string> => (await compose(prompt, { current })).html;
const sections = (html: string): string[] => [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id as string);
const hue = (html: string): string => /--button: (#\w+);/.exec(html)?.[1] as string;

interface Orders {
  /** A page with a schedule and a form that asks for name and email. */
  page: string;
  headline: string;
  button: string;
  colour: string[];
  tone: string;
  add: string;
  remove: string;
  field: string[];
  before: string;
  last: string;
  replace: string;
  shorten: string[];
  translate: string;
}

const ORDERS: Record<string, Orders> = {
  en: {
    page: 'Pottery course for beginners in Leeds, starts 12 January, £85. Schedule:\n19:00 Clay\n20:30 Glaze',
    headline: 'Change the headline to "Zebra"',
    button: 'The button should say "Zebra"',
    colour: ['use blue', 'Make the button blue', 'change the colour to blue'],
    tone: 'make it warmer',
    add: 'Add a quote: "Zebra" — Mara',
    remove: 'Remove the schedule',
    field: ['Add a field for company', 'ask for the company too'],
    before: 'Put the form before the schedule',
    last: 'Move the schedule to the end',
    replace: 'Replace "Clay" with "Zebra"',
    shorten: ['make it shorter', 'shorten the page', 'Make the page shorter.'],
    translate: 'translate it to French',
  },
  de: {
    page: 'Töpferkurs für Anfänger in Leipzig, ab 12. Januar, 85 €. Programm:\n19:00 Ton\n20:30 Glasur',
    headline: 'Ändere die Überschrift in „Zebra“',
    button: 'Der Knopf soll „Zebra“ heißen',
    colour: ['Nimm Blau', 'Mach den Knopf blau', 'Ändere die Farbe in Blau'],
    tone: 'Mach es wärmer',
    add: 'Füge ein Zitat hinzu: „Zebra“ — Mara',
    remove: 'Entferne das Programm',
    field: ['Füge ein Feld für Firma hinzu', 'Frag auch nach der Firma'],
    before: 'Setze das Formular vor das Programm',
    last: 'Verschiebe das Programm ans Ende',
    replace: 'Ersetze „Ton“ durch „Zebra“',
    shorten: ['Mach es kürzer', 'Kürze den Text', 'Mach die Seite kürzer'],
    translate: 'Übersetze die Seite ins Französische',
  },
  fr: {
    page: 'Un cours de poterie pour débutants à Lyon, à partir du 12 janvier, 85 €. Programme :\n19:00 Argile\n20:30 Émail',
    headline: 'Change le titre en « Zebra »'.replace('« ', '«').replace(' »', '»'),
    button: 'Le bouton doit dire "Zebra"',
    colour: ['Utilise le bleu', 'Mets le bouton en bleu', 'Change la couleur en bleu'],
    tone: 'Rends-la plus chaleureuse',
    add: 'Ajoute une citation : "Zebra" — Mara',
    remove: 'Supprime le programme',
    field: ['Ajoute un champ pour l’entreprise', 'Demande aussi l’entreprise'],
    before: 'Mets le formulaire avant le programme',
    last: 'Déplace le programme à la fin',
    replace: 'Remplace "Argile" par "Zebra"',
    shorten: ['Rends la page plus courte', 'Raccourcis le texte'],
    translate: 'Traduis la page en allemand',
  },
  es: {
    page: 'Un curso de cerámica para principiantes en Sevilla, desde el 12 de enero, 85 €. Programa:\n19:00 Barro\n20:30 Esmalte',
    headline: 'Cambia el título a "Zebra"',
    button: 'El botón debe decir "Zebra"',
    colour: ['Usa azul', 'Haz el botón azul', 'Cambia el color a azul'],
    tone: 'Hazla más cálida',
    add: 'Añade una cita: "Zebra" — Mara',
    remove: 'Quita el programa',
    field: ['Añade un campo para empresa', 'Pide también la empresa'],
    before: 'Pon el formulario antes del programa',
    last: 'Mueve el programa al final',
    replace: 'Reemplaza "Barro" por "Zebra"',
    shorten: ['Hazlo más corto', 'Acorta el texto'],
    translate: 'Traduce la página al alemán',
  },
  it: {
    page: 'Un corso di ceramica per principianti a Bologna, dal 12 gennaio, 85 €. Programma:\n19:00 Argilla\n20:30 Smalto',
    headline: 'Cambia il titolo in "Zebra"',
    button: 'Il pulsante deve dire "Zebra"',
    colour: ['Usa il blu', 'Rendi il pulsante blu', 'Cambia il colore in blu'],
    tone: 'Rendila più calda',
    add: 'Aggiungi una citazione: "Zebra" — Mara',
    remove: 'Rimuovi il programma',
    field: ['Aggiungi un campo per l’azienda', 'Chiedi anche l’azienda'],
    before: 'Metti il modulo prima del programma',
    last: 'Sposta il programma alla fine',
    replace: 'Sostituisci "Argilla" con "Zebra"',
    shorten: ['Rendila più corta', 'Accorcia il testo'],
    translate: 'Traduci la pagina in tedesco',
  },
  pt: {
    page: 'Um curso de cerâmica para iniciantes em Lisboa, a partir de 12 de janeiro, 85 €. Programa:\n19:00 Barro\n20:30 Esmalte',
    headline: 'Mude o título para "Zebra"',
    button: 'O botão deve dizer "Zebra"',
    colour: ['Usa azul', 'Muda a cor para azul'],
    tone: 'Torna-a mais acolhedora',
    add: 'Adicione uma citação: "Zebra" — Mara',
    remove: 'Remove o programa',
    field: ['Adiciona um campo para empresa', 'Pede também a empresa'],
    before: 'Coloca o formulário antes do programa',
    last: 'Move o programa para o fim',
    replace: 'Substitua "Barro" por "Zebra"',
    shorten: ['Deixa-a mais curta', 'Encurta o texto'],
    translate: 'Traduz a página para alemão',
  },
  nl: {
    page: 'Een cursus keramiek voor beginners in Utrecht, vanaf 12 januari, €85. Programma:\n19:00 Klei\n20:30 Glazuur',
    headline: 'Verander de kop in "Zebra"',
    button: 'De knop moet "Zebra" zeggen',
    colour: ['Gebruik blauw', 'Maak de knop blauw'],
    tone: 'Maak het warmer',
    add: 'Voeg een citaat toe: "Zebra" — Mara',
    remove: 'Verwijder het programma',
    field: ['Voeg een veld voor bedrijf toe', 'Vraag ook om het bedrijf'],
    before: 'Zet het formulier voor het programma',
    last: 'Verplaats het programma naar het einde',
    replace: 'Vervang "Klei" door "Zebra"',
    shorten: ['Maak het korter', 'Verkort de tekst'],
    translate: 'Vertaal de pagina naar het Duits',
  },
  sv: {
    page: 'En kurs i keramik för nybörjare i Lund, från 12 januari, 850 kr. Program:\n19:00 Lera\n20:30 Glasyr',
    headline: 'Ändra rubriken till "Zebra"',
    button: 'Knappen ska säga "Zebra"',
    colour: ['Använd blått', 'Gör knappen blå'],
    tone: 'Gör den varmare',
    add: 'Lägg till ett citat: "Zebra" — Mara',
    remove: 'Ta bort programmet',
    field: ['Lägg till ett fält för företag', 'Fråga också efter företag'],
    before: 'Flytta formuläret före programmet',
    last: 'Flytta programmet till slutet',
    replace: 'Byt ut "Lera" mot "Zebra"',
    shorten: ['Gör den kortare', 'Förkorta texten'],
    translate: 'Översätt sidan till tyska',
  },
  pl: {
    page: 'Kurs ceramiki dla początkujących w Krakowie, od 12 stycznia, 385 zł. Program:\n19:00 Glina\n20:30 Szkliwo',
    headline: 'Zmień nagłówek na "Zebra"',
    button: 'Przycisk powinien mówić "Zebra"',
    colour: ['Użyj niebieskiego', 'Zmień kolor na niebieski'],
    tone: 'Zrób ją cieplejszą',
    add: 'Dodaj cytat: "Zebra" — Mara',
    remove: 'Usuń program',
    field: ['Dodaj pole na firmę', 'Dodaj pole firma'],
    before: 'Przenieś formularz przed program',
    last: 'Przenieś program na koniec',
    replace: 'Zamień "Glina" na "Zebra"',
    shorten: ['Skróć tekst'],
    translate: 'Przetłumacz stronę na niemiecki',
  },
  ja: {
    page: '東京の小さな陶芸教室、初心者向け、1月12日から、3,500円\nスケジュール：\n19:00 粘土\n20:30 釉薬',
    headline: '見出しを「Zebra」に変更',
    button: 'ボタンを「Zebra」に変えて',
    colour: ['青にして', '色を青に変えて'],
    tone: 'もっと温かくして',
    add: 'お客様の声を追加：「Zebra」— Mara',
    remove: 'スケジュールを削除',
    field: ['会社名の項目を追加', '会社名も聞いて'],
    before: 'フォームをスケジュールの前に移動',
    last: 'スケジュールを最後に移動',
    replace: '「粘土」を「Zebra」に置き換えて',
    shorten: ['短くして', 'ページをもっと短くして'],
    translate: 'ドイツ語に翻訳して',
  },
};

describe.each(Object.entries(ORDERS))('in "%s"', (code, orders) => {
  const page = async () => (await compose(orders.page)).html;

  it('what is there can be changed', async () => {
    const html = await page();
    expect(html).toContain(`<html lang="${code}"`);
    expect(await edit(html, orders.headline)).toMatch(/<h1[^>]*>Zebra<\/h1>/);
    expect(await edit(html, orders.button)).toMatch(/<button type="submit">Zebra<\/button>/);
    expect(await edit(html, orders.replace)).toMatch(/19:00<\/span><span>Zebra</);
    for (const colour of orders.colour) expect([colour, hue(await edit(html, colour))]).toEqual([colour, '#2457a6']);
    expect(await edit(html, orders.tone)).toContain('--display: Charter');
  });

  it('sections and fields come, go and move', async () => {
    const html = await page();
    const before = sections(html);
    expect(before).toEqual(['intro', ...before.slice(1)]);
    expect(before).toContain('schedule');
    expect(sections(await edit(html, orders.remove))).toEqual(before.filter((id) => id !== 'schedule'));
    expect(await edit(html, orders.add)).toMatch(/<blockquote><p>Zebra<\/p><\/blockquote>\n<figcaption>Mara/);
    for (const field of orders.field) expect([field, (await edit(html, field)).includes('name="company"')]).toEqual([field, true]);
    expect(sections(await edit(html, orders.before)).indexOf('book')).toBeLessThan(
      sections(await edit(html, orders.before)).indexOf('schedule'),
    );
    expect(sections(await edit(html, orders.last)).at(-1)).toBe('schedule');
  });

  it('what the composer wrote is translated, and what its author wrote is named', async () => {
    const other = code === 'de' || code === 'en' ? 'fr' : 'de';
    const { html, summary } = await compose(orders.translate, { current: await page() });
    expect(html).toContain(`<html lang="${other}"`);
    const [skip, action] = other === 'de' ? ['Zum Inhalt', 'Platz reservieren'] : ['Aller au contenu', 'Réserver une place'];
    expect(/<a class="skip"[^>]*>([^<]*)/.exec(html)?.[1]).toBe(skip);
    expect(/<button[^>]*>([^<]*)/.exec(html)?.[1]).toBe(action);
    expect(summary).toMatch(/Left as they are, because they are the author's own words: "/);
  });

  it('there may be less of it', async () => {
    const html = await edit(await page(), orders.add);
    for (const shorten of orders.shorten)
      expect(sections(await edit(html, shorten))).toEqual(sections(html).filter((id) => id !== 'voice'));
  });
});

describe('a translation', () => {
  it('puts each phrase where it belongs, and takes the way back', async () => {
    const mail = (await compose('Order confirmation for an order at Juniper Trail. Items:\n- Tent €389\nTotal €389', { kind: 'email' }))
      .html;
    const german = await compose('translate to German', { current: mail, kind: 'email' });
    expect(german.html).toMatch(/Guten Tag|Hallo/);
    expect(german.html).toContain('{{contact.first_name | default: "');
    expect(german.html).toMatch(/<h1[^>]*>Danke für [^<]*Bestellung<\/h1>/);
    expect((await compose('translate to English', { current: german.html, kind: 'email' })).html).toBe(mail);
  });

  it.each([
    ['into what it is', 'translate to English', /says that it is in English/],
    ['into what is not known', 'translate it into Klingon', /translation into Klingon\. Known here are English, German/],
  ])('%s is refused', async (_, prompt, why) => {
    const html = (await compose(ORDERS.en?.page as string)).html;
    await expect(compose(prompt, { current: html })).rejects.toThrow(why);
  });

  it('of nothing but somebody’s own words is refused', async () => {
    const own = '<!doctype html><html lang="en"><head><title>Zebra</title></head><body><h1>Zebras at noon</h1></body></html>';
    await expect(compose('translate to German', { current: own })).rejects.toThrow(GenerationRefused);
    await expect(compose('translate to German', { current: own })).rejects.toThrow(/all texts here are/);
  });
});

describe('a document that is to be shorter', () => {
  const own = (body: string) => `<!doctype html><html lang="en"><body><h1>Tents</h1>\n${body}\n</body></html>`;

  it('keeps the first half of the sentences of each paragraph', async () => {
    const html = own('<p>One &amp; only. Two {{a}}; three? Four.</p>\n<p>Alone.</p>\n<form><p>Stays. Here.</p></form>');
    expect(await edit(html, 'make it shorter')).toBe(
      own('<p>One &amp; only. Two {{a}};</p>\n<p>Alone.</p>\n<form><p>Stays. Here.</p></form>'),
    );
  });

  it('can be a part alone', async () => {
    const html = own('<section id="a"><h2>First</h2><p>One. Two.</p></section>\n<section id="b"><h2>Second</h2><p>One. Two.</p></section>');
    expect(await edit(html, 'shorten the section "Second"')).toBe(
      own('<section id="a"><h2>First</h2><p>One. Two.</p></section>\n<section id="b"><h2>Second</h2><p>One.</p></section>'),
    );
    await expect(edit(html, 'shorten the prices')).rejects.toThrow(/Looked for the prices/);
  });

  it('loses what it can do without one by one, and at last nothing', async () => {
    let html = (await compose(ORDERS.en?.page as string)).html;
    html = await edit(html, 'add a FAQ: Do I need clay? No. Is it warm? Yes.');
    html = await edit(html, 'add steps: Come; Sit; Turn');
    const left = [];
    for (let n = 0; n < 10; n++) {
      const next = await edit(html, 'make it shorter').catch((error: Error) => error.message);
      if (!next.startsWith('<!doctype')) {
        expect(next).toMatch(/name what should go/);
        break;
      }
      html = next;
      left.push(sections(html));
    }
    expect(left.at(-1)).toEqual(expect.arrayContaining(['intro', 'schedule', 'book']));
    expect(left.at(-1)).not.toContain('faq');
    expect(left.length).toBeLessThan(6);
  });
});
