import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Draft } from '../../../../src/content/generation/draft/draft.ts';
import { edit } from '../../../../src/content/generation/edits/instructions.ts';
import { apply, valueAt } from '../../../../src/content/generation/edits/operations.ts';
import { spelled } from '../../../../src/content/generation/edits/talk.ts';
import { timeLike, valueIn } from '../../../../src/content/generation/edits/values.ts';

/** A page with what people change most: times, prices, hours, people, choices, sentences with several figures. */
const fair = {
  lang: 'en',
  title: 'Whitlow Fair · Whitlow Fair',
  name: 'Whitlow Fair',
  theme: { primary: '#a4532f' },
  blocks: [
    {
      kind: 'hero',
      id: 'top',
      heading: 'Whitlow Fair',
      text: 'A day by the brook.',
      action: { label: 'Save my place', href: '#form' },
      facts: [
        { label: 'When', value: 'Thursdays 7pm, from 16 April' },
        { label: 'Where', value: 'By the Scout hut' },
      ],
    },
    {
      kind: 'text',
      id: 'text',
      heading: 'Good to know',
      paragraphs: [
        'Ducks cost £3 each or £10 for four. Parking is in the field. 14-day free trial.',
        'Leader is Jonas, 01632 960 871. Meet 20:45, back by 6pm.',
      ],
    },
    {
      kind: 'schedule',
      id: 'schedule',
      heading: 'Programme',
      items: [
        { title: 'Stalls open', time: '11.00' },
        { title: 'Dog show', time: '12.30' },
        { title: 'Raffle', time: '16.15' },
      ],
    },
    {
      kind: 'people',
      id: 'people',
      heading: 'Who you will meet',
      items: [{ name: 'Samir Patel-Cross', role: 'Ducks' }, { name: 'Gwen Lund' }],
    },
    { kind: 'contact', id: 'contact', phone: '01632 960 288', address: '22 Mill Road, Ledbury', hours: ['Mon-Thu 8 to 7, Friday 8 to 1'] },
    {
      kind: 'form',
      id: 'form',
      heading: 'Come along',
      submit: 'Save my place',
      fields: [
        { type: 'name', label: 'Name', name: 'name', required: true },
        { type: 'email', label: 'Email', name: 'email', required: true },
        { type: 'choice', label: 'Who with', name: 'who_with', options: ['Samir', 'Gwen'], required: false },
      ],
    },
    {
      kind: 'faq',
      id: 'faq',
      heading: 'Questions',
      items: [
        { question: 'Dogs?', answer: 'Yes.' },
        { question: 'Rain?', answer: 'We go on.' },
      ],
    },
  ],
} as Draft;

const ask = (instruction: string) => edit(fair, instruction, { kind: 'page', lang: 'en', assets: [] });

function becomes(instruction: string, expected: Record<string, unknown>): void {
  const { operations, refused } = ask(instruction);
  assert.equal(refused, undefined, instruction);
  const result = apply(fair, operations);
  assert.ok('draft' in result, instruction);
  for (const [path, value] of Object.entries(expected))
    assert.deepEqual(valueAt(result.draft, path) ?? null, value, `${instruction}: ${path}`);
}

function refuses(...instructions: string[]): void {
  for (const instruction of instructions) assert.equal(typeof ask(instruction).refused, 'string', instruction);
}

test('a value that is said of something takes the place of its value, and never of the word', () => {
  becomes('trial is 30 days now', {
    'text.paragraphs[0]': 'Ducks cost £3 each or £10 for four. Parking is in the field. 30-day free trial.',
  });
  becomes('ducks are £4 each now', {
    'text.paragraphs[0]': 'Ducks cost £4 each or £10 for four. Parking is in the field. 14-day free trial.',
  });
  becomes('leader is now Petra', { 'text.paragraphs[1]': 'Leader is Petra, 01632 960 871. Meet 20:45, back by 6pm.' });
  becomes('parking is now behind the church', {
    'text.paragraphs[0]': 'Ducks cost £3 each or £10 for four. Parking is behind the church. 14-day free trial.',
  });
  becomes('meet at 21:00 instead', { 'text.paragraphs[1]': 'Leader is Jonas, 01632 960 871. Meet 21:00, back by 6pm.' });
  becomes('move the dog show to 13.00, raffle 16.30', { 'schedule.items[1].time': '13.00', 'schedule.items[2].time': '16.30' });
  refuses('the ceremony is at 3 now', 'entry is £4 now', 'the raffle is at 15.00 too');
});

