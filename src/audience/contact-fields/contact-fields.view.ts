import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { FIELD_NAMES, standardField, systemIdOf } from '../contact-field-catalogue.ts';

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
