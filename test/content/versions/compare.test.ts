import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../src/content/generation/draft/draft.ts';
import { compareVersions } from '../../../src/content/versions/compare.ts';
import { isAtLength } from '../../support/at-length.ts';

const compare = (before: string, after: string) =>
  compareVersions({ version: 1, html: before, draft: null }, { version: 2, html: after, draft: null });

const drafted = (draft: object) => ({ version: 1, html: '', draft: { lang: 'en', title: 'A hut', ...draft } as Draft });

describe('the lines', () => {
  it('are those of a unified diff', () => {
    const { diff, ...rest } = compare('<p>a</p>\n<p>b</p>\n', '<p>a</p>\n<p>c</p>\n<p>d</p>\n');
    expect(diff).toMatch(/^--- version 1\n\+\+\+ version 2\n@@ /);
    expect(diff).toContain(' <p>a</p>\n-<p>b</p>\n+<p>c</p>\n+<p>d</p>\n');
    expect(rest).toEqual({ linesAdded: 2, linesRemoved: 1, changes: [], truncated: false });
  });

  it('of minified HTML are broken before tags', () => {
    const page = (word: string) => `<main>${'<p>one</p>'.repeat(100)}<h1>${word}</h1>${'<p>two</p>'.repeat(100)}</main>`;
    expect(compare(page('Hut'), page('House'))).toMatchObject({ linesAdded: 1, linesRemoved: 1 });
  });

  it.runIf(isAtLength).each([
    [
      'all lines differ',
      Array.from({ length: 15_000 }, (_, i) => `a${i}`).join('\n'),
      Array.from({ length: 15_000 }, (_, i) => `b${i}`).join('\n'),
    ],
    ['there are very many lines', '<\n'.repeat(900_000), '>\n'.repeat(900_000)],
    ['lines are long and alike', `${'x'.repeat(2_000)}\n`.repeat(900), `${'x'.repeat(1_999)}y\n`.repeat(900)],
    ['tags are nested deeply', '<b>'.repeat(600_000), `${'<b>'.repeat(600_000)}</i>`],
  ])('are found in time when %s', (_case, before, after) => {
    const since = performance.now();
    const { diff, linesAdded } = compare(before, after);
    expect(performance.now() - since).toBeLessThan(8_000);
    expect(diff.length).toBeLessThanOrEqual(200_000);
    expect(linesAdded).toBeGreaterThan(0);
  });

  it.runIf(isAtLength)('are one replaced passage between equal ends beyond the bounds of the search', () => {
    const lines = (mark: string) => ['first', ...Array.from({ length: 10_000 }, (_, i) => `${mark}${i}`), 'last'].join('\n');
    const { diff, ...counts } = compare(lines('a'), lines('b'));
    expect(diff).toMatch(/^--- version 1\n\+\+\+ version 2\n@@ -2,10000 \+2,10000 @@\n-a0\n/);
    expect(counts).toMatchObject({ linesAdded: 10_000, linesRemoved: 10_000, truncated: false });
  });
});

describe('the changes', () => {
  it('of HTML are its title, description, language and headings', () => {
    const page = (lang: string, title: string, heading: string) =>
      `<html lang="${lang}"><title>${title}</title><meta name="Description" content="${title}!"><h1>Same</h1><h2>${heading}</h2></html>`;
    expect(compare(page('en', 'Hut', 'One'), page('de', 'House', 'Two')).changes).toEqual([
      { part: 'title', change: 'changed', before: 'Hut', after: 'House' },
      { part: 'description', change: 'changed', before: 'Hut!', after: 'House!' },
      { part: 'language', change: 'changed', before: 'en', after: 'de' },
      { part: 'heading', change: 'removed', before: 'One', after: null },
      { part: 'heading', change: 'added', before: null, after: 'Two' },
    ]);
  });

  it('of drafts are sections and headers', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ kind: 'text', id, heading: id.toUpperCase() }));
    const before = drafted({ subject: 'Open', blocks: [a, b, { kind: 'cta', id: 'd', heading: 'Come' }] });
    const after = drafted({ subject: 'Closed', preview_text: 'Until May', blocks: [b, a, { ...c, heading: 'New' }] });
    expect(compareVersions(before, after).changes).toEqual([
      { part: 'subject', change: 'changed', before: 'Open', after: 'Closed' },
      { part: 'preview_text', change: 'added', before: null, after: 'Until May' },
      { part: 'section', change: 'removed', before: 'cta: Come', after: null },
      { part: 'section', change: 'added', before: null, after: 'text: New' },
      { part: 'section', change: 'moved', before: expect.any(String), after: expect.any(String) },
    ]);
  });
});
