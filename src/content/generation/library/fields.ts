import { asciiOf } from '../../../shared/text.ts';
import type { FieldType, FormField } from '../draft/draft.ts';
import { untaken } from '../draft/normal.ts';
import type { Words } from '../draft/words.ts';
import { type AskedField, type Brief, note } from '../reader/brief.ts';
import type { TextField } from './library.ts';

const STANDARD: Record<string, { type: FieldType; mapsTo?: string; needed?: boolean }> = {
  name: { type: 'name', needed: true },
  first_name: { type: 'text', mapsTo: 'first_name', needed: true },
  last_name: { type: 'text', mapsTo: 'last_name', needed: true },
  email: { type: 'email', needed: true },
  phone: { type: 'phone' },
  company: { type: 'text', mapsTo: 'company' },
  job_title: { type: 'text', mapsTo: 'job_title' },
  website: { type: 'url' },
  address: { type: 'text', mapsTo: 'address' },
  city: { type: 'text', mapsTo: 'city' },
  postcode: { type: 'text', mapsTo: 'zip_code' },
  country: { type: 'text', mapsTo: 'country' },
  date: { type: 'date', needed: true },
  time: { type: 'time' },
  guests: { type: 'number', needed: true },
  birthday: { type: 'date' },
  arrival: { type: 'date' },
  departure: { type: 'date' },
  message: { type: 'longtext' },
};

export function fieldsOf(asked: readonly AskedField[] | undefined, texts: readonly TextField[], words: Words, brief: Brief): FormField[] {
  const fields = (asked ?? [...texts.map(askedOf), ...(brief.extra ?? [])]).map((field) => fieldOf(field, words));
  const reaches = fields.some(({ type }) => type === 'email' || type === 'phone');
  if (!reaches) {
    const required = !/\banonym\p{L}*/iu.test(brief.words);
    const email = fieldOf({ type: 'email', standard: 'email', required }, words);
    // A list of questions alone leaves out who answers them.
    if (
      asked &&
      brief.purpose !== 'survey' &&
      asked.length > 1 &&
      !fields.some(({ type, label }) => type === 'name' || /\bname/iu.test(label))
    )
      fields.unshift(fieldOf({ type: 'name', standard: 'name', required: true }, words));
    const at = fields.findLastIndex(({ type }) => type === 'name') + 1;
    fields.splice(at, 0, email);
    if (asked) brief.notes.push(note('changed', 'An email field was added, since no one could be answered without it.', 'form'));
  }
  // Where the only way to reach somebody is by phone, it is needed.
  if (!fields.some(({ type }) => type === 'email'))
    for (const field of fields) if (field.type === 'phone' && field.required === false) field.required = true;
  return named(fields);
}

function askedOf(field: TextField): AskedField {
  if (typeof field === 'string') {
    const standard = STANDARD[field];
    return { type: standard?.type ?? 'text', standard: field };
  }
  const { options, optional, ...own } = field;
  const [[type, label] = ['text', '']] = Object.entries(own);
  return { type: type as FieldType, label: String(label), required: !optional, ...(options && { options: options.map(String) }) };
}

export function fieldOf({ type, label, standard, required, options }: AskedField, words: Words): FormField {
  const known = standard === undefined ? undefined : STANDARD[standard];
  return {
    type,
    label: label ?? words.fields[standard ?? ''] ?? words.fields[type] ?? standard ?? type,
    ...(standard && { name: known?.mapsTo ?? standard }),
    ...(known?.mapsTo && { maps_to: known.mapsTo }),
    required: required ?? known?.needed ?? false,
    ...(options && { options }),
  };
}

export function named(fields: readonly FormField[]): FormField[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    return { ...field, name: untaken(field.name ?? (slug(field.label) || field.type), taken, '_') };
  });
}

const slug = (label: string): string =>
  asciiOf(label, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '');
