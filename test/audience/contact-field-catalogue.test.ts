/** The catalogue of standard fields matches the document's schemas. */
import { describe, expect, test } from 'vitest';
import { CONTACT_FIELDS, FIELD_NAMES, type FieldName, fieldsWith, type StandardField } from '../../src/audience/contact-field-catalogue.ts';
import { IMPORTED_FIELDS } from '../../src/audience/imports/cells.ts';
import { FIELDS } from '../../src/audience/rules/tree.ts';
import { readDocument } from '../../src/http/contract.ts';

// The library's types do not cover the contents of a schema.
const { schemas } = readDocument().components as any;
const resolve = (schema: any): any => (schema.$ref ? { ...resolve(schemas[schema.$ref.split('/').at(-1)]), ...schema } : schema);
const propertiesOf = (name: string): Record<string, any> => {
  const { properties = {}, allOf = [] } = resolve(schemas[name]);
  return Object.assign({}, ...allOf.map((part: any) => resolve(part).properties), properties);
};
const fieldsIn = (name: string) => Object.keys(propertiesOf(name)).filter((property): property is FieldName => property in CONTACT_FIELDS);

const TYPES = { string: 'string', number: 'number', boolean: 'boolean', date: 'string', list: 'array' };

test.each(['Contact', 'ContactSummary', 'ContactListMember'])('%s shows each field, by its type', (name) => {
  const properties = propertiesOf(name);
  expect(fieldsIn(name)).toEqual(FIELD_NAMES);
  for (const field of FIELD_NAMES) {
    const { type, blank }: StandardField = CONTACT_FIELDS[field];
    const schema = resolve(properties[field].anyOf?.[0] ?? properties[field]);
    expect([schema.type].flat(), field).toContain(TYPES[type]);
    expect(schema.format === 'date-time', field).toBe(type === 'date');
    const isNullable = [schema.type, ...(properties[field].anyOf ?? []).map((one: any) => one.type)].flat().includes('null');
    expect(isNullable, field).toBe(blank === null);
  }
});

describe.each(['ContactCreateItem', 'ContactUpsertItem', 'ContactUpdateItem', 'ContactPatch'])('%s takes', (name) => {
  // A new contact's domain follows from its email.
  const written = fieldsWith('writable').filter((field) => field !== 'email_domain' || name !== 'ContactCreateItem');

  test('the fields that can be written', () => expect(new Set(fieldsIn(name))).toEqual(new Set(written)));

  test('texts as long as the catalogue says', () => {
    for (const field of written) {
      const { longest }: StandardField = CONTACT_FIELDS[field];
      const schema = propertiesOf(name)[field];
      const lengths = [schema, ...(schema.anyOf ?? []), resolve(schema).items ?? {}]
        .map((one) => resolve(one).maxLength)
        .filter((length) => length !== undefined);
      expect(lengths[0], field).toBe(longest);
    }
  });
});

test('imports take the fields with spellings, and list them in one order', () => {
  expect(IMPORTED_FIELDS).toEqual(schemas.ContactImportStandardField.enum);
});

test('rules ask about the fields with a rule, by their types', () => {
  expect(new Set(Object.keys(FIELDS))).toEqual(new Set(schemas.RuleField.enum));
  const askedAs = (type: string) => Object.entries(FIELDS).flatMap(([key, field]) => (field.type === type ? key : []));
  for (const [type, name] of Object.entries({ string: 'Text', number: 'Number', boolean: 'Boolean', date: 'Date' })) {
    const { field } = schemas[`RuleContact${name}`].properties;
    const { enum: keys, const: only } = resolve(field);
    expect(new Set(keys ?? [only]), type).toEqual(new Set(askedAs(type)));
  }
});

test('numbers are never used twice', () => {
  expect(new Set(FIELD_NAMES.map((name) => CONTACT_FIELDS[name].number)).size).toBe(FIELD_NAMES.length);
});
