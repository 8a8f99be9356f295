/** Requests that are made to cost meet no error of the service's own. How long each holds the event loop is in event-loop.long.test.ts. */
import { afterAll, expect, test } from 'vitest';
import { rounds } from '../support/at-length.ts';
import { hostileRequests } from '../support/hostile.ts';
import { givenTarget } from '../support/hostile-target.ts';
import { ask } from '../support/pages.ts';
import { startTestService } from '../support/service.ts';

const SEED = 19;

const service = await startTestService();
afterAll(service.stop);

test('a hostile request is answered, or refused in order', async () => {
  const target = await givenTarget({ api: service.api, db: service.db, workspaceId: service.id });
  for (const { family, about, method, path, headers, body, isVisitor } of hostileRequests(SEED, rounds(34, 170), target)) {
    const sent = isVisitor
      ? await ask(service.service.pagesPort as number, path, { method, host: `${service.slug}.localhost`, headers, body })
      : await fetch(service.url + path, {
          method,
          headers: { ...headers, authorization: `Bearer ${service.apiKey}` },
          ...(body !== undefined && { body }),
          redirect: 'manual',
        });
    if (sent instanceof Response) await sent.arrayBuffer();
    expect([family, about, sent.status], `${method} ${path.slice(0, 200)}`).toEqual([
      family,
      about,
      expect.toSatisfy((status: number) => status < 500 || status === 503),
    ]);
  }
});
