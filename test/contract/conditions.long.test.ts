/** Rule trees that are far too wide are refused without using up the service. */
import { afterAll, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract.ts';
import { operations } from '../support/client.ts';
import { expectCpu } from '../support/cpu.ts';
import { request } from '../support/requests.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
afterAll(service.stop);

const search = operations.find(({ operationId }) => operationId === 'searchContacts') as Operation;

it.each([{}, 5, { kind: 'x' }, { kind: 'condition', source: 'contact', field: 'x' }])('of %j', async (leaf) => {
  for (const count of [9_000, 40_000]) {
    const rules = { kind: 'group', conditions: Array(count).fill(leaf) };
    // To gather what is wrong with every alternative of every leaf took a minute.
    await expectCpu({ here: 5_000 }, async () => {
      const { response, body } = await request(service.url, search, { apiKey: service.apiKey, body: { rules } });
      expect(response.status).toBe(400);
      expect(body.details.issues[0]).toEqual({ path: 'rules.conditions', message: 'must have at most 100 items' });
      expect(body.details.issues.length).toBeLessThanOrEqual(100);
    });
  }
});
