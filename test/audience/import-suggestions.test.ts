/** Which fields columns are taken for, by their headers and their values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReserved } from '../../src/audience/contact-fields/contact-fields.service.ts';
import { IMPORTED_FIELDS } from '../../src/audience/imports/cells.ts';
import { candidatesFor, SPELLED, suggestMappings } from '../../src/audience/imports/suggestions.ts';

const columnsOf = (columns: Record<string, string[]>) =>
  Object.entries(columns).map(([header, values], column) => ({ header, column, values }));
const named = (...headers: string[]) => headers.map((header, column) => ({ header, column, values: [] as string[] }));
const own = (apiName: string, displayName = apiName, status = 'active') => ({ apiName, displayName, status });

const suggested = (columns: ReturnType<typeof columnsOf>, fields: ReturnType<typeof own>[] = []) =>
  Object.fromEntries(
    suggestMappings(columns, fields).map(({ header, kind, field }) => [header, kind === 'standard' ? field : `own ${field}`]),
  );

describe('a header', () => {
  it.each(IMPORTED_FIELDS)('of %s, as an export of ours has it, means that field', (field) => {
    expect(suggested(named(field))).toEqual({ [field]: field });
  });

  it.each([
    [
      'HubSpot',
      ['Record ID', 'First Name', 'Last Name', 'Email', 'Phone Number', 'Lead Status', 'Company name', 'State/Region', 'Postal Code'],
      ['external_id', 'first_name', 'last_name', 'email', 'phone', 'lead_status', 'company', 'state', 'zip_code'],
    ],
    [
      'Mailchimp',
      ['Email Address', 'First Name', 'Last Name', 'Address', 'Phone Number', 'MEMBER_RATING'],
      ['email', 'first_name', 'last_name', 'address', 'phone', null],
    ],
    ['listmonk', ['uuid', 'email', 'name', 'attributes', 'status'], [null, 'email', 'display_name', null, null]],
    [
      'Google',
      ['First Name', 'Last Name', 'Organization Name', 'E-mail 1 - Value', 'Phone 1 - Value', 'Address 1 - City'],
      ['first_name', 'last_name', 'company', 'email', 'phone', 'city'],
    ],
    [
      'a German',
      ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefonnummer', 'Straße', 'PLZ', 'Ort'],
      ['first_name', 'last_name', 'email', 'phone', 'address', 'zip_code', 'city'],
    ],
    [
      'a French',
      ['Prénom', 'Nom', 'Courriel', 'Téléphone', 'Code postal', 'Ville'],
      ['first_name', 'last_name', 'email', 'phone', 'zip_code', 'city'],
    ],
    [
      'a Spanish',
      ['Nombre', 'Apellidos', 'Correo electrónico', 'Teléfono', 'Empresa'],
      ['first_name', 'last_name', 'email', 'phone', 'company'],
    ],
    [
      'a Swedish',
      ['Förnamn', 'Efternamn', 'E-post', 'Mobil', 'Företag', 'Postnummer'],
      ['first_name', 'last_name', 'email', 'phone', 'company', 'zip_code'],
    ],
  ])('of %s file means what it says', (_whose, headers, fields) => {
    // biome-ignore format: one line for each file
    const expected = headers.flatMap((header, index) => (fields[index] ? [[header, fields[index]]] : []));
    expect(suggested(named(...headers))).toEqual(Object.fromEntries(expected));
  });

  it('stands for one field only', () => {
    const fields = Map.groupBy(SPELLED, ([, key]) => key);
    expect([...fields.values()].filter((spelled) => spelled.length > 1)).toEqual([]);
  });

  it.each(['E-mail', 'EMAIL', ' e_mail ', 'é-mail', 'eMail:'])('is read without case, accents and punctuation, as %j', (header) => {
    expect(suggested(named(header))).toEqual({ [header]: 'email' });
  });

  it('that names a field exactly comes before other spellings', () => {
    expect(suggested(named('Mobile', 'Work email', 'Phone', 'Email'))).toEqual({ Phone: 'phone', Email: 'email' });
    expect(suggested(named('Mobile', 'Work email'))).toEqual({ Mobile: 'phone', 'Work email': 'email' });
  });

  it("may name one of the workspace's own fields, by either name, but no archived one", () => {
    const fields = [own('shoe_size', 'Shoe size'), own('club', 'Mobile'), own('old_one', 'Old one', 'archived')];
    expect(suggested(named('Shoe-Size', 'mobile', 'old one'), fields)).toEqual({ 'Shoe-Size': 'own shoe_size', mobile: 'own club' });
  });

  it('that says nothing leaves it to the values', () => {
    const columns = columnsOf({
      A: ['maya@example.com', 'noor@example.com', 'nobody'],
      B: ['+46 70 174 06 05'],
      C: ['0701740605', '12345678'],
      D: ['eve@example.com'],
      E: [],
    });
    expect(suggested(columns)).toEqual({ A: 'email', B: 'phone' });
    expect(suggested(columnsOf({ A: ['maya@example.com'], Email: [] }))).toEqual({ Email: 'email' });
  });

  it('names a field at most once, whatever the headers', () => {
    const header = fc.oneof(fc.constantFrom(...IMPORTED_FIELDS, 'E-mail', 'Mail', 'mobile', 'Shoe size'), fc.string());
    fc.assert(
      fc.property(fc.uniqueArray(header, { maxLength: 30 }), (headers) => {
        const mappings = suggestMappings(named(...headers), [own('shoe_size', 'Shoe size'), own('email_2', '')]);
        expect(new Set(mappings.map(({ kind, field }) => `${kind} ${field}`)).size).toBe(mappings.length);
        expect(mappings.map(({ column }) => column)).toEqual([...new Set(mappings.map(({ column }) => column))].sort((a, b) => a - b));
        for (const { header, column } of mappings) expect(headers[column]).toBe(header);
      }),
    );
  });
});

describe('a column that could become a field', () => {
  const names = (headers: string[], fields: ReturnType<typeof own>[] = []) =>
    candidatesFor(named(...headers), fields, 'SE').map(({ apiName }) => apiName);

  it.each([
    [['yes', 'No', '1'], 'boolean'],
    [['38', '39.5', '-4', '0'], 'number'],
    [['2026-04-14', '2026-04-14T10:00:00Z'], 'date'],
    [['38', '39,5', '1.200,75'], 'number'],
    [['14.04.2026', '1.5.2026'], 'date'],
    [['14 April 2026', '2026-05-01'], 'date'],
    [['14.04.2026', 'soon'], 'string'],
    [['0815', '42'], 'string'],
    [['0,5', '12 345'], 'string'],
    [['+46701740605'], 'string'],
    [['12345678901234567890'], 'string'],
    [['38', 'forty'], 'string'],
    [[], 'string'],
  ])('with %j has the narrowest type', (values, valueType) => {
    expect(candidatesFor(columnsOf({ A: values }), [], 'SE')).toEqual([{ header: 'A', apiName: 'a', valueType }]);
  });

  it('has a name that is free, also of archived fields and of what a contact has already', () => {
    expect(names(['Hut', 'Email', 'Created at', 'Contact ID'], [own('hut', 'Hut', 'archived'), own('email_2')])).toEqual([
      'hut_2',
      'email_3',
      'created_at_2',
      'contact_id_2',
    ]);
    expect(names(['Förmåner!', 'Förmåner?', '2026', '名前', '--'])).toEqual(['formaner', 'formaner_2', 'field_2026', 'field', 'field_2']);
    expect(names(['x'.repeat(255), 'x'.repeat(254)])).toEqual(['x'.repeat(100), `${'x'.repeat(98)}_2`]);
  });

  it('can be created as it is, whatever its header', () => {
    const header = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('email', 'Email', 'a!', 'a?', '1', '2'));
    fc.assert(
      fc.property(fc.uniqueArray(header, { maxLength: 20 }), (headers) => {
        const made = names(headers, [own('a')]);
        expect(new Set(['a', ...made]).size).toBe(made.length + 1);
        for (const name of made) {
          expect(name).toMatch(/^[a-z][a-z0-9_]{0,99}$/);
          expect(isReserved(name)).toBe(false);
        }
      }),
    );
  });
});
