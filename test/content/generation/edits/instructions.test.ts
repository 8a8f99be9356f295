import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Draft } from '../../../../src/content/generation/draft/draft.ts';
import { edit } from '../../../../src/content/generation/edits/instructions.ts';
import { apply, valueAt } from '../../../../src/content/generation/edits/operations.ts';
import { isAtLength } from '../../../support/at-length.ts';
import { bistro, conference, hof, news, plumber, recu, sale, yoga } from './drafts.ts';

const photo = (fileName: string) => ({ url: `https://files.example/${fileName}`, fileName, contentType: 'image/jpeg' });
const kindOf = (draft: Draft) => ('subject' in draft ? 'email' : 'page');
const ask = (draft: Draft, instruction: string, assets: ReturnType<typeof photo>[] = []) =>
  edit(draft, instruction, { kind: kindOf(draft), lang: 'en', assets });

/** The values at some paths after an instruction; `null` for none. `blocks` are the ids in their order. */
function becomes(draft: Draft, instruction: string, expected: Record<string, unknown>, assets: ReturnType<typeof photo>[] = []): void {
  const { operations, refused, notes } = ask(draft, instruction, assets);
  assert.equal(refused, undefined, instruction);
  const result = apply(draft, operations);
  assert.ok('draft' in result, instruction);
  for (const [path, value] of Object.entries(expected)) {
    if (path === 'blocks')
      assert.deepEqual(
        result.draft.blocks.map(({ id }) => id),
        value,
        instruction,
      );
    else if (path === 'notes')
      assert.deepEqual(
        notes.map(({ code }) => code),
        value,
        instruction,
      );
    else assert.deepEqual(valueAt(result.draft, path) ?? null, value, `${instruction}: ${path}`);
  }
}

const refuses = (draft: Draft, ...instructions: string[]) => {
  for (const instruction of instructions) {
    const { refused, operations } = ask(draft, instruction);
    assert.equal(operations.length, 0, instruction);
    assert.equal(typeof refused, 'string', instruction);
  }
};

test('texts', () => {
  becomes(yoga, 'change tuesdays to wednesdays', {
    'top.facts[0].value': 'Wednesdays, 7 pm',
    'form.fields[3].options[0]': 'Wednesday',
    'faq.items[1].answer': 'Yes, on Wednesdays. On Thursdays please book.',
    notes: [],
  });
  becomes(yoga, 'headline: Stretch, breathe, tea', { 'top.heading': 'Stretch, breathe, tea', title: 'Stretch, breathe, tea · Lotus Lane' });
  becomes(yoga, 'we moved! its now The Mill, Leeds instead of the boathouse', { 'top.facts[1].value': 'The Mill, Leeds' });
  becomes(yoga, 'can you make the button say "Save my spot" and make it bigger', {
    'top.action.label': 'Save my spot',
    'form.submit': 'Save my spot',
    'theme.buttons': 'large',
  });
  becomes(yoga, 'we are called Lotus Barn now', { name: 'Lotus Barn', title: 'Yoga by the canal · Lotus Barn' });
  becomes(conference, 'speakers heading should be "Who you will hear"', { 'people.heading': 'Who you will hear' });
  becomes(conference, 'link the button to https://boats.example/tickets', {
    'top.action.href': 'https://boats.example/tickets',
    'cta.action.href': 'https://boats.example/tickets',
  });
  becomes(conference, 'change Early bird to Super early bird and Regular to Standard', {
    'pricing.items[0].name': 'Super early bird',
    'pricing.items[1].name': 'Standard',
  });
  becomes(bistro, 'typo: Smoked trout should be Smoked eel', { 'menu.groups[0].items[1].name': 'Smoked eel' });
  becomes(sale, 'headline “Let there be light”, button “Get one”, and sign off as The Lampwick team', {
    'top.heading': 'Let there be light',
    'button.action.label': 'Get one',
    'signature.name': 'The Lampwick team',
  });
  becomes(sale, 'subject line should be Lamps for less', { subject: 'Lamps for less' });
  becomes(sale, 'don\'t say "Kind regards", say "Warmly"', { 'letter.closing': 'Warmly' });
  becomes(news, 'the scout hut is now called Baden Hall', { 'facts.items[1].value': 'Baden Hall' });
  becomes(news, 'wilf is not chair anymore, he is secretary', { 'signature.role': 'Secretary' });
});

