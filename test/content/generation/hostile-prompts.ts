/** Prompts that are made to cost: patterns that readers of text are slow at, as long as a prompt may be. */
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { library } from '../../../src/content/generation/library/index.ts';
import { commission } from './commission.ts';

export const UNITS = [
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

/** True where the library ends with a document or with words for the author. */
export const write = (unit: string, more: Parameters<typeof commission>[1]) => {
  const prompt = `newsletter with a form: ${unit.repeat(LENGTH)}`.slice(0, LENGTH);
  return library.generate(commission(prompt, more), AbortSignal.timeout(60_000)).then(
    (written) => written.html.length > 0,
    (error) => error instanceof GenerationRefused,
  );
};

/** New documents of both kinds, and changes of a page with typed content and without. */
export const COMMISSIONS = [
  { kind: 'page' },
  { kind: 'email' },
  { kind: 'page', current: SAVED },
  { kind: 'page', current: DRAFT },
] as const;
