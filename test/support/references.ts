/** Things that use each other, for tests of references. */
import { approvedEmail, draftBlast, must } from './blast.ts';
import type { TestService } from './service.ts';

let counter = 0;

export function references(service: TestService) {
  const { api } = service;
  const users = (used: { type: string; status: string | null }[] | undefined) => used?.map(({ type, status }) => `${type} ${status}`);
  const setStatus = (id: string, status: 'active' | 'archived') =>
    api.PATCH('/v1/contact-fields/{field_definition_id}', { params: { path: { field_definition_id: id } }, body: { status } });
  return {
    async field(value_type: 'string' | 'list' = 'string') {
      counter += 1;
      const name = `given_${counter}`;
      const made = await must(api.POST('/v1/contact-fields', { body: { api_name: name, display_name: name, value_type } }));
      return { id: (made as { field_definition_id: string }).field_definition_id, name };
    },
    async list() {
      counter += 1;
      return (await must(api.POST('/v1/contact-lists', { body: { name: `Given ${counter}`, kind: 'static' } }))).list_id;
    },
    async contact() {
      counter += 1;
      const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email: `given${counter}@example.net` }] } }));
      return items[0]?.contact_id as string;
    },
    /** A flow that tests a field by its id, writes one by its name, and adds members to a list. */
    async flow({ asked, written, listId }: { asked: string; written: string; listId: string }) {
      const condition = {
        kind: 'condition',
        source: 'custom_field',
        fieldDefinitionId: asked,
        operator: 'not_equals',
        value: 'yes',
      } as const;
      const { flow_id } = await must(
        api.POST('/v1/email-flows', {
          body: {
            name: 'References',
            triggers: [{ type: 'contact_created' }],
            steps: [
              { step_id: 'check', type: 'condition_check', condition, true_step_id: 'write', false_step_id: 'write' },
              { step_id: 'write', type: 'update_contact', field: written, value: 'x', next_step_id: 'add' },
              { step_id: 'add', type: 'add_to_list', list_id: listId },
            ],
          },
        }),
      );
      return flow_id;
    },
    activate: (flowId: string) => api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }),
    pause: (flowId: string) => api.POST('/v1/email-flows/{flowId}/pause', { params: { path: { flowId } } }),
    archive: (id: string) => setStatus(id, 'archived'),
    restore: (id: string) => setStatus(id, 'active'),
    /** As an older version archived a field that something live needed. */
    async archiveAsBefore(id: string) {
      const where = { workspaceId_id: { workspaceId: service.id, id } };
      await service.db.prisma.contactFieldDefinition.update({ where, data: { status: 'archived' } });
    },
    removeList: (listId: string) => api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId } } }),
    async fieldUsers(id: string) {
      const { fields } = await must(api.GET('/v1/contact-fields', {}));
      return users(fields.find(({ field_definition_id }) => field_definition_id === id)?.used_by);
    },
    async listUsers(listId: string) {
      return users((await must(api.GET('/v1/contact-lists/{listId}', { params: { path: { listId } } }))).used_by);
    },
    async memberCount(listId: string) {
      return (await must(api.GET('/v1/contact-lists/{listId}/member-count', { params: { path: { listId } } }))).member_count;
    },
  };
}

/** A draft with one recipient: the contact on a new list whose field is not `yes`. */
export async function readyDynamicBlast(service: TestService) {
  const { api } = service;
  const given = references(service);
  const [{ id: fieldId }, clubId, contactId] = [await given.field(), await given.list(), await given.contact()];
  await must(api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: clubId } }, body: { contact_ids: [contactId] } }));
  counter += 1;
  const rules = {
    kind: 'group',
    operator: 'and',
    conditions: [
      { kind: 'condition', source: 'custom_field', fieldDefinitionId: fieldId, operator: 'not_equals', value: 'yes' },
      { kind: 'condition', source: 'list_membership', listId: clubId, operator: 'is_member' },
    ],
  } as const;
  const body = { name: `Dynamic ${counter}`, kind: 'dynamic', rules } as never;
  const { list_id: listId } = await must(api.POST('/v1/contact-lists', { body }));
  const blastId = await draftBlast(api, listId, await approvedEmail(api));
  return { blastId, fieldId, clubId, listId };
}
