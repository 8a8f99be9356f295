import { expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';

test('a port is not given to a second process while the first one has still to listen there', async () => {
  const ports = new Set<number>();
  for (let n = 0; n < 1_000; n++) ports.add(await freePort());
  expect(ports.size).toBe(1_000);
});
