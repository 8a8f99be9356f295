import type { Handler, Handlers } from '../../http/handler.types.ts';
import { isYes } from '../../shared/paging.ts';
import { definitionsOf } from './contact-fields.repo.ts';
import * as service from './contact-fields.service.ts';
import { systemContactFields, toContactField } from './contact-fields.view.ts';

const listContactFields: Handler<'listContactFields'> = async ({ query }, { db, workspaceId }) => {
  const own = await definitionsOf(db, workspaceId, { includeArchived: isYes(query.include_archived) });
  return { status: 200, body: { fields: [...systemContactFields(), ...own.map(toContactField)] } };
};

const createContactFields: Handler<'createContactFields'> = async ({ body }, { db, workspaceId, key, now }) => {
  const isBatch = 'items' in body;
  const created = await service.createFields(db, workspaceId, isBatch ? body.items : [body], {
    createdByName: key.name,
    now,
    place: (index) => (isBatch ? `items.${index}` : ''),
  });
  const [first, ...rest] = created.map(toContactField);
  if (!first) throw new Error('No field was created.');
  return { status: 201, body: isBatch ? { items: [first, ...rest] } : first };
};

const updateContactField: Handler<'updateContactField'> = async ({ path, body }, { db, workspaceId, now }) => {
  const changes = {
    displayName: body.display_name,
    // An empty text says as little as none.
    description: body.description === undefined ? undefined : body.description || null,
    showInPeopleListDefault: body.show_in_people_list_default,
    status: body.status,
  };
  return { status: 200, body: toContactField(await service.updateField(db, workspaceId, path.field_definition_id, changes, now)) };
};

export const contactFieldHandlers = { listContactFields, createContactFields, updateContactField } satisfies Partial<Handlers>;
