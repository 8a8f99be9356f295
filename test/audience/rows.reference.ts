/**
 * The expected results of rows about the same few people: one after the other, as plainly as possible. Imports and batches must match.
 */
import fc from 'fast-check';

export interface Person {
  email: string | null;
  phone: string | null;
  display_name: string;
  first_name: string;
  city: string | null;
  unsubscribed: boolean;
  custom_fields: Record<string, unknown>;
}

export const FIELDS = ['email', 'phone', 'first_name', 'city', 'display_name', 'unsubscribed', 'colour', 'size'] as const;
export type Field = (typeof FIELDS)[number];
/** As cells: an empty one is blank. */
export type Row = Record<Field, string>;

const EMAILS = ['ada@mail.example', 'bo@mail.example', 'cy@mail.example', 'di@mail.example'] as const;
const PHONES = ['+46701740601', '+46701740602', '+46701740603', '+46701740604'] as const;
export const NOWHERE = 'nowhere';
const among = (...values: string[]) => fc.constantFrom(...values);

export const people = fc
  .uniqueArray(
    fc.record({
      email: fc.option(among(...EMAILS)),
      phone: fc.option(among(...PHONES)),
      name: among('', 'Ada', 'Bo'),
      named: fc.boolean(),
      city: fc.option(among('Oslo', 'Bergen')),
      unsubscribed: fc.boolean(),
      colour: fc.option(among('red', 'blue')),
    }),
    {
      maxLength: 4,
      comparator: (a, b) => (a.email !== null && a.email === b.email) || (a.phone !== null && a.phone === b.phone),
    },
  )
  .map((found) => found.filter(({ email, phone }) => email ?? phone))
  .map((found) =>
    found.map(
      ({ name, named, colour, ...rest }): Person => ({
        ...rest,
        display_name: named ? 'Somebody' : derivedName({ ...rest, first_name: name }),
        first_name: name,
        custom_fields: colour ? { colour } : {},
      }),
    ),
  );

function derivedName({ first_name, email, phone }: Pick<Person, 'first_name' | 'email' | 'phone'>): string {
  return first_name || email?.replace(/@.*/, '') || phone || '';
}

export const row = fc.record<Row>({
  email: among('', '', '', NOWHERE, ...EMAILS, ...EMAILS),
  phone: among('', '', ...PHONES),
  first_name: among('', 'Eve', 'Flo'),
  city: among('', 'Oslo', 'Bodø'),
  display_name: among('', 'Captain'),
  unsubscribed: among('', '', 'yes', 'no'),
  colour: among('', 'red', 'green'),
  size: among('', '38', '39.5'),
});

export const plan = fc.record({
  /** The columns of the file, each mapped to the field of its name. */
  columns: fc
    .record({
      by: fc.constantFrom<Field[]>(['email', 'phone'], ['email', 'phone'], ['phone', 'email'], ['email'], ['phone']),
      others: fc.subarray([...FIELDS.slice(2)]),
    })
    .map(({ by, others }) => [...by, ...others]),
  /** Those that only fill what is empty. */
  fill: fc.subarray([...FIELDS.slice(1)]),
  skipExisting: fc.boolean(),
  chunk: fc.integer({ min: 1, max: 12 }),
  lists: fc.nat(2),
  /** Whether an unsubscribe may be undone. */
  consents: fc.boolean(),
});
export type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

export interface Result {
  status: string;
  about: string | null;
  issue: string | null;
  /** Whether the cells are kept. */
  kept: boolean;
}

/** The rules of the document, in the plainest way. */
export function reference(before: Person[], rows: Row[], { columns, fill, skipExisting, consents }: Plan) {
  const contacts = before.map((person, index) => ({
    ...person,
    custom_fields: { ...person.custom_fields },
    name: `known ${index}`,
    entries: [] as string[][],
    first: 0,
    listed: false,
  }));
  /** The changes of each row by person, and the people that it was the first to put on the lists. */
  const told: { changed?: [name: string, fields: string[]]; joined?: string }[] = [];
  const results = rows.map((cells, index): Result => {
    const given = (field: Field) => (columns.includes(field) ? cells[field] : '');
    const rowNumber = index + 2;
    const said: (typeof told)[number] = {};
    told.push(said);
    const failed = (issue: string) => ({ status: 'failed', about: null, issue, kept: true });
    const [email, phone] = [given('email'), given('phone')];
    if (email === NOWHERE) return failed(`email: invalid_email ${NOWHERE}`);
    if (!email && !phone) return failed('null: missing_identifier null');
    const by = (field: 'email' | 'phone', value: string) => contacts.find((contact) => value !== '' && contact[field] === value);
    let contact = email ? by('email', email) : by('phone', phone);
    const holder = by('phone', phone);
    if (holder && holder !== contact) return failed(`phone: conflict ${phone}`);
    const custom = Object.entries({ colour: given('colour'), size: given('size') && Number(given('size')) }).filter(
      ([, value]) => value !== '',
    );
    const join = (whom: (typeof contacts)[number]) => {
      if (!whom.listed) said.joined = whom.name;
      whom.listed = true;
    };
    if (!contact) {
      contact = {
        email: email || null,
        phone: phone || null,
        display_name: given('display_name') || derivedName({ first_name: given('first_name'), email, phone }),
        first_name: given('first_name'),
        city: given('city') || null,
        unsubscribed: given('unsubscribed') === 'yes',
        custom_fields: Object.fromEntries(custom),
        name: `row ${rowNumber}`,
        entries: [],
        first: rowNumber,
        listed: false,
      };
      contacts.push(contact);
      join(contact);
      return { status: 'created', about: contact.name, issue: null, kept: false };
    }
    const found = contact;
    const known = email ? `email: duplicate_in_file ${email}` : `phone: duplicate_in_file ${phone}`;
    const issue = found.first ? `${known} Row ${found.first} is about the same contact.` : null;
    found.first ||= rowNumber;
    if (skipExisting) {
      join(found);
      return { status: 'skipped', about: found.name, issue, kept: true };
    }
    const fields: string[] = [];
    let ignored: string | null = null;
    // A name to show that follows from the others changes with them, and one made of the email or phone counts as empty.
    const isDerived = found.display_name === derivedName(found);
    const isNameless = isDerived && found.first_name === '';
    const isNamed = given('display_name') !== '' && (isNameless || !fill.includes('display_name'));
    const set = <Name extends 'phone' | 'first_name' | 'city' | 'display_name' | 'unsubscribed'>(name: Name, value: Person[Name]) => {
      if (given(name) === '' || found[name] === value) return;
      if (name === 'display_name' ? !isNamed : fill.includes(name) && found[name] !== '' && found[name] !== null) return;
      if (name === 'unsubscribed' && found.unsubscribed && !consents) {
        ignored = `unsubscribed: resubscribe_ignored ${given(name)}`;
        return;
      }
      Object.assign(found, { [name]: value });
      fields.push(name);
    };
    for (const name of columns) {
      if (name === 'unsubscribed') set(name, given(name) === 'yes');
      else if (name === 'phone' || name === 'first_name' || name === 'city' || name === 'display_name') set(name, given(name));
    }
    if (isDerived && !isNamed && found.display_name !== derivedName(found)) {
      found.display_name = derivedName(found);
      fields.push('display_name');
    }
    for (const [name, value] of custom) {
      const old = found.custom_fields[name];
      if (old === value || (fill.includes(name as Field) && old !== undefined)) continue;
      found.custom_fields[name] = value;
      fields.push(`custom_fields.${name}`);
    }
    if (fields.length > 0) {
      found.entries.push(fields.toSorted());
      said.changed = [found.name, fields];
    }
    join(found);
    return { status: 'updated', about: found.name, issue: issue ?? ignored, kept: false };
  });
  return { contacts, results, told };
}

