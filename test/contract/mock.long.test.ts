/** `npm run mock`, as a developer starts it. */
import { describe, expect, it } from 'vitest';
import { npmRun } from '../support/terminal.ts';

describe('npm run mock', () => {
  it('is up soon, says how to use it, and leaves nothing when npm is told to end', async () => {
    const since = performance.now();
    const { url, child, output, ended } = await npmRun({
      shell: '/bin/sh',
      environment: {},
      script: 'mock',
      ready: '/v1/contacts',
      isReady: ({ status }) => status === 401,
    });
    // It takes about one, and took twenty when the whole document was worked through first.
    expect((performance.now() - since) / 1_000).toBeLessThan(12);
    for (const part of [url, 'Any bearer token', 'Prefer: code=404', 'Prefer: example=', 'Prefer: dynamic=true'])
      expect(output()).toContain(part);
    expect(output().split('\n').length).toBeLessThan(15);
    child.kill('SIGTERM');
    await ended;
    await expect
      .poll(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
  });
});
