import { type FieldWith, fieldsWith } from '../contact-field-catalogue.ts';
import type { CustomValues } from '../contact-fields/values.ts';
import type { ContactFields } from '../contacts/roster.service.ts';
import { cellReader, type Reading } from '../imports/cells.ts';

/** What a form says of a contact: only what is not blank and fits its field. Email and phone are normalized. */
export interface Said extends ContactFields {
  email?: string;
  phone?: string;
}

/** By the name of a form's field the field of the contact that it fills in. */
const STANDARD: ReadonlyMap<string, FieldWith<'fromForms'>> = new Map([
  ['name', 'display_name'],
  ...fieldsWith('fromForms').map((field) => [field, field] as const),
]);

/**
 * What reads what visitors typed, by the names of the form. Values that do not fit, names that are no field, and archived fields
 * are passed over: the timeline has them.
 */
export function readerOfForms(reading: Reading): (values: ReadonlyMap<string, string>) => Said {
  const readers = new Map<string, ReturnType<typeof cellReader> | null>();
  const readerOf = (name: string) => {
    let reader = readers.get(name);
    if (reader === undefined) {
      const standard = STANDARD.get(name);
      const isCustom = !standard && reading.definitions.get(name)?.status === 'active';
      if (standard) reader = cellReader({ kind: 'standard', field: standard }, reading);
      else reader = isCustom ? cellReader({ kind: 'custom_field', field: name }, reading) : null;
      readers.set(name, reader);
    }
    return reader;
  };
  // A box that is ticked and has no value of its own says so.
  const meant = (name: string, text: string) => (text === 'on' && reading.definitions.get(name)?.valueType === 'boolean' ? 'true' : text);

  return (values) => {
    const said: Record<string, unknown> = {};
    const custom: CustomValues = {};
    for (const [name, typed] of values) {
      const text = typed.trim();
      const read = text === '' ? null : readerOf(name);
      const value = read?.(meant(name, text));
      // A refusal is an object.
      if (value === undefined || value === '' || typeof value === 'object') continue;
      const standard = STANDARD.get(name);
      if (!standard) custom[name] = value;
      // `name` gives way to `display_name`.
      else if (name === standard || !Object.hasOwn(said, standard)) said[standard] = value;
    }
    return { ...said, ...(Object.keys(custom).length > 0 && { custom_fields: custom }) };
  };
}
