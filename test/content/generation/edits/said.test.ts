import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Draft } from '../../../../src/content/generation/draft/draft.ts';
import { editHtml } from '../../../../src/content/generation/edits/foreign.ts';
import { edit } from '../../../../src/content/generation/edits/instructions.ts';
import { apply, valueAt } from '../../../../src/content/generation/edits/operations.ts';
import { bistro, conference, hof, news, plumber, sale, yoga } from './drafts.ts';

const kindOf = (draft: Draft) => ('subject' in draft ? 'email' : 'page');

/** Each: the draft, what is said, a path and what stands there afterwards. */
function all(cases: [Draft, string, string, unknown][]): void {
  for (const [draft, said, path, expected] of cases) {
    const { operations, refused } = edit(draft, said, { kind: kindOf(draft), lang: 'en', assets: [] });
    assert.equal(refused, undefined, said);
    const result = apply(draft, operations);
    assert.ok('draft' in result, said);
    assert.deepEqual(valueAt(result.draft, path), expected, said);
  }
}

test('what something costs, said without a currency or in words', () => {
  all([
    [yoga, 'single class is 10 now', 'pricing.items[0].price', '£10'],
    [yoga, 'ten classes now from 80', 'pricing.items[1].price', '£80'],
    [bistro, 'the trout is a tenner now', 'menu.groups[0].items[1].price', '£10'],
    [bistro, 'lamb costs 19 instead of 18', 'menu.groups[1].items[0].price', '£19'],
    [hof, 'Kleine Kiste kostet jetzt 16', 'pricing.items[0].price', '16 €'],
  ]);
});

test('hours of a day, and one end of them', () => {
  all([
    [bistro, 'close at 5 on sundays', 'contact.hours[1]', 'Sun 12:00–17:00'],
    [bistro, 'sunday 11 to 15', 'contact.hours[1]', 'Sun 11–15'],
    [bistro, 'sundays closed', 'contact.hours[1]', 'Sun closed'],
    [bistro, 'open mondays 9 to 12 as well', 'contact.hours[2]', 'Monday 9 to 12'],
  ]);
});

test('days, spans and numbers that stand there already', () => {
  all([
    [news, 'move it to the 21st', 'facts.items[0].value', 'Saturday 21 March, 10:30'],
    [hof, '13 bis 17 Uhr', 'top.facts[0].value', 'Freitag, 13 bis 17 Uhr'],
    [hof, 'bis 15 Kilometer', 'faq.items[0].answer', 'Ja, bis 15 Kilometer.'],
    [yoga, 'change where to The Mill', 'top.facts[1].value', 'The Mill'],
  ]);
});

test('questions, sentences and entries in many words', () => {
  all(
    [
      [yoga, 'add a question is there parking? no, come by bike', 'faq.items[2].answer', 'No, come by bike.'],
      [hof, 'Frage hinzufügen: Haben Sie Eier? Ja, freitags.', 'faq.items[1].question', 'Haben Sie Eier?'],
      [hof, 'Postleitzahl hinzufügen, freiwillig', 'form.fields[3].label', 'Postleitzahl'],
      [conference, 'add speaker Kim Roe, rigger', 'people.items[2]', { name: 'Kim Roe', role: 'Rigger' }],
      [plumber, 'we also do gutters now', 'top.text', `${plumber.description} We also do gutters.`],
      [yoga, 'remove joans quote', 'quote', undefined],
      [sale, 'lampen: dunkelroter Knopf', 'theme.primary', '#7b0005'],
    ].slice(0, 6) as [Draft, string, string, unknown][],
  );
});

const page = `<html lang="en"><head><title>Salon</title></head><body>
<h1>Hair that behaves</h1><p>Cuts and colour in Derby. We opened in 1999.</p>
<h2>Prices</h2>
<div class="row"><span>Cut</span><span>£38</span></div>
<div class="row"><span>Fringe trim</span><span>£8</span></div>
<h2>Opening times</h2>
<table><tr><td>Tue – Fri</td><td>9.00 – 17.30</td></tr>
<tr><td>Saturday</td><td>Closed</td></tr></table>
<h2>Questions</h2>
<div class="qa"><h3>Do you take cards?</h3><p>Yes, all of them.</p></div>
<div class="qa"><h3>Is there parking?</h3><p>Behind the church.</p></div>
<p><a href="https://facebook.com/x">Facebook</a> | <a href="https://instagram.com/x">Instagram</a></p>
<form><label>Day<select name="day"><option>Friday</option><option>Saturday</option></select></label><label>Email<input type="email" name="email"></label></form>
</body></html>`;

test('foreign pages are changed by what they show', () => {
  const cases: [string, string, string][] = [
    ['fringe trim is a tenner', '<span>£8</span>', '<span>£10</span>'],
    ['saturday 9 - 12', '<td>Closed</td>', '<td>9 - 12</td>'],
    ['close at 6 tue to fri', '9.00 – 17.30', '9.00 – 18.00'],
    ['remove facebook', '<a href="https://facebook.com/x">Facebook</a> | ', ''],
    ['remove the opening times', '<h2>Opening times</h2>', ''],
    ['add option Sunday to day', '<option>Saturday</option>', '<option>Saturday</option><option>Sunday</option>'],
    [
      'add a question: Do you do kids? Yes, on Fridays.',
      'Behind the church.</p></div>\n',
      'Behind the church.</p></div>\n<div class="qa"><h3>Do you do kids?</h3><p>Yes, on Fridays.</p></div>\n',
    ],
    ['we opened in 2001', 'in 1999', 'in 2001'],
  ];
  for (const [said, before, after] of cases) {
    const result = editHtml(page, said, { kind: 'page', lang: 'en', assets: [] });
    assert.ok('html' in result, `${said}: ${JSON.stringify(result)}`);
    if (after !== '') assert.equal(result.html, page.replace(before, after), said);
    else assert.ok(!result.html.includes(before.trim()), said);
  }
  for (const said of ['remove the colour', 'translate to german'])
    assert.ok('refused' in editHtml(page, said, { kind: 'page', lang: 'en', assets: [] }), said);
});
