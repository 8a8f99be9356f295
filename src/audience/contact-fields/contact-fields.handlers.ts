import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import { isYes } from '../../shared/paging.ts';
import { type FindUsers, fieldThing, toUsers } from '../../workspaces/references.ts';
import { FIELD_NAMES, standardField, systemIdOf } from '../contact-field-catalogue.ts';
import { definitionsOf } from './contact-fields.repo.ts';
import * as service from './contact-fields.service.ts';

type Schemas = components['schemas'];

export const toContactField = (field: ContactFieldDefinition): Schemas['ContactField'] => ({
  field_definition_id: field.id,
  api_name: field.apiName,
  display_name: field.displayName,
  value_type: field.valueType as Schemas['ContactFieldType'],
  description: field.description,
  show_in_people_list_default: field.showInPeopleListDefault,
  status: field.status as Schemas['ContactFieldStatus'],
  is_editable: true,
  origin: 'org_managed',
  created_by_name: field.createdByName,
  created_at: field.createdAt.toISOString(),
  updated_at: field.updatedAt.toISOString(),
});

export const systemContactFields = (): Schemas['ContactField'][] =>
  FIELD_NAMES.map((name) => ({
    field_definition_id: systemIdOf(name),
    api_name: name,
    display_name: standardField(name).label,
    value_type: standardField(name).type,
    description: standardField(name).description,
    show_in_people_list_default: standardField(name).listed ?? false,
    status: 'active',
    is_editable: false,
    origin: 'system',
    created_by_name: null,
    created_at: null,
    updated_at: null,
  }));

const createContactFields: Handler<'createContactFields'> = async ({ body, key }, ctx) => {
  const isBatch = 'items' in body;
  const created = await service.createFields(ctx, isBatch ? body.items : [body], {
    createdByName: key.name,
    place: (index) => (isBatch ? `items.${index}` : ''),
  });
  const [first, ...rest] = created.map(toContactField);
  if (!first) throw new Error('No field was created.');
  return { status: 201, body: isBatch ? { items: [first, ...rest] } : first };
};

export function createContactFieldHandlers({ findUsers }: { findUsers: FindUsers }) {
  const listContactFields: Handler<'listContactFields'> = async ({ query }, ctx) => {
    const own = await definitionsOf(ctx, { includeArchived: isYes(query.include_archived) });
    const users = await findUsers(ctx, own.map(fieldThing));
    const shown = own.map((field, i) => ({ ...toContactField(field), ...toUsers(users[i] ?? { users: [], count: 0 }) }));
    return { status: 200, body: { fields: [...systemContactFields(), ...shown] } };
  };

  const updateContactField: Handler<'updateContactField'> = async ({ path, body }, ctx) => {
    const changes = {
      displayName: body.display_name,
      description: body.description === undefined ? undefined : body.description || null,
      showInPeopleListDefault: body.show_in_people_list_default,
      status: body.status,
    };
    return {
      status: 200,
      body: toContactField(await service.updateField(ctx, findUsers, path.field_definition_id, changes)),
    };
  };

  return { listContactFields, createContactFields, updateContactField } satisfies Partial<Handlers>;
}
