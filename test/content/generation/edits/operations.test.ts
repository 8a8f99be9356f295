import assert from 'node:assert/strict';
import { test } from 'vitest';
import { apply, type DraftOperation, valueAt } from '../../../../src/content/generation/edits/operations.ts';
import { conference, yoga } from './drafts.ts';

const after = (operations: DraftOperation[], draft = yoga) => {
  const result = apply(draft, operations);
  assert.ok('draft' in result, 'problem' in result ? result.problem : '');
  return result.draft;
};
const problem = (operations: DraftOperation[]) => {
  const result = apply(yoga, operations);
  assert.ok('problem' in result);
  return result;
};

test('set changes fields of the draft, of blocks and of entries', () => {
  const draft = after([
    { op: 'set', path: 'title', value: 'New' },
    { op: 'set', path: 'theme.radius', value: 'full' },
    { op: 'set', path: 'top.action.label', value: 'Come' },
    { op: 'set', path: 'form.fields[1].label', value: 'Mail' },
  ]);
  assert.equal(draft.title, 'New');
  assert.equal(draft.theme?.radius, 'full');
  assert.equal(valueAt(draft, 'top.action.label'), 'Come');
  assert.equal(valueAt(draft, 'form.fields[1].label'), 'Mail');
  assert.equal(yoga.title, 'Yoga by the canal · Lotus Lane');
});

test('an index one beyond the last adds, one further does not', () => {
  const draft = after([{ op: 'set', path: 'pricing.items[2]', value: { name: 'Month', price: '£30' } }]);
  assert.equal(valueAt(draft, 'pricing.items[2].name'), 'Month');
  assert.equal(problem([{ op: 'set', path: 'pricing.items[3]', value: { name: 'Month' } }]).at, 0);
  assert.equal(valueAt(after([{ op: 'set', path: 'features.items[0].points[0]', value: 'one' }]), 'features.items[0].points[0]'), 'one');
});

test('null and remove take away, and lists that become empty go as a whole', () => {
  assert.equal(valueAt(after([{ op: 'set', path: 'top.eyebrow', value: null }]), 'top.eyebrow'), undefined);
  const draft = after([0, 1, 2].map(() => ({ op: 'remove', path: 'top.facts[0]' })));
  assert.ok(!('facts' in (draft.blocks[0] ?? {})));
  assert.equal(after([{ op: 'remove', path: 'quote' }]).blocks.length, yoga.blocks.length - 1);
});

test('the last block stays', () => {
  const ids = yoga.blocks.map(({ id }) => id as string);
  const { at } = problem(ids.map((path) => ({ op: 'remove', path })));
  assert.equal(at, ids.length - 1);
});

test('insert and move find their places', () => {
  const draft = after([
    { op: 'insert', block: { kind: 'faq', items: [{ question: 'Why?', answer: 'So.' }] }, after: 'top' },
    { op: 'move', block_id: 'form' },
    { op: 'move', block_id: 'pricing', after: 'quote' },
  ]);
  assert.deepEqual(
    draft.blocks.map(({ id }) => id),
    ['top', 'form', 'faq-2', 'features', 'faq', 'quote', 'pricing'],
  );
  assert.match(problem([{ op: 'move', block_id: 'form', after: 'nowhere' }]).problem, /not a place/);
  assert.match(
    problem([{ op: 'insert', block: { kind: 'faq', id: 'faq', items: [{ question: 'Why?', answer: 'So.' }] } }]).problem,
    /already/,
  );
});

test('blocks without ids are given some', () => {
  const draft = after([], { ...conference, blocks: conference.blocks.map(({ id: _id, ...rest }) => rest) as typeof conference.blocks });
  assert.deepEqual(
    draft.blocks.map(({ id }) => id),
    ['hero', 'schedule', 'people', 'pricing', 'map', 'logos', 'cta'],
  );
});

test('prototypes are no fields', () => {
  for (const path of [
    '__proto__.polluted',
    'top.__proto__.polluted',
    'top.constructor',
    'theme.__proto__',
    'constructor',
    'top.constructor.prototype.polluted',
    'toString',
    'blocks[0].heading',
    'top..heading',
    '',
  ])
    assert.ok('problem' in apply(yoga, [{ op: 'set', path, value: 1 }]), path);
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});

test('many operations take little time', () => {
  const started = performance.now();
  after(Array.from({ length: 2_000 }, (_, i): DraftOperation => ({ op: 'set', path: `form.fields[${i % 4}].label`, value: `Label ${i}` })));
  assert.ok(performance.now() - started < 1_000);
});
