/** Prompts that are made to cost: patterns that readers of text are slow at, as long as a prompt may be. */
import { describe, expect, it } from 'vitest';
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { createLibrary, library } from '../../../src/content/generation/library/index.ts';
import { must } from '../../support/blast.ts';
import { expectStretches } from '../../support/cpu.ts';
import { creditsOf, ledgerProblems } from '../../support/credits.ts';
import { startTestService } from '../../support/service.ts';
import { create, read } from '../../support/tent-requests.ts';
import { commission } from './commission.ts';

const UNITS = [
  'a,',
  'Ab, ',
  'y ',
  'et ',
  'Monday, ',
  'sections: a, ',
  '„',
  '「',
  '“',
  '"a" ',
  '(',
  '1. a\n',
  '> a\n',
  'make it red, ',
  '{{a}} ',
];
const LENGTH = 10_000;
const html = '<!doctype html><html lang="en"><head><title>A</title></head><body><h1>A</h1><p>Text</p></body></html>';
const SAVED = { html, draft: null };
const DRAFT = { html, draft: { lang: 'en', title: 'A', blocks: [{ kind: 'hero' as const, id: 'top', heading: 'A', text: 'Text' }] } };

const write = (unit: string, more: Parameters<typeof commission>[1]) => {
  const prompt = `newsletter with a form: ${unit.repeat(LENGTH)}`.slice(0, LENGTH);
  return library.generate(commission(prompt, more), AbortSignal.timeout(60_000)).then(
    (written) => written.html.length > 0,
    (error) => error instanceof GenerationRefused,
  );
};

describe('a prompt of ten thousand characters', () => {
  it.each(UNITS)('of %j holds up nothing else, and ends', async (unit) => {
    for (const more of [{ kind: 'page' }, { kind: 'email' }, { kind: 'page', current: SAVED }, { kind: 'page', current: DRAFT }] as const)
      expect(await expectStretches(50, () => write(unit, more), `writing ${JSON.stringify(more.kind)}`)).toBe(true);
  });
});

it('a prompt that takes longer than its thread may fails in words for its author, and its credit comes back', async () => {
  // No thread has begun by then.
  const service = await startTestService({}, { generator: createLibrary(1) });
  const workspace = await service.workspace({ credits: 3 });
  const { id } = await must(create(workspace, { prompt: 'A landing page for our spring sale' }));
  expect(await creditsOf(service, workspace.id)).toBe(2);
  await service.drain();
  const tent = await read(workspace, id);
  expect(JSON.stringify(tent)).toContain('The prompt takes longer to read than it may. Make it shorter or simpler, and ask again.');
  expect(await creditsOf(service, workspace.id)).toBe(3);
  expect(await ledgerProblems(service)).toEqual([]);
  await service.stop();
});
