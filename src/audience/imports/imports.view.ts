import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition, ContactImportRun } from '../../../generated/prisma/client.ts';
import { toUlid } from '../../platform/ids.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import { CONTACT_FIELDS } from '../contact-field-catalogue.ts';
import { excerptOf, type FieldIssue, IMPORTED_FIELDS, type StandardField } from './cells.ts';
import { CHUNK_ROWS } from './chunks.service.ts';
import type { Mapping } from './formats.ts';
import type { Preview } from './preview.service.ts';
import type { AttentionRow, ResultRow } from './runs.repo.ts';
import { processedRows } from './runs.repo.ts';

type Schemas = components['schemas'];

const SHOWN_VALUES = 3;

export const toPreview = ({ columns, rowCount, mappings, issues, own, candidates }: Preview): Schemas['ContactImportPreview'] => ({
  columns: columns.map(({ header, values, dateFormats, decimalSeparator, booleanValues }) => ({
    header,
    sample_values: values.slice(0, SHOWN_VALUES).map(excerptOf),
    date_formats: dateFormats,
    decimal_separator: decimalSeparator ?? null,
    boolean_values: booleanValues.map(({ value, readAs }) => ({ value, read_as: readAs })),
  })),
  sampled_row_count: rowCount,
  mappings: columns.map(({ header, column }) => {
    const mapping = mappings.find((mapping) => mapping.column === column);
    return mapping ? toMapping(mapping) : { header, target_kind: 'ignore', target_field: null };
  }),
  issues: issues.map((issue) => ({ row_number: issue.rowNumber, ...toIssue(issue) })),
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

export const toImportRun = (run: ContactImportRun, links: PageLinks): Schemas['ContactImportRun'] => ({
  import_run_id: toUlid(run.id),
  import_session_id: toUlid(run.sessionId),
  file_name: run.fileName,
  status: run.status as Schemas['ContactImportRun']['status'],
  created_count: run.createdCount,
  updated_count: run.updatedCount,
  skipped_count: run.skippedCount,
  error_count: run.errorCount,
  progress: {
    total_rows: run.totalRows,
    processed_rows: processedRows(run),
    // Chunks of large rows have fewer.
    total_chunks: run.totalRows === null ? null : run.completedChunks + Math.ceil((run.totalRows - processedRows(run)) / CHUNK_ROWS),
    completed_chunks: run.completedChunks,
  },
  error_message: run.errorMessage,
  created_at: run.createdAt.toISOString(),
  started_at: run.startedAt?.toISOString() ?? null,
  completed_at: run.completedAt?.toISOString() ?? null,
  report_url: links.report('import', run),
});

const toIssue = ({ field, header, error_code, message, value }: FieldIssue): FieldIssue => ({ field, header, error_code, message, value });

export const toImportResult = (row: ResultRow): Schemas['ContactImportResult'] => ({
  row_number: row.row_number,
  status: row.status,
  contact_id: row.contact_id,
  field_issues: (row.field_issues ?? []).map(toIssue),
});

export const toReason = ({ status, field_issues }: AttentionRow): string => {
  const reasons = (field_issues ?? []).map(({ header, message }) => (header === null ? message : `${header}: ${message}`));
  const isExplained = field_issues?.some(({ error_code }) => error_code === 'duplicate_in_file') ?? false;
  return [...(status === 'skipped' && !isExplained ? ['The contact exists already.'] : []), ...reasons].join(' ');
};