test('facts by their kind', () => {
  becomes(sale, 'its 30% now, code is GLOW30, ends Monday', {
    subject: '30% off all lamps, until Monday',
    'code.code': 'GLOW30',
    preview_text: 'Enter GLOW30 at checkout.',
    'top.heading': '30% off all lamps',
  });
  becomes(yoga, 'single class is £10 now', {
    'pricing.items[0].price': '£10',
    'top.facts[2].value': '£10',
    'pricing.items[1].price': '£75',
  });
  becomes(bistro, 'sorry!! new number 0113 496 0777', { 'contact.phone': '0113 496 0777', 'top.action.href': 'tel:01134960777' });
  becomes(bistro, 'the pie costs 16 not 15', { 'menu.groups[1].items[1].price': '£16' });
  becomes(bistro, 'we moved to 9 Mill Lane, Leeds', { 'contact.address': '9 Mill Lane, Leeds' });
  becomes(conference, 'doors open at 8:30 not 9:00', { 'schedule.items[0].time': '08:30' });
  becomes(conference, 'the date is 19 June 2027', { 'top.facts[0].value': '19 June 2027' });
  becomes(news, 'date moved to Sunday 15 March', { 'facts.items[0].value': 'Sunday 15 March, 10:30' });
  becomes(news, 'swap is at 11:00 now', { 'facts.items[0].value': 'Saturday 14 March, 11:00' });
  becomes(plumber, 'phone: 0117 496 0101', { 'contact.phone': '0117 496 0101' });
  refuses(yoga, 'classes r now £10', 'the price is now 11');
  becomes(bistro, 'closed on Sundays now', { 'contact.hours': ['Wed to Sat 18:00–23:00', 'Sun closed'] });
  refuses(bistro, 'we open thursday to sunday now');
});

test('parts', () => {
  becomes(yoga, 'drop the quote and the faq', { blocks: ['top', 'features', 'pricing', 'form'] });
  becomes(yoga, 'pls put prices above what you get', { blocks: ['top', 'pricing', 'features', 'faq', 'quote', 'form'] });
  becomes(yoga, 'the form should be at the top', { blocks: ['top', 'form', 'features', 'pricing', 'faq', 'quote'] });
  becomes(conference, 'swap speakers and programme', { blocks: ['top', 'people', 'schedule', 'pricing', 'map', 'logos', 'cta'] });
  becomes(conference, 'move tickets right after the headline, then delete the logos thing', {
    blocks: ['top', 'pricing', 'schedule', 'people', 'map', 'cta'],
  });
  becomes(conference, 'get rid of the map, its wrong', { blocks: ['top', 'schedule', 'people', 'pricing', 'logos', 'cta'], notes: [] });
  becomes(conference, 'duplicate the programme', { 'schedule-2.heading': 'Programme', 'schedule-2.items[0].time': '09:00' });
  becomes(plumber, 'remove the last step', { 'steps.items[2]': null, 'steps.items[1].heading': 'Get a price' });
  becomes(bistro, 'mushroom pie is off', { 'menu.groups[1].items[1]': null });
  becomes(sale, 'remove the code', { 'code.code': null, preview_text: null });
  refuses(yoga, 'remove the top', 'remove the mats one');
});

test('what is added is given, or the library’s', () => {
  becomes(yoga, 'add a question: Is there parking? Yes, behind the lock.', {
    'faq.items[2]': { question: 'Is there parking?', answer: 'Yes, behind the lock.' },
  });
  becomes(yoga, 'add a contact section with phone 0113 496 0999 and hello@lotus.example', {
    'contact.phone': '0113 496 0999',
    'contact.email': 'hello@lotus.example',
  });
  becomes(yoga, 'add a 5 class card for £40 to the prices', { 'pricing.items[2]': { name: '5 class card', price: '£40' } });
  becomes(conference, 'add 15:00 Tea break to the programme', {
    'schedule.items[3].title': 'Tea break',
    'schedule.items[4].title': 'The regatta',
  });
  becomes(conference, 'Add a speaker: Jo Reed, rigger', { 'people.items[2]': { name: 'Jo Reed', role: 'Rigger' } });
  becomes(conference, 'Please add a FAQ section with these: Is lunch included? Yes. Can I bring a dog? Sadly no.', {
    'faq.items[1].answer': 'Sadly no',
    notes: [],
  });
  becomes(bistro, 'add a map', { 'map.address': '3 Mill Lane, Leeds' });
  becomes(plumber, 'add a faq', { 'faq.heading': 'Before you book' });
  becomes(sale, 'add PS: Delivery is free', { 'letter.paragraphs[2]': 'PS: Delivery is free.' });
  refuses(plumber, 'add testimonials', 'add prices', 'add a map', 'add an online shop');
  refuses(sale, 'add a form');
});

