/** Forms of a page, as browsers see them. */
import { expect, test } from 'vitest';
import { findForms } from '../../src/tents/forms/find.ts';

const formIds = (html: string) => findForms(html).map(({ formId }) => formId);
const fields = (html: string) => findForms(html)[0]?.fields;
const names = (html: string) => findForms(html).map((form) => form.fields.map(({ name }) => name));

test('has the fields of a form by name, with what their labels say', () => {
  expect(
    findForms(`
      <form id="signup">
        <label for="n">Your <b>name</b> &amp; title</label><input id="n" name="name" required>
        <label>E-mail <input type="EMAIL" name="email" required></label>
        <label>Trail <select name="trail"><option>Ridge<option>Valley</select></label>
        <textarea name="why" aria-label="Why"></textarea>
        <fieldset><legend>Food</legend>
          <label><input type="radio" name="food" value="a" required> Anything</label>
          <label><input type="radio" name="food" value="v"> Vegetables</label>
        </fieldset>
        <label><input type="checkbox" name="news" value="yes"> Write to me</label>
        <input type="hidden" name="campaign" value="spring">
        <input type="colour" name="odd"><input><input name=""><input type="hidden" name="_charset_">
        <button>Send</button> <button name="later" value="1">Later</button> <button type="button" name="no">No</button>
        <input type="reset" name="reset"> <input type="file" name="cv"> <input type="image" name="map">
      </form>`),
  ).toEqual([
    {
      formId: 'signup',
      fields: [
        { name: 'name', type: 'text', label: 'Your name & title', required: true },
        { name: 'email', type: 'email', label: 'E-mail', required: true },
        { name: 'trail', type: 'select', label: 'Trail', required: false },
        { name: 'why', type: 'textarea', label: 'Why', required: false },
        { name: 'food', type: 'radio', label: 'Food', required: true },
        { name: 'news', type: 'checkbox', label: 'Write to me', required: false },
        { name: 'campaign', type: 'hidden', label: null, required: false },
        { name: 'odd', type: 'text', label: null, required: false },
        { name: 'later', type: 'submit', label: 'Later', required: false },
      ],
    },
  ]);
});

test.each([
  ['own ids', '<form id="a"></form><FORM ID="b-2.x_Y"></FORM>', ['a', 'b-2.x_Y']],
  ['none', '<form></form><form></form><form></form>', ['form', 'form-2', 'form-3']],
  ['one that another form has', '<form id=a></form><form id=a></form>', ['a', 'form']],
  [
    'ids that others have already',
    '<form></form><form id=form></form><form></form><form id=form-3>',
    ['form-2', 'form', 'form-4', 'form-3'],
  ],
  [
    'ids that no address can hold',
    '<form id="a b"></form><form id="ü"></form><form id=".."></form><form id="a/b">',
    ['form', 'form-2', 'form-3', 'form-4'],
  ],
  ['long ids', `<form id="${'a'.repeat(120)}"></form><form id="${'a'.repeat(121)}">`, ['a'.repeat(120), 'form']],
])('names forms with %s', (_what, html, expected) => {
  expect(formIds(html)).toEqual(expected);
});

test.each([
  ['a form within another one is none', '<form id=a><input name=x><form id=b><input name=y></form><input name=z>', [['x', 'y']]],
  ['nor has it an id', '<form id=a><form id=b></form><form id=b></form><input name=x form=b>', [[], ['x']]],
  ['elements that end do not end the form', '<div><form id=a><input name=x></div><input name=y></form><input name=z>', [['x', 'y']]],
  ['a form in a table', '<table><form id=a><tr><td><input name=x></form></table>', [['x']]],
  [
    'controls that belong by name',
    '<input name=x form=a><form id=a></form><form id=b><input name=y form=a><input name=z></form>',
    [['x', 'y'], ['z']],
  ],
  ['a name that leads nowhere', '<form id=a><input name=x form=b><input name=y form=""><input name=z></form>', [['z']]],
  ['a name that leads to something else', '<div id=a></div><form id=a></form><input name=x form=a>', [[]]],
  ['one that nobody closes', '<form><input name=x><p>', [['x']]],
  ['uppercase', '<FORM><INPUT NAME=x TYPE=TEXT></FORM>', [['x']]],
  [
    'text that looks like forms',
    '<textarea><form></textarea><script>"<form>"</script><style><form></style><!-- <form> --><title><form></title>',
    [],
  ],
  [
    'templates',
    '<template><form><input name=x></form></template><form><input name=y><template></form><input name=z></template></form>',
    [['y']],
  ],
  ['templates in one another', '<template><template></template><form></form></template><form></form>', [[]]],
  ['a shadow root', '<div><template shadowrootmode=open><form><input name=x></form></template></div>', [['x']]],
  ['elements of drawings', '<svg><form><input name=x></form></svg>', []],
  ['HTML within drawings', '<svg><foreignObject><form><input name=x></form></foreignObject><form></form></svg>', [['x']]],
  ['what ends a drawing', '<svg><g><p><form><input name=x></form>', [['x']]],
  ['a form around an unclosed drawing', '<form><input name=x><svg><g></form><form><input name=y></form>', [['x']]],
  ['a drawing that ends with what is around it', '<div><svg><g></div><form><input name=x></form>', [['x']]],
  ['what would end nothing', '<svg></div></a><form><input name=x></form>', []],
  ['a section of XML', '<![CDATA[><form><input name=x>]]></form>', [['x']]],
  ['one in a drawing', '<svg><![CDATA[</svg><form><p>]]></svg><form>', [[]]],
  ['formulas', '<math><mi><form><input name=x></form></mi><title><form></math>', [['x']]],
  ['a text of drawings', '<svg><style><form></style></svg><svg><title></svg><form>', [[]]],
  ['a dialog that only closes', '<dialog><form method=dialog><button>Close</button></form></dialog>', []],
  ['a dialog that asks', '<dialog><form method=dialog><input name=x></form></dialog>', [['x']]],
  ['attributes twice', '<form><input name=x name=y></form>', [['x']]],
  ['references to characters', '<form><input name="a&amp;b&#x3C;"></form>', [['a&b<']]],
  ['an unfinished tag', '<form><input name=x><input name=', [['x']]],
  ['nothing', '', []],
])('sees %s as browsers do', (_what, html, expected) => {
  expect(names(html)).toEqual(expected);
});

test('labels', () => {
  expect(fields('<form><label for=x>A</label><label for=x>B</label><label>C<input id=x name=x></label>')?.[0]?.label).toBe('A');
  expect(fields('<form><label>A <input name=x> B</label><input name=y>')?.map(({ label }) => label)).toEqual(['A B', null]);
  expect(fields('<form><label for=other>A <input name=x></label>')?.[0]?.label).toBeNull();
  expect(fields('<form><label>A <select name=x><option>One</select></label>')?.[0]?.label).toBe('A');
  expect(fields(`<form><label>${'x'.repeat(10_000)}<input name=x>`)?.[0]?.label).toBe('x'.repeat(200));
  expect(fields('<form><input type=submit name=go value="Send it">')?.[0]).toEqual({
    name: 'go',
    type: 'submit',
    label: 'Send it',
    required: false,
  });
});

test('takes a hundred forms, with a hundred fields each', () => {
  expect(findForms('<form></form>'.repeat(150))).toHaveLength(100);
  expect(fields(`<form>${Array.from({ length: 150 }, (_, n) => `<input name=f${n}>`).join('')}`)).toHaveLength(100);
});
