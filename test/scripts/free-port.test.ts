import { expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { rounds } from '../support/at-length.ts';

test('a port is not given to a second process while the first one has still to listen there', async () => {
  const ports = new Set<number>();
  const count = rounds(100, 1_000);
  for (let n = 0; n < count; n++) ports.add(await freePort());
  expect(ports.size).toBe(count);
});
