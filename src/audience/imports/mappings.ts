import type { DateFormat } from './written-dates.ts';
import type { DecimalSeparator } from './written-numbers.ts';

/** A column and the field that it goes to. Columns that are left out have none. A type, since JSON is not made of interfaces. */
export type Mapping = {
  header: string;
  /** The place of the column in a row. */
  column: number;
  kind: 'standard' | 'custom_field';
  /** The API's name of the standard field, or the `api_name`. */
  field: string;
  /** Fills what is empty, and keeps what is there. */
  fill: boolean;
  /** Of a column of dates. Unset, only what has one meaning is a date. */
  dateFormat?: DateFormat;
  /** Of a column of numbers, likewise. */
  decimalSeparator?: DecimalSeparator;
};
