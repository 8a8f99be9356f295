import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { CONTACT_FIELDS } from '../contact-field-catalogue.ts';
import { excerptOf, IMPORTED_FIELDS, type StandardField } from './cells.ts';
import type { Mapping } from './mappings.ts';
import type { Preview } from './preview.service.ts';

type Schemas = components['schemas'];

const SHOWN_VALUES = 3;

export const toPreview = ({ columns, rowCount, mappings, issues, own, candidates }: Preview): Schemas['ContactImportPreview'] => ({
  columns: columns.map(({ header, values, dateFormats, decimalSeparator }) => ({
    header,
    sample_values: values.slice(0, SHOWN_VALUES).map(excerptOf),
    date_formats: dateFormats,
    decimal_separator: decimalSeparator ?? null,
  })),
  sampled_row_count: rowCount,
  mappings: columns.map(({ header, column }) => {
    const mapping = mappings.find((mapping) => mapping.column === column);
    return mapping ? toMapping(mapping) : { header, target_kind: 'ignore', target_field: null };
  }),
  issues: issues.map(({ rowNumber, field, header, error_code, message, value }) => ({
    row_number: rowNumber,
    field,
    header,
    error_code,
    message,
    value,
  })),
  available_fields: [...IMPORTED_FIELDS.map(toStandardField), ...own.map(toOwnField)],
  field_creation_candidates: candidates.map(({ header, apiName, valueType }) => ({
    header,
    display_name: header,
    api_name: apiName,
    value_type: valueType,
  })),
});

function toMapping({ header, kind, field, dateFormat, decimalSeparator }: Mapping): Schemas['ContactImportMapping'] {
  const formats = { ...(dateFormat && { date_format: dateFormat }), ...(decimalSeparator && { decimal_separator: decimalSeparator }) };
  return kind === 'standard'
    ? { header, target_kind: kind, target_field: field as StandardField, ...(decimalSeparator && { decimal_separator: decimalSeparator }) }
    : { header, target_kind: kind, target_field: field, ...formats };
}

const toStandardField = (field: StandardField): Schemas['ContactImportField'] => ({
  target_kind: 'standard',
  target_field: field,
  label: CONTACT_FIELDS[field].label,
  value_type: CONTACT_FIELDS[field].type,
  field_definition_id: null,
});

const toOwnField = ({ id, apiName, displayName, valueType }: ContactFieldDefinition): Schemas['ContactImportField'] => ({
  target_kind: 'custom_field',
  target_field: apiName,
  label: displayName,
  value_type: valueType as Schemas['ContactImportValueType'],
  field_definition_id: id,
});
