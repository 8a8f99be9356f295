import type { components } from '../../../generated/api.d.ts';
import type { FieldDefinition } from './rules.repo.ts';
import { ACTIVITY_TYPES, ALIASES, FIELDS, type FieldKey, OPERATORS } from './tree.ts';

type Metadata = components['schemas']['RuleMetadata'];

const STANDARD: Metadata['fields'] = Object.entries(FIELDS).map(([field, { label, type }]) => ({
  source: 'contact',
  field: field as FieldKey,
  label,
  value_type: type,
  operators: OPERATORS[type],
}));

export const toRuleMetadata = (fields: FieldDefinition[]): Metadata => ({
  fields: [
    ...STANDARD,
    ...fields.map(({ id, displayName, valueType }) => ({
      source: 'custom_field' as const,
      field_definition_id: id,
      label: displayName,
      value_type: valueType,
      operators: OPERATORS[valueType],
    })),
  ],
  activity_types: ACTIVITY_TYPES,
  operator_aliases: ALIASES,
});