test('forms', () => {
  becomes(plumber, 'ask for their address too, optional', { 'form.fields[5].name': 'address', 'form.fields[5].required': false });
  becomes(plumber, 'rename What should we clean? to Tell us about the windows', { 'form.fields[4].label': 'Tell us about the windows' });
  becomes(plumber, 'make everything optional except email', { 'form.fields[0].required': false, 'form.fields[2].required': true });
  becomes(plumber, 'add dropdown "How often?" with once, monthly, yearly', { 'form.fields[5].options': ['Once', 'Monthly', 'Yearly'] });
  becomes(plumber, 'put phone before name', { 'form.fields[0].type': 'phone', 'form.fields[1].type': 'name' });
  becomes(yoga, 'add Saturday to the days', { 'form.fields[3].options[2]': 'Saturday' });
  becomes(hof, 'Telefon ist kein Pflichtfeld', { 'form.fields[2].required': false });
});

test('looks', () => {
  becomes(yoga, 'dark green background with cream buttons', { 'theme.background': '#00502a', 'theme.primary': '#9c8158' });
  becomes(conference, 'light mode only please, and a serif font', { 'theme.background': 'light', 'theme.font': 'serif' });
  becomes(conference, 'change the orange to teal', { 'theme.accent': '#0f6b6b', 'theme.primary': '#1f3a6e' });
  becomes(bistro, 'fewer round corners', { 'theme.radius': 'small' });
  becomes(news, 'centre it all, dark green buttons', { 'theme.align': 'center', 'theme.primary': '#00502a' });
  refuses(conference, 'make it pop', 'rewrite the intro so it sounds friendlier', 'hmm make it better');
});

test('pictures', () => {
  becomes(
    yoga,
    'could you use the photo for the top?',
    { 'top.picture': { url: 'https://files.example/canal-view.jpg', alt: 'canal view' } },
    [photo('canal-view.jpg')],
  );
  becomes(bistro, 'use mill2.jpg for the hero', { 'top.picture.alt': 'mill2' }, [photo('pie.jpg'), photo('mill2.jpg')]);
  becomes(yoga, "take the picture out, I'll use my own later", { 'top.picture': null, notes: [] });
  refuses(yoga, 'add a photo of the lamp');
});

test('shorter, and nothing that matters is lost', () => {
  becomes(sale, 'too long, make it shorter', {
    'letter.paragraphs': [
      'Enter the code GLOW20 at checkout, and 20% comes off the price.',
      'If there is something you have looked at more than once, this is the time to look again.',
    ],
  });
  refuses(recu, 'plus court');
});

test('other languages', () => {
  becomes(plumber, 'translate to german', {
    lang: 'de',
    'form.fields[3].label': 'Postleitzahl',
    'form.submit': 'Preis anfragen',
    'top.action.label': 'Preis anfragen',
    notes: ['changed', 'left_out'],
  });
  becomes(recu, 'traduis en anglais', { lang: 'en', 'button.action.label': 'Follow the parcel' });
  refuses(plumber, 'translate to klingon', 'in English please');
});

test('orders in ten languages', () => {
  becomes(hof, 'Setz das Formular ganz nach oben und mach die Knöpfe größer', {
    blocks: ['top', 'form', 'pricing', 'faq'],
    'theme.buttons': 'large',
  });
  becomes(hof, 'Freitag wird Samstag', { 'top.facts[0].value': 'Samstag, 14 bis 18 Uhr' });
  becomes(hof, 'Button soll „Jetzt bestellen“ heißen', { 'top.action.label': 'Jetzt bestellen' });
  becomes(yoga, 'Enlève les prix et mets le formulaire en haut', { blocks: ['top', 'form', 'features', 'faq', 'quote'] });
  becomes(yoga, 'cambia il titolo in "Yoga sul canale"', { 'top.heading': 'Yoga sul canale' });
  becomes(yoga, 'torna o telefone opcional', { 'form.fields[2].required': false });
  becomes(yoga, 'zet het formulier bovenaan en maak de knoppen groter', { 'theme.buttons': 'large' });
  becomes(yoga, 'byt rubriken till "Yoga vid kanalen"', { 'top.heading': 'Yoga vid kanalen' });
  becomes(yoga, 'usuń cennik i przenieś formularz na górę', { blocks: ['top', 'form', 'features', 'faq', 'quote'] });
  becomes(yoga, '見出しを「運河のヨガ」に変更してください', { 'top.heading': '運河のヨガ' });
});

