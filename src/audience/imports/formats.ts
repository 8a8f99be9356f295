import { CONTACT_FIELDS } from '../contact-field-catalogue.ts';
import type { StandardField } from './cells.ts';
import type { Mapping } from './mappings.ts';
import type { WorkspaceReading } from './reading.service.ts';
import type { Column } from './suggestions.ts';
import { dateFormatsOf } from './written-dates.ts';
import { decimalSeparatorOf } from './written-numbers.ts';

/**
 * Mappings with the formats in which their columns are written: those that they name, else those that the sampled values show.
 * @param guesses whether of several formats that fit, the likeliest is taken; somebody looks at it before anything is written
 */
export const withFormats = (
  mappings: readonly Mapping[],
  columns: readonly Column[],
  { definitions, country }: Pick<WorkspaceReading, 'definitions' | 'country'>,
  { guesses }: { guesses: boolean },
): Mapping[] =>
  mappings.map((mapping) => {
    const { kind, field, column } = mapping;
    const type = kind === 'standard' ? CONTACT_FIELDS[field as StandardField].type : definitions.get(field)?.valueType;
    const values = columns.find((one) => one.column === column)?.values ?? [];
    if (type === 'date' && !mapping.dateFormat) {
      const [dateFormat, ...others] = dateFormatsOf(values, country);
      return dateFormat && (guesses || others.length === 0) ? { ...mapping, dateFormat } : mapping;
    }
    const decimalSeparator = type === 'number' ? (mapping.decimalSeparator ?? decimalSeparatorOf(values)) : undefined;
    return decimalSeparator ? { ...mapping, decimalSeparator } : mapping;
  });
