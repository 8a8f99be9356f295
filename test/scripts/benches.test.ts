/** One bench with a service and its baseline. The others run at length. */
import { expect, test } from 'vitest';
import { runBench } from '../support/bench.ts';

test('a bench runs to its end and leaves nothing running', async () => {
  expect(await runBench('read')).toContain('requests/s');
});
