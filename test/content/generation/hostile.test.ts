/** Prompts that take long to read. `hostile.long.test.ts` has more of them, and measures what they cost. */
import { expect, it } from 'vitest';
import { createLibrary } from '../../../src/content/generation/library/index.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { creditsOf, ledgerProblems } from '../../support/credits.ts';
import { startTestService } from '../../support/service.ts';
import { create, read } from '../../support/tent-requests.ts';
import { COMMISSIONS, write } from './hostile-prompts.ts';

it.runIf(isAtLength).each(['Ab, ', '„', '1. a\n'].slice(0, rounds(1, 3)))(
  'a prompt of ten thousand characters of %j ends',
  async (unit) => {
    for (const more of COMMISSIONS) expect(await write(unit, more)).toBe(true);
  },
);

it.runIf(isAtLength)(
  'a prompt that takes longer than its thread may fails in words for its author, and its credit comes back',
  async () => {
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
  },
);