const blank: Row = { email: '', phone: '', first_name: '', city: '', display_name: '', unsubscribed: '', colour: '', size: '' };
const [ADA, BO, CY, DI] = EMAILS;
const [P1, P2, P3] = PHONES;
const somebody = (email: string | null, phone: string | null): Person => ({
  email,
  phone,
  display_name: 'Somebody',
  first_name: '',
  city: null,
  unsubscribed: false,
  custom_fields: {},
});
const together = (columns: Field[], more: Partial<Plan> = {}): Plan => ({
  columns,
  fill: [],
  skipExisting: false,
  chunk: 12,
  lists: 1,
  consents: false,
  ...more,
});
const BOTH: Field[] = ['email', 'phone', 'city'];

/** Where rows meet each other in ways that chance rarely finds. */
export const EXAMPLES: [Person[], Row[], Plan][] = [
  // The second row waits for the first, and the phone that it will fail for must not be let go by the third before.
  [
    [somebody(ADA, P1)],
    [
      { ...blank, email: CY },
      { ...blank, email: CY, phone: P1 },
      { ...blank, email: ADA, phone: P3 },
    ],
    together(BOTH),
  ],
  // A phone is let go by the row before the one that takes it; and by the row after it, which is too late.
  [
    [somebody(ADA, P1), somebody(BO, null)],
    [
      { ...blank, email: ADA, phone: P2 },
      { ...blank, email: BO, phone: P1 },
      { ...blank, email: ADA, phone: P1 },
      { ...blank, email: BO, phone: P3 },
    ],
    together(BOTH),
  ],
  // The second row takes no phone in the end, so that the third has a contact, and the fourth follows it.
  [
    [somebody(ADA, null)],
    [
      { ...blank, email: DI },
      { ...blank, email: DI, phone: P1 },
      { ...blank, email: ADA, phone: P1 },
      { ...blank, email: ADA },
    ],
    together(BOTH, { skipExisting: true }),
  ],
  // The last but one is skipped, but has to wait for what is said of it; the last one must not take its phone meanwhile.
  [
    [],
    [
      { ...blank, email: ADA },
      { ...blank, email: BO },
      { ...blank, email: ADA, phone: P1 },
      { ...blank, phone: P1 },
      { ...blank, email: BO, phone: P1 },
      { ...blank, email: BO, phone: P2 },
      { ...blank, phone: P2 },
    ],
    together(BOTH, { skipExisting: true }),
  ],
  // Many rows about one contact: each names the first of them, of whichever chunk.
  [[somebody(ADA, P1)], ['Oslo', 'Bodø', 'Oslo', 'Bergen'].map((city) => ({ ...blank, email: ADA, city })), together(BOTH, { chunk: 2 })],
  [[somebody(null, P1)], ['Oslo', 'Bodø', 'Oslo', 'Bergen'].map((city) => ({ ...blank, phone: P1, city })), together(['phone', 'city'])],
  [
    [somebody(ADA, P1)],
    [{ ...blank, email: CY }, ...Array.from({ length: 3 }, () => ({ ...blank, email: ADA }))],
    together(BOTH, { skipExisting: true }),
  ],
  // One of two custom fields changes; and a row with only blank values has no contact yet.
  [
    [{ ...somebody(ADA, null), custom_fields: { colour: 'red', size: 38 } }],
    [
      { ...blank, email: ADA, colour: 'red', size: '39.5' },
      { ...blank, email: CY },
    ],
    together(['email', 'colour', 'size', 'unsubscribed', 'display_name', 'first_name', 'city']),
  ],
];
