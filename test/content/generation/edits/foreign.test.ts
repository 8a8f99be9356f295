import assert from 'node:assert/strict';
import { test } from 'vitest';
import { editHtml } from '../../../../src/content/generation/edits/foreign.ts';

const page = `<!DOCTYPE html>
<html lang="en">
<head>
<title>Rosie&#39;s Bakery — bread daily</title>
<meta name="description" content="Bread in Hull">
<style>
:root { --brand: #c0392b; --brand-dark: #922b21; }
.btn { background: var(--brand); color: #fff }
</style>
</head>
<body>
<header><h1><span>Rosie&#39;s Bakery</span></h1><p>Bread from £3. Open Tuesdays &amp; Fridays.</p>
<a class="btn" href="#order">Order now</a></header>
<section id="about">
  <h2>About us</h2>
  <p>We bake since 1999. Hello {{contact.first_name}}!</p>
  <img src="a.jpg" alt="Our Tuesdays loaf">
</section>
<section id="prices">
  <h2>Prices</h2>
  <ul>
    <li>White loaf £3</li>
    <li>Rye loaf £4</li>
  </ul>
</section>
<section id="order">
  <h2>Order</h2>
  <form action="/x" method="post">
    <div class="row"><label for="n">Name</label><input id="n" name="name" class="in" required></div>
    <div class="row"><label for="e">E-mail *</label><input type="email" id="e" name="email" class="in" required></div>
    <button type="submit">Send</button>
  </form>
</section>
<!-- Tuesdays -->
<script>const day = "Tuesdays";</script>
<footer>Rosie's Bakery</footer>
</body>
</html>
`;

const ask = (instruction: string, html = page) => editHtml(html, instruction, { kind: 'page', lang: 'en', assets: [] });

/** The lines that are others afterwards. */
function changes(instruction: string): { gone: string[]; fresh: string[] } {
  const result = ask(instruction);
  assert.ok('html' in result, `${instruction}: ${JSON.stringify(result)}`);
  const [before, after] = [page.split('\n'), result.html.split('\n')];
  return {
    gone: before.filter((line) => !after.includes(line)).map((line) => line.trim()),
    fresh: after.filter((line) => !before.includes(line)).map((line) => line.trim()),
  };
}

test('texts are replaced where people read them, and nowhere else', () => {
  const { fresh } = changes('change Tuesdays to Mondays');
  assert.deepEqual(fresh, [
    '<header><h1><span>Rosie&#39;s Bakery</span></h1><p>Bread from £3. Open Mondays &amp; Fridays.</p>',
    '<img src="a.jpg" alt="Our Mondays loaf">',
  ]);
  assert.deepEqual(changes('Replace "We bake since 1999." with "Baking <since> 1999 & on."').fresh, [
    '<p>Baking &lt;since&gt; 1999 &amp; on. Hello {{contact.first_name}}!</p>',
  ]);
});

test('headline, button, link, title and description', () => {
  assert.deepEqual(changes('headline: Fresh bread').fresh, [
    '<title>Fresh bread — bread daily</title>',
    '<header><h1><span>Fresh bread</span></h1><p>Bread from £3. Open Tuesdays &amp; Fridays.</p>',
  ]);
  assert.deepEqual(changes('button should say "Order bread"').fresh, ['<a class="btn" href="#order">Order bread</a></header>']);
  assert.deepEqual(changes('link the button to https://x.example/o').fresh, [
    '<a class="btn" href="https://x.example/o">Order now</a></header>',
  ]);
  assert.deepEqual(changes('description: Bread, daily').fresh, ['<meta name="description" content="Bread, daily">']);
  assert.deepEqual(changes('rye loaf is £4.50 now').fresh, ['<li>Rye loaf £4.50</li>']);
});

test('parts go and move', () => {
  assert.equal(changes('remove about us').gone[0], '<section id="about">');
  assert.deepEqual(changes('remove the rye loaf').gone, ['<li>Rye loaf £4</li>']);
  const moved = ask('move the prices to the end');
  assert.ok('html' in moved && moved.html.indexOf('id="prices"') > moved.html.indexOf('id="order"') && moved.html.length === page.length);
});

test('fields in the markup of the form', () => {
  assert.deepEqual(changes('add a phone field').fresh, [
    '<div class="row"><label for="phone">Phone</label><input type="tel" id="phone" name="phone" class="in"></div>',
  ]);
  assert.deepEqual(changes('make name optional').fresh, [
    '<div class="row"><label for="n">Name</label><input id="n" name="name" class="in"></div>',
  ]);
  assert.deepEqual(changes('rename Name to Full name').fresh, [
    '<div class="row"><label for="n">Full name</label><input id="n" name="name" class="in" required></div>',
  ]);
  assert.ok('refused' in ask('remove email'));
});

test('colours by variables; what is not there is refused', () => {
  assert.deepEqual(changes('main colour dark blue').fresh, [':root { --brand: #002d71; --brand-dark: #922b21; }']);
  for (const instruction of ['dark mode only', 'use a serif font', 'translate to german', 'make it pop', 'remove the map', ''])
    assert.ok('refused' in ask(instruction), instruction);
  assert.ok('undo' in ask('undo'));
});

test('large documents are bounded', () => {
  assert.ok('refused' in ask('remove about us', `<!doctype html>${'<b></b>'.repeat(100_001)}`));
  assert.ok('refused' in ask('remove about us', 'x'.repeat(2 * 1024 * 1024 + 1)));
});