test('one half is done, the other is noted', () => {
  becomes(yoga, 'remove the quote and make it pop', { blocks: ['top', 'features', 'pricing', 'faq', 'form'], notes: ['not_understood'] });
});

test('what could mean two things, or is only an opinion, is not done', () => {
  refuses(
    yoga,
    'less green',
    'dont like the green',
    'make the title bigger',
    'what is the page about?',
    'prices went up by 1 pound',
    'Thursdays are full so only Tuesdays now',
  );
  refuses(conference, 'the headline is boring', 'Ada Moss is out, Kim Roe speaks instead', 'no accent colour', 'the button is ugly');
  refuses(bistro, 'book online button to https://book.example', 'all mains £1 more');
  refuses(sale, 'the code is wrong', '2 more days', 'use first name in subject', 'sign it properly');
  refuses(news, 'swap is on sunday', 'the date is wrong');
  refuses(plumber, 'button to the top', 'make the form shorter, just name and phone');
});

test('sloppy ones that can be understood are', () => {
  becomes(
    yoga,
    'Hi! Two small things: could the class be at 6.30pm rather than 7, and can we lose the line "New in Leeds"? Thanks so much',
    {
      'top.facts[0].value': 'Tuesdays, 6.30pm',
      'top.eyebrow': null,
      notes: [],
    },
  );
  becomes(yoga, 'change Email to Email address', { 'form.fields[1].label': 'Email address' });
  becomes(conference, '12th june should be 13th june', { 'top.facts[0].value': '13 June 2027' });
  becomes(conference, 'add a sponsor: Tar & Feather', { 'logos.items[2].name': 'Tar & Feather', 'logos.items[3]': null });
  becomes(conference, 'the button text is wrong, should be Buy a ticket', { 'cta.action.label': 'Buy a ticket' });
  becomes(sale, 'Can you sign it from me, Anna?', { 'signature.name': 'Anna' });
  becomes(sale, 'make it about chairs instead of lamps', { 'top.heading': '20% off all chairs' });
  becomes(conference, 'hide "Supported by"', { logos: null });
  becomes(conference, 'Per Lind is a rigger, not a sailor', { 'people.items[1].role': 'Rigger' });
  becomes(plumber, 'remove name and postcode', { 'form.fields[0].type': 'phone', 'form.fields[2].type': 'longtext' });
});

test('undo stands for itself', () => {
  for (const words of ['undo', 'undo that', 'Please go back', 'put it back how it was', 'mach das rückgängig', '元に戻して'])
    assert.equal(ask(yoga, words).undo, true, words);
  assert.equal(ask(yoga, 'undo that and remove the quote').undo, undefined);
});

test('nothing is done where nothing is asked, or where it is so already', () => {
  refuses(yoga, '', 'I like it', 'Many thanks!', 'move the form to the end', 'personalise it', 'send it on Monday');
});

test('merge tags are no text', () => {
  const { operations } = ask(news, 'change contact to friend');
  assert.equal(operations.length, 0);
});

test.runIf(isAtLength)('hostile instructions take little time', () => {
  ask(yoga, 'translate to german');
  for (const piece of [
    'a,',
    'a and ',
    'change a to b and ',
    'remove ',
    '! ',
    '"',
    '“a” ',
    'instead of ',
    '£9 ',
    'red and ',
    'monday to ',
    '\n- a',
    'What? to ',
    'the ',
    ' ',
    '{{a}} ',
    'を削除',
  ]) {
    const before = process.threadCpuUsage();
    ask(yoga, piece.repeat(Math.ceil(10_000 / piece.length)));
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(user + system < 1_500_000, piece);
  }
});
