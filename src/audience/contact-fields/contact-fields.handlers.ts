import type { Handler, Handlers } from '../../http/handler.types.ts';
import { isYes } from '../../shared/paging.ts';
import { type FindUsers, fieldThing, toUsers } from '../../workspaces/references.ts';
import { definitionsOf } from './contact-fields.repo.ts';
import * as service from './contact-fields.service.ts';
import { systemContactFields, toContactField } from './contact-fields.view.ts';

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
