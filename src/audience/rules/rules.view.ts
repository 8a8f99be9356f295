import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import type { ValueType } from '../contact-field-catalogue.ts';
import { ACTIVITY_TYPES, ALIASES, FIELDS, type FieldKey, OPERATORS } from './tree.ts';

type Metadata = components['schemas']['RuleMetadata'];

const STANDARD: Metadata['fields'] = Object.entries(FIELDS).map(([field, { label, type }]) => ({
  source: 'contact',
  field: field as FieldKey,
  label,
  value_type: type,
  operators: OPERATORS[type],
}));

export const toRuleMetadata = (fields: ContactFieldDefinition[]): Metadata => ({
  fields: [
    ...STANDARD,
    ...fields.map(({ id, displayName, valueType }) => ({
      source: 'custom_field' as const,
      field_definition_id: id,
      label: displayName,
      value_type: valueType as ValueType,
      operators: OPERATORS[valueType as ValueType],
    })),
  ],
  activity_types: ACTIVITY_TYPES,
  operator_aliases: ALIASES,
});
