/**
 * Examples that nobody wrote by hand: the `400` of each operation shows a mistake that can be made there, and the service answers to it
 * as shown; and the `empty` of each list is what the service answers where there is nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badRequestsOf } from '../../scripts/bad-requests.ts';
import { NEVER_EMPTY } from '../../scripts/empty-lists.ts';
import type { Operation } from '../../src/http/contract.ts';
import { document, lookUp, operations } from '../support/client.ts';
import { hasPathParameters, request, valuesOf } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const shown = ({ responses }: Operation) =>
  valuesOf(responses['400']?.content?.['application/json']?.examples).validation_failed as { details: { issues: { path: string }[] } };

/** The fields that a schema names, in whichever of its alternatives. */
function fieldsOf(schema: any): string[] {
  if (schema.$ref) return fieldsOf(lookUp(document, schema.$ref));
  const parts = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(fieldsOf)];
}

/** Places that an issue may name besides the parameters and the body. */
const OTHER: Record<string, string[]> = {
  // Where nothing can be misspelt, there is only too much to give.
  getRuleMetadata: ['page'],
  getWorkspace: ['page'],
  getRequest: ['page'],
  deleteTestMails: ['page'],
  // Any text could be the name of a domain.
  ...Object.fromEntries(
    ['get', 'delete', 'verify'].flatMap((verb) => [`${verb}SendingDomain`, `${verb}PageDomain`]).map((id) => [id, ['page']]),
  ),
  deleteTent: ['page'],
  // The tent itself, by the name of its identifier in bodies.
  editTent: ['tent_id'],
  // The file that was uploaded before.
  previewContactImport: ['headers'],
};

const bad = badRequestsOf(document);

describe('the example of a 400', () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'of %s names something of its own',
    (_id, operation) => {
      const { operationId, body, parameters, upload } = operation;
      const names = [
        ...parameters.map(({ name }) => name),
        ...(body ? fieldsOf({ $ref: body.pointer }) : []),
        ...(upload ? ['file'] : []),
        ...(OTHER[operationId] ?? []),
      ];
      const { issues } = shown(operation).details;
      expect(issues.length).toBeGreaterThan(0);
      for (const { path } of issues) expect(names).toContain(path.split('.')[0]);
    },
  );

  it.each(operations.filter(({ operationId }) => bad.has(operationId)).map((operation) => [operation.operationId, operation] as const))(
    'of %s is what the service answers',
    async (id, operation) => {
      const { mistake } = bad.get(id) as { mistake: object };
      const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, ...mistake });
      expect(response.status).toBe(400);
      // The document is written for a service at another port.
      expect(body).toEqual({
        ...shown(operation),
        documentation_url: `http://localhost:${service.service.port}/docs/errors#validation_failed`,
      });
    },
  );

  it('is made so for most, and by hand where a mistake is of its own kind', () => {
    expect(bad.size).toBeGreaterThan(100);
  });
});

describe('the example of an empty list', () => {
  const empty = ({ responses }: Operation) => valuesOf(responses['200']?.content?.['application/json']?.examples).empty;
  const lists = operations.filter((operation) => empty(operation) !== undefined);
  const ofNew = lists.filter((operation) => !hasPathParameters(operation)).map((operation) => [operation.operationId, operation] as const);
  /** Resources that every new workspace has are requested by an unknown name. */
  const QUERY: Record<string, Record<string, string>> = { listContactLists: { search: 'no such list' } };

  it('is there for each', () => {
    const named = operations.filter(({ operationId }) => /^list[A-Z]/.test(operationId) && !NEVER_EMPTY.includes(operationId));
    expect(lists).toEqual(expect.arrayContaining(named));
    expect(lists.map(({ operationId }) => operationId)).toContain('searchContacts');
  });

  it.each(ofNew)('%s is what a new workspace is answered', async (id, operation) => {
    const { apiKey, api } = await service.workspace();
    if (id === 'listSendingDomains') await api.DELETE('/v1/sending-domains/{domain}', { params: { path: { domain: 'example.com' } } });
    const { body } = await request(service.url, operation, { apiKey, query: QUERY[id] ?? {} });
    const shown = empty(operation);
    // The cursor of a feed is another at each moment.
    expect(body).toEqual(shown && typeof shown === 'object' && 'has_more' in shown ? { ...shown, next_cursor: expect.any(String) } : shown);
  });
});