test('a date takes the place of a date, a day that of a day, and a time stays', () => {
  becomes('we start on 23 April', { 'top.facts[0].value': 'Thursdays 7pm, from 23 April' });
  becomes('wednesdays at 6.30pm, not thursdays', { 'top.facts[0].value': 'Wednesdays at 6.30pm, from 16 April' });
  becomes('thursdays and fridays instead of thursdays', { 'top.facts[0].value': 'Thursdays and Fridays 7pm, from 16 April' });
});

test('what is named by a part of it is replaced as a whole', () => {
  becomes('phone is now 01632 960 111, not 288', { 'contact.phone': '01632 960 111' });
  becomes('it starts on 23 April, not the 16th', { 'top.facts[0].value': 'Thursdays 7pm, from 23 April' });
  becomes("it's not by the scout hut anymore, it's by the village hall", { 'top.facts[1].value': 'By the village hall' });
  refuses('everything goes to the library, not the field', 'change Jonas to Jonas Jonas');
});

test('hours of single days', () => {
  becomes('our hours on Friday are 9 to 12', { 'contact.hours[0]': 'Mon-Thu 8 to 7, Friday 9 to 12' });
  becomes("we're open on saturdays from 9 to 1 now", { 'contact.hours[1]': 'Saturday 9 to 1' });
  refuses('our hours on Tuesday are 9 to 12');
});

test('forms: choices, questions that are fields, fields for others', () => {
  becomes('add Nina to the who with choices', { 'form.fields[2].options': ['Samir', 'Gwen', 'Nina'] });
  becomes('who with options should be Ann, Ben, Cleo', { 'form.fields[2].options': ['Ann', 'Ben', 'Cleo'] });
  becomes('remove the who with question', { 'form.fields[2]': null, 'faq.items[0].question': 'Dogs?' });
  becomes('“Who with” should be mandatory', { 'form.fields[2].required': true });
  becomes('ppl should be able to leave their postcode', { 'form.fields[3].label': 'Postcode' });
});

test('entries come, go and are called otherwise', () => {
  becomes('Samir is called Sam Patel now', { 'people.items[0].name': 'Sam Patel' });
  becomes('Gwen Lund has left', { 'people.items[1]': null });
  becomes("dog show's off", { 'schedule.items[1].title': 'Raffle' });
  becomes('Add "Bouncy castle" at 12 to the programme', { 'schedule.items[1]': { title: 'Bouncy castle', time: '12.00' } });
  becomes('new question at the end: Is it free? Yes.', { 'faq.items[2].question': 'Is it free?' });
  becomes('the raffle is rained off, take it out', { 'schedule.items[2]': null });
});

test('what no draft can have is refused with a reason', () => {
  assert.match(ask('make the font bigger').refused ?? '', /sizes of letters/);
  assert.match(ask('add a countdown').refused ?? '', /countdown/);
  assert.match(ask('dark green text please').refused ?? '', /easiest to read/);
});

test('both the words of a button and where it leads', () => {
  becomes('the button should say Get a quote and go to https://fair.example/quote', {
    'top.action.label': 'Get a quote',
    'top.action.href': 'https://fair.example/quote',
  });
  becomes('headline too long. make it "Ducks!"', { 'top.heading': 'Ducks!' });
});

test('mistyped words of orders are put right, and words of the page are not', () => {
  assert.equal(
    spelled('traslate it, chnage the buton', () => false),
    'translate it, change the button',
  );
  assert.equal(
    spelled('chnage prics', (word) => word === 'prics'),
    'change prics',
  );
});

test('values', () => {
  assert.deepEqual(valueIn('at 6.30pm now'), { kind: 'time', text: '6.30pm' });
  assert.deepEqual(valueIn('30 days'), { kind: 'count', text: '30 days' });
  assert.equal(valueIn('the scout hut'), undefined);
  assert.equal(timeLike('12.30', '13'), '13.00');
  assert.equal(timeLike('7pm', '6.30'), '6.30pm');
});
