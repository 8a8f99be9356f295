/** A `404` for references in a body names each unknown one by its path, also those of other workspaces. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenBlast, givenContacts, givenList } from '../support/given.ts';
import { execute, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Answer = Promise<{ response: Response; error?: components['schemas']['Error'] }>;

let service: TestService;
let other: TestWorkspace;
let theirs: { contactId: string; listId: string; fieldId: string };
beforeAll(async () => {
  service = await startTestService();
  other = await service.workspace();
  const [contactId] = (await givenContacts({ db: service.db, workspaceId: other.id }, 1)) as [string];
  const field = (await must(other.api.POST('/v1/contact-fields', { body: { display_name: 'Theirs', value_type: 'string' } }))) as {
    field_definition_id: string;
  };
  theirs = { contactId, listId: await givenList({ db: service.db, workspaceId: other.id }, []), fieldId: field.field_definition_id };
});
afterAll(() => service.stop());

const MESSAGE = 'is not known in this workspace';
async function missing(answer: Answer): Promise<string[]> {
  const { response, error } = await answer;
  expect([response.status, error?.error_code]).toEqual([404, 'not_found']);
  const issues = error?.details?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual(issues.map(() => MESSAGE));
  return issues.map(({ path }) => path);
}

describe('an unknown contact', () => {
  it.runIf(isAtLength)('is named among five hundred, and so is one of another workspace', async () => {
    const ids = await givenContacts({ db: service.db, workspaceId: service.id }, 498);
    const contact_ids = [...ids.slice(0, 300), newId(), ...ids.slice(300), theirs.contactId];
    const listId = await givenList({ db: service.db, workspaceId: service.id }, []);
    const params = { path: { listId } };
    expect(await missing(service.api.POST('/v1/contact-lists/{listId}/contacts', { params, body: { contact_ids } }))).toEqual([
      'contact_ids.300',
      'contact_ids.499',
    ]);
    expect(await missing(service.api.POST('/v1/contact-lists', { body: { name: 'New', kind: 'static', contact_ids } }))).toHaveLength(2);
    const blastId = await givenBlast(service);
    const audience = { source: 'inline', kind: 'static', contact_ids: contact_ids.slice(250, 350) } as const;
    expect(
      await missing(service.api.PUT('/v1/email-blasts/{blastId}/audience', { params: { path: { blastId } }, body: audience })),
    ).toEqual(['contact_ids.50']);
  });

  it('is named a hundred times at most', async () => {
    const contact_ids = Array.from({ length: 500 }, newId);
    const paths = await missing(service.api.POST('/v1/contact-lists', { body: { name: 'New', kind: 'static', contact_ids } }));
    expect(paths).toEqual(Array.from({ length: 100 }, (_, i) => `contact_ids.${i}`));
  });

  it('is not looked for when it is the list that there is not', async () => {
    const body = { contact_ids: [newId()] };
    for (const listId of [newId(), theirs.listId]) {
      expect(await missing(service.api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body }))).toEqual([]);
    }
  });
});

describe('in rules, an unknown list or flow', () => {
  const onList = (listId: string) => ({ kind: 'condition', source: 'list_membership', listId, operator: 'is_member' }) as const;
  const group = (...conditions: unknown[]) => ({ kind: 'group', operator: 'or', conditions }) as never;

  it('is named by the path of its condition', async () => {
    const known = await givenList({ db: service.db, workspaceId: service.id }, []);
    const rules = group(onList(known), group(onList(newId()), onList(theirs.listId)));
    const paths = ['rules.conditions.1.conditions.0.listId', 'rules.conditions.1.conditions.1.listId'];
    expect(await missing(service.api.POST('/v1/contacts/search', { body: { rules } }))).toEqual(paths);
    expect(await missing(service.api.POST('/v1/contact-lists', { body: { name: 'Ruled', kind: 'dynamic', rules } }))).toEqual(paths);
    const step = { kind: 'condition', source: 'email_step', flowId: newId(), nodeId: 'a', metric: 'opened', operator: 'has_activity' };
    expect(await missing(service.api.POST('/v1/contacts/search', { body: { rules: group(onList(known), step) } }))).toEqual([
      'rules.conditions.1.flowId',
    ]);
  });
});

it('an import names its lists and fields', async () => {
  const known = await givenList({ db: service.db, workspaceId: service.id }, []);
  const session = await startRows(service, [{ email: 'a@example.com' }]);
  const plan = {
    mappings: straight('email'),
    list_ids: [known, newId(), theirs.listId],
    created_field_definition_ids: [theirs.fieldId],
  };
  expect(await missing(execute(service, session, plan))).toEqual(['list_ids.1', 'list_ids.2', 'created_field_definition_ids.0']);
});

it('a blast names its list and its email', async () => {
  const blastId = await givenBlast(service);
  const params = { path: { blastId } };
  expect(
    await missing(service.api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id: theirs.listId } })),
  ).toEqual(['list_id']);
  expect(
    await missing(service.api.PUT('/v1/email-blasts/{blastId}/email', { params, body: { source: 'existing', email_id: newId() } })),
  ).toEqual(['email_id']);
});

it('what the path itself names needs no issue', async () => {
  expect(await missing(service.api.GET('/v1/contact-lists/{listId}', { params: { path: { listId: newId() } } }))).toEqual([]);
  expect(await missing(service.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: theirs.contactId } } }))).toEqual([]);
});
