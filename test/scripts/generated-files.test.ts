import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differencesOf, writeDifferences } from '../../scripts/generated-files.ts';

test('what is made anew is named, and the rest is not touched', () => {
  const root = mkdtempSync(join(tmpdir(), 'bivouac-generated-'));
  const differences = (outputs: Map<string, string>) => differencesOf(root, outputs, ['made/client']);
  try {
    const first = new Map([
      ['made/document.json', '{}'],
      ['made/client/index.js', ''],
      ['made/client/old.js', ''],
    ]);
    expect(differences(first)).toEqual({ changed: [...first.keys()], gone: [] });
    writeDifferences(root, first, differences(first));
    expect(differences(first)).toEqual({ changed: [], gone: [] });
    utimesSync(join(root, 'made/client/index.js'), 1, 1);

    const second = new Map([
      ['made/document.json', '{"paths":{}}'],
      ['made/client/index.js', ''],
    ]);
    expect(differences(second)).toEqual({ changed: ['made/document.json'], gone: ['made/client/old.js'] });
    writeDifferences(root, second, differences(second));
    expect(readdirSync(join(root, 'made/client'))).toEqual(['index.js']);
    expect(statSync(join(root, 'made/client/index.js')).mtimeMs).toBe(1_000);
  } finally {
    rmSync(root, { recursive: true });
  }
});
