/** Every bench at its smallest size: it runs to its end and leaves nothing running. Its figures do not count. */
import { expect, test } from 'vitest';
import { BENCHES } from '../../scripts/bench/benches.ts';
import { runBench } from '../support/bench.ts';

test('every bench runs', async () => {
  const output = await runBench('all');
  for (const name of BENCHES) expect(output).toContain(`── ${name}\n`);
});
