/** A prompt that fills the memory of the thread in which it is read. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { must } from '../../support/blast.ts';
import { creditsOf, ledgerProblems } from '../../support/credits.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import type { TestService } from '../../support/service.ts';
import { create, read } from '../../support/tent-requests.ts';

const { reading } = vi.hoisted(() => ({ reading: { fillsMemory: false, tries: 0 } }));
// No prompt is known that does it: in the place of the generator's task a real thread does another one that fills its memory.
vi.mock('../../../src/platform/threads.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../../src/platform/threads.ts')>();
  const limits = { threads: 1, mostWaiting: 10, waitMs: 60_000, limitMs: 60_000, idleMs: 100, memoryMb: 64 };
  const hoard = { module: new URL('../../platform/threads.tasks.ts', import.meta.url).href, name: 'hoard', args: [] };
  const inThread = (module: URL, limitMs?: number) => {
    const apart = actual.inThread(module, limitMs);
    const isGenerator = module.pathname.endsWith('/generation/tasks.ts');
    return (...task: Parameters<typeof apart>) => {
      if (!isGenerator || !reading.fillsMemory) return apart(...task);
      reading.tries += 1;
      return actual.openThreads(limits).run(task[0], hoard);
    };
  };
  return { ...actual, inThread };
});

// A test before, in the same process, may have loaded the service with what it really does.
vi.resetModules();
const { startTestService } = await import('../../support/service.ts');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(() => {
  Object.assign(reading, { fillsMemory: true, tries: 0 });
});
afterAll(async () => {
  reading.fillsMemory = false;
  await service.stop();
});

test('it fails at once in words for its author, its credit comes back, and others are written', { timeout: 2 * PATIENCE_MS }, async () => {
  const workspace = await service.workspace({ credits: 3 });
  const { id } = await must(create(workspace, { prompt: 'A landing page for our spring sale' }));
  await service.drain();
  expect(JSON.stringify(await read(workspace, id))).toContain(
    'The prompt takes longer to read than it may. Make it shorter or simpler, and ask again.',
  );
  const [generation] = await service.db.prisma.generation.findMany({ where: { documentId: id } });
  expect([generation?.status, generation?.attempts, reading.tries]).toEqual(['failed', 1, 1]);
  // Nothing of it comes again.
  service.clock.advance({ minutes: 5 });
  await service.drain();
  expect(reading.tries).toBe(1);
  expect(await creditsOf(service, workspace.id)).toBe(3);
  expect(await ledgerProblems(service)).toEqual([]);

  reading.fillsMemory = false;
  const { id: next } = await must(create(workspace, { prompt: 'A landing page for our spring sale' }));
  await service.drain();
  const written = await service.db.prisma.generation.findMany({ where: { documentId: next } });
  expect(written.map(({ status }) => status)).toEqual(['completed']);
});
