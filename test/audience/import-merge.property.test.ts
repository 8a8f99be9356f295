/**
 * The merge is one statement over a chunk; what it has to come to is said here once more, one row after the other. Both are
 * given the same random people and rows: about the same few emails and phones, so that rows meet contacts and each other.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunkReader } from '../../src/audience/imports/chunks.service.ts';
import type { Mapping } from '../../src/audience/imports/mappings.ts';
import { type Merge, mergeStaged, stage } from '../../src/audience/imports/merge.repo.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Person {
  email: string | null;
  phone: string | null;
  first_name: string;
  city: string | null;
  custom_fields: Record<string, unknown>;
}

/** As cells: an empty one is blank. */
interface Row {
  email: string;
  phone: string;
  first_name: string;
  city: string;
  colour: string;
  size: string;
}

const EMAILS = ['ada@mail.example', 'bo@mail.example', 'cy@mail.example', 'di@mail.example'];
const PHONES = ['+46701740601', '+46701740602', '+46701740603', '+46701740604'];
const among = (...values: string[]) => fc.constantFrom(...values);

const people = fc
  .uniqueArray(
    fc.record({
      email: fc.option(among(...EMAILS)),
      phone: fc.option(among(...PHONES)),
      name: among('', 'Ada', 'Bo'),
      city: fc.option(among('Oslo', 'Bergen')),
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
      ({ email, phone, name, city, colour }): Person => ({ email, phone, first_name: name, city, custom_fields: colour ? { colour } : {} }),
    ),
  );

const row = fc.record<Row>({
  email: among('', '', ...EMAILS),
  phone: among('', '', ...PHONES),
  first_name: among('', 'Eve', 'Flo'),
  city: among('', 'Oslo', 'Bodø'),
  colour: among('', 'red', 'green'),
  size: among('', '38', '39.5'),
});

const plan = fc.record({
  fill: fc.record({ phone: fc.boolean(), first_name: fc.boolean(), city: fc.boolean(), colour: fc.boolean(), size: fc.boolean() }),
  skipExisting: fc.boolean(),
  chunk: fc.integer({ min: 1, max: 12 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

interface Result {
  status: string;
  about: string | null;
  issue: string | null;
}

/** What the document says, in the plainest way. */
function reference(before: Person[], rows: Row[], { fill, skipExisting }: Plan) {
  const contacts = before.map((person, index) => ({
    ...person,
    custom_fields: { ...person.custom_fields },
    name: `known ${index}`,
    entries: [] as string[][],
    first: 0,
  }));
  const results = rows.map(({ email, phone, first_name, city, colour, size }, index): Result => {
    const rowNumber = index + 2;
    const failed = (issue: string) => ({ status: 'failed', about: null, issue });
    if (!email && !phone) return failed('missing_identifier');
    const by = (field: 'email' | 'phone', value: string) => contacts.find((contact) => value !== '' && contact[field] === value);
    let contact = email ? by('email', email) : by('phone', phone);
    const holder = by('phone', phone);
    if (holder && holder !== contact) return failed('conflict');
    const custom = Object.entries({ colour, ...(size && { size: Number(size) }) }).filter(([, value]) => value !== '');
    if (!contact) {
      contact = {
        email: email || null,
        phone: phone || null,
        first_name,
        city: city || null,
        custom_fields: Object.fromEntries(custom),
        name: `row ${rowNumber}`,
        entries: [['created']],
        first: rowNumber,
      };
      contacts.push(contact);
      return { status: 'created', about: contact.name, issue: null };
    }
    const issue = contact.first ? `Row ${contact.first} is about the same contact.` : null;
    contact.first ||= rowNumber;
    if (skipExisting) return { status: 'skipped', about: contact.name, issue };
    const fields: string[] = [];
    const set = (name: 'phone' | 'first_name' | 'city', value: string) => {
      if (!value || contact[name] === value || (fill[name] && contact[name])) return;
      contact[name] = value;
      fields.push(name);
    };
    set('phone', phone);
    set('first_name', first_name);
    set('city', city);
    for (const [name, value] of custom) {
      const old = contact.custom_fields[name];
      if (old === value || (fill[name as 'colour'] && old !== undefined)) continue;
      contact.custom_fields[name] = value;
      fields.push(`custom_fields.${name}`);
    }
    if (fields.length > 0) contact.entries.push(fields);
    return { status: 'updated', about: contact.name, issue };
  });
  return { contacts, results };
}

const toPerson = ({ email, phone, first_name, city, custom_fields }: Person): Person => ({ email, phone, first_name, city, custom_fields });

const blank: Row = { email: '', phone: '', first_name: '', city: '', colour: '', size: '' };
/** The second row waits for the first, and the phone that it will fail for must not be let go by the third before. */
const OPEN_CONFLICT: [Person[], Row[], Plan] = [
  [{ email: 'ada@mail.example', phone: '+46701740601', first_name: '', city: null, custom_fields: {} }],
  [
    { ...blank, email: 'cy@mail.example' },
    { ...blank, email: 'cy@mail.example', phone: '+46701740601' },
    { ...blank, email: 'ada@mail.example', phone: '+46701740603' },
  ],
  { fill: { phone: false, first_name: false, city: false, colour: false, size: false }, skipExisting: false, chunk: 3 },
];

test('a merge comes to what one row after the other comes to', async () => {
  const { db } = service;
  await fc.assert(
    fc.asyncProperty(people, fc.array(row, { minLength: 1, maxLength: 12 }), plan, async (before, rows, how) => {
      const workspace = await service.workspace();
      const workspaceId = workspace.id;
      for (const [apiName, valueType] of [
        ['colour', 'string'],
        ['size', 'number'],
      ] as const) {
        await db.prisma.contactFieldDefinition.create({
          data: {
            workspaceId,
            id: newId(),
            apiName,
            displayName: apiName,
            valueType,
            createdByName: 'Test',
            createdAt: new Date(),
            updatedAt: new Date(),
          },
        });
      }
      const known = before.map(({ email, phone, first_name, city, custom_fields }) => ({
        workspaceId,
        id: newId(),
        email,
        phone,
        firstName: first_name,
        city,
        customFields: custom_fields as never,
        displayName: 'Somebody',
        originalSource: 'public_api',
        createdAt: service.clock.now(),
        updatedAt: service.clock.now(),
      }));
      await db.prisma.contact.createMany({ data: known });

      const fields = ['email', 'phone', 'first_name', 'city', 'colour', 'size'] as const;
      const mappings = fields.map(
        (field, column): Mapping => ({
          header: field,
          column,
          kind: column < 4 ? 'standard' : 'custom_field',
          field,
          fill: field !== 'email' && how.fill[field],
        }),
      );
      const merge: Merge = {
        workspaceId,
        runId: newId(),
        claimId: newId(),
        fileName: 'people.csv',
        mappings,
        skipExisting: how.skipExisting,
        listIds: [],
        named: true,
      };
      const read = chunkReader(db, workspaceId, mappings, fields.length);
      for (let at = 0; at < rows.length; at += how.chunk) {
        const chunk = rows.slice(at, at + how.chunk).map((cells) => fields.map((field) => cells[field]));
        await stage(db, merge, await read(chunk, at));
        const { counts } = await db.transaction((tx) => mergeStaged(tx, merge, chunk.length, service.clock.now()));
        expect(counts.created + counts.updated + counts.skipped + counts.failed).toBe(chunk.length);
      }

      const results = await db.query<{
        row_number: number;
        status: string;
        contact_id: string | null;
        field_issues: { error_code: string; message: string }[] | null;
      }>({
        text: 'SELECT row_number, status, contact_id::text, field_issues FROM contact_import_results WHERE workspace_id = $1::uuid AND run_id = $2::uuid ORDER BY row_number',
        values: [workspaceId, merge.runId],
      });
      const names = new Map(known.map(({ id }, index) => [id, `known ${index}`]));
      for (const { status, contact_id, row_number } of results)
        if (status === 'created') names.set(contact_id as string, `row ${row_number}`);
      const outcome = results.map(({ status, contact_id, field_issues }): Result => {
        const issue = field_issues?.[0];
        return {
          status,
          about: contact_id && (names.get(contact_id) as string),
          issue: issue ? (issue.error_code === 'duplicate_in_file' ? issue.message : issue.error_code) : null,
        };
      });
      const expected = reference(before, rows, how);
      expect(outcome).toEqual(expected.results);

      const rowsAfter = await db.prisma.contact.findMany({ where: { workspaceId } });
      const after = new Map(rowsAfter.map((contact) => [names.get(contact.id), contact]));
      expect(after.size).toBe(expected.contacts.length);
      for (const contact of expected.contacts) {
        const found = after.get(contact.name);
        expect(
          found && {
            email: found.email,
            phone: found.phone,
            first_name: found.firstName,
            city: found.city,
            custom_fields: found.customFields,
          },
        ).toEqual(toPerson(contact));
        const entries = await db.prisma.contactActivity.findMany({
          where: { workspaceId, contactId: found?.id as string },
          orderBy: { occurredAt: 'asc' },
        });
        expect(
          entries.map(({ type, metadata }) => (type === 'contact_created' ? ['created'] : (metadata as { fields: string[] }).fields)),
        ).toEqual(contact.entries);
      }
    }),
    { numRuns: 60, examples: [OPEN_CONFLICT] },
  );
});
