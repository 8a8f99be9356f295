/** The SQL of random trees, asked of random people, agrees with the plain interpreter. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTimestamps } from '../../src/audience/contacts/contacts.repo.ts';
import { compile } from '../../src/audience/rules/compile.ts';
import { findFields } from '../../src/audience/rules/rules.service.ts';
import { ACTIVITY_TYPES, FIELDS, type FieldKey, type Node, OPERATORS, type ValueType } from '../../src/audience/rules/tree.ts';
import { join, raw, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Custom, fold, holds, type Person } from './rules.reference.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The 31st, so that months of other lengths matter. */
const NOW = new Date('2026-03-31T12:00:00.000Z');
const [STRING, NUMBER, BOOLEAN, DATE, LIST, ARCHIVED] = Array.from({ length: 6 }, newId) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const TYPES = { [STRING]: 'string', [NUMBER]: 'number', [BOOLEAN]: 'boolean', [DATE]: 'date', [LIST]: 'list' } as Record<string, ValueType>;
const NAMES: Record<string, string> = {
  [STRING]: 'trail',
  [NUMBER]: 'shoe_size',
  [BOOLEAN]: 'vip',
  [DATE]: 'member_since',
  [LIST]: 'trails',
  [ARCHIVED]: 'old',
};
const LISTS = [newId(), newId()];
const GONE = newId();
const FLOWS = [newId(), newId()];
const STEPS = ['welcome', "o'hara"];
const [BLASTS, TENTS] = [
  [newId(), newId()],
  [newId(), newId()],
];
const URLS = ['https://example.com/a', "https://example.com/o'hara?%_"];
const FORMS = ['signup', 'contact'];

const LETTERS = [...'aAbBsSſßẞiıIİΣσςKkKéÉǄǅǆЯяﬁᾳᾼ%_\\\'";$ 1😀𐐀𐐨', 'e\u0301', 'E\u0301', '\u0345'];
const WORDS = [
  'fjord',
  'FJORD',
  'Fjord%',
  'f_ord',
  'οδος',
  'ΟΔΟΣ',
  'İSTANBUL',
  'istanbul',
  'straße',
  'STRAẞE',
  'STRASSE',
  'null',
  'true',
  '42',
];
const some = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 3 }).map((letters) => letters.join(''));
/** In the composed form, which is what is kept, and what is asked for after all. */
const text = fc
  .oneof(
    some,
    fc.constantFrom(...WORDS),
    fc.tuple(some, fc.constantFrom(...WORDS), some).map((parts) => parts.join('')),
  )
  .map((spelled) => spelled.normalize('NFC'));
const maybeText = fc.oneof({ weight: 3, arbitrary: text }, fc.constant(''));
const numbers = fc.constantFrom(0, -1, 1, 0.1, 1.5, 42, 43, 1e21, -1e21, 5e-324, 1.7976931348623157e308, 0.30000000000000004);
const instants = fc.constantFrom(
  '2026-03-28T23:59:59.999Z',
  '2026-03-29T00:00:00.000Z',
  '2026-03-29T01:30:00.000Z',
  '2026-03-29T23:59:59.999Z',
  '2026-03-30T00:00:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '1999-12-31T23:59:59.999Z',
);
const dates = fc.oneof(
  instants,
  fc.constantFrom(
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2024-02-29',
    '0001-01-01',
    '0001-01-01',
    '9999-12-31',
    '2026-03-29T03:30:00+02:00',
    '2026-03-28T20:00:00-04:00',
    '9999-12-31T23:59:59+12:00',
    '0001-01-01T00:00:00-12:00',
    '2026-03-29T00:00:00.0009Z',
  ),
);
const entries = fc.array(text, { maxLength: 3 });
const valuesOf: Record<ValueType, fc.Arbitrary<Custom>> = {
  string: maybeText,
  number: numbers,
  boolean: fc.boolean(),
  date: instants,
  list: entries,
};
const ago = (ms: number) => NOW.getTime() - ms;
/** At the edges of the windows that are asked for. */
const moments = fc.constantFrom(
  ...[
    0,
    60_000,
    3_600_000,
    86_400_000,
    604_800_000,
    NOW.getTime() - Date.parse('2026-02-28T12:00:00Z'),
    NOW.getTime() - Date.parse('2025-03-31T12:00:00Z'),
  ].flatMap((ms) => [ago(ms), ago(ms + 1), ago(ms - 1)]),
);
const happening = fc.constantFrom(...ACTIVITY_TYPES.slice(0, 9));

const standard = Object.fromEntries(
  Object.entries(FIELDS).map(([key, { type, column }]) => {
    const never = [
      'display_name',
      'first_name',
      'last_name',
      'company',
      'job_title',
      'lead_status',
      'lifecycle_stage',
      'unsubscribed',
      'tags',
      'created_at',
      'updated_at',
    ];
    return [key, column !== null && never.includes(column) ? valuesOf[type] : fc.option(valuesOf[type])];
  }),
) as Record<FieldKey, fc.Arbitrary<Custom | null>>;
const person: fc.Arbitrary<Omit<Person, 'id'>> = fc.record({
  fields: fc.record({
    ...standard,
    email: fc.option(fc.constantFrom('maya', 'm%ya', 'fjord_x', 'k', 'null')),
    phone: fc.constant(null),
    // Unique, below.
    externalId: fc.option(fc.constantFrom('crm', 'CRM', 'Ünïcode')),
    suppressed: fc.boolean(),
    originalSource: fc.constantFrom('public_api', 'import', 'tent_form'),
  }),
  custom: fc.record(
    {
      [STRING]: text,
      [NUMBER]: numbers,
      [BOOLEAN]: fc.boolean(),
      [DATE]: instants,
      [LIST]: fc.array(text, { minLength: 1, maxLength: 3 }),
      [ARCHIVED]: text,
    } as Record<string, fc.Arbitrary<Custom>>,
    { requiredKeys: [] },
  ),
  activities: fc.array(
    fc.record(
      {
        type: happening,
        at: moments,
        flowId: fc.constantFrom(...FLOWS),
        stepId: fc.constantFrom(...STEPS),
        blastId: fc.constantFrom(...BLASTS),
        url: fc.constantFrom(...URLS),
        tentId: fc.constantFrom(...TENTS),
        formId: fc.constantFrom(...FORMS),
      },
      { requiredKeys: ['type', 'at'] },
    ),
    { maxLength: 5 },
  ),
  lists: fc.subarray(LISTS),
});
/** No two people have the same email, phone or external ID, and who has no email has no suppression. */
const people = fc.array(person, { minLength: 1, maxLength: 12 }).map((all) =>
  all.map((one, i): Person => {
    const email = one.fields.email === null ? null : `${one.fields.email}${i}@example.com`;
    const externalId = one.fields.externalId === null ? null : `${one.fields.externalId}${i}`;
    const phone = email && i % 2 ? null : `+4670174060${i}`;
    const suppressed = email !== null && one.fields.suppressed === true;
    // A trigger gives each unsubscribed contact a suppression.
    const isSuppressed = suppressed || (email !== null && one.fields.unsubscribed === true);
    return { ...one, id: newId(), fields: { ...one.fields, email, phone, externalId, suppressed: isSuppressed } };
  }),
);

const window = fc.record({
  amount: fc.constantFrom(1, 1, 1, 12, 1000),
  unit: fc.constantFrom('minute', 'hour', 'day', 'week', 'month', 'year'),
});

const asking = (type: ValueType) =>
  fc.constantFrom(...OPERATORS[type]).chain((operator) => {
    const isAlone = ['is_true', 'is_false', 'is_empty', 'is_not_empty'].includes(operator);
    if (isAlone) return fc.constant({ operator });
    if (['in_last', 'in_next', 'not_in_last'].includes(operator)) return fc.record({ operator: fc.constant(operator), value: window });
    const value =
      type === 'date'
        ? dates
        : type === 'number'
          ? numbers
          : fc.oneof(text, fc.constantFrom('1@EXAMPLE.com', '+4670174', 'Public_API', 'crm1', 'CRM1'));
    const one = value as fc.Arbitrary<string | number>;
    if (operator === 'in' || operator === 'not_in')
      return fc.record({ operator: fc.constant(operator), value: fc.array(one, { minLength: 1, maxLength: 3 }) });
    return fc.record({ operator: fc.constant(operator), value: one });
  });
const ofField = fc
  .constantFrom(...(Object.keys(FIELDS) as FieldKey[]))
  .chain((field) =>
    asking(FIELDS[field].type).map((asked) => ({ kind: 'condition' as const, source: 'contact' as const, field, ...asked })),
  );
const ofCustom = fc.constantFrom(STRING, NUMBER, BOOLEAN, DATE, LIST).chain((fieldDefinitionId) =>
  asking(TYPES[fieldDefinitionId] ?? 'string').map((asked) => ({
    kind: 'condition' as const,
    source: 'custom_field' as const,
    fieldDefinitionId,
    ...asked,
  })),
);
const ofActivity = fc.record(
  {
    kind: fc.constant('condition'),
    source: fc.constant('activity'),
    activityType: happening,
    timeWindow: window,
    blastId: fc.constantFrom(...BLASTS),
    linkUrl: fc.constantFrom(...URLS),
    tentId: fc.constantFrom(...TENTS),
    formId: fc.constantFrom(...FORMS),
    operator: fc.constantFrom('has_activity', 'has_no_activity'),
  },
  { requiredKeys: ['kind', 'source', 'activityType', 'operator'] },
);
const ofCount = fc.record(
  {
    kind: fc.constant('condition'),
    source: fc.constant('activity'),
    activityType: happening,
    timeWindow: window,
    blastId: fc.constantFrom(...BLASTS),
    count: fc.record({ operator: fc.constantFrom('at_least', 'at_most', 'exactly'), value: fc.constantFrom(0, 1, 2, 3) }),
    operator: fc.constant('has_activity'),
  },
  { requiredKeys: ['kind', 'source', 'activityType', 'count', 'operator'] },
);
const ofList = fc.record({
  kind: fc.constant('condition'),
  source: fc.constant('list_membership'),
  listId: fc.constantFrom(...LISTS, GONE),
  operator: fc.constantFrom('is_member', 'is_not_member'),
});
const ofStep = fc.record({
  kind: fc.constant('condition'),
  source: fc.constant('email_step'),
  flowId: fc.constantFrom(...FLOWS),
  nodeId: fc.constantFrom(...STEPS),
  metric: fc.constantFrom('sent', 'delivered', 'opened', 'clicked', 'bounced', 'unsubscribed'),
  operator: fc.constant('has_activity'),
});
const condition = fc.oneof(
  { weight: 5, arbitrary: ofField },
  { weight: 4, arbitrary: ofCustom },
  ofActivity,
  ofCount,
  ofList,
  ofStep,
) as fc.Arbitrary<Node>;
const tree = fc.letrec<{ node: Node; group: Node }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, condition, tie('group')),
  group: fc.record({
    kind: fc.constant('group' as const),
    operator: fc.constantFrom('and' as const, 'or' as const),
    conditions: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  }),
})).node;

/** A workspace with these people in it. */
async function settle(all: Person[]): Promise<string> {
  const { id } = await service.workspace();
  const { query } = service.db;
  await query(sql`
    INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, status, created_by_name, created_at, updated_at)
    SELECT ${id}::uuid, f.id::uuid, f.name, f.name, f.type, f.status, 'Test', now(), now()
    FROM jsonb_to_recordset(${JSON.stringify(
      Object.entries(NAMES).map(([field, name]) => ({
        id: field,
        name,
        type: TYPES[field] ?? 'string',
        status: TYPES[field] ? 'active' : 'archived',
      })),
    )}::jsonb) AS f (id text, name text, type text, status text)`);
  await query(sql`
    INSERT INTO contact_lists (workspace_id, id, name, slug, kind, member_count, created_at, updated_at)
    SELECT ${id}::uuid, l, l::text, l::text, 'static', 0, now(), now() FROM unnest(${LISTS}::uuid[]) AS l`);
  const own = Object.values(FIELDS).filter(({ moment, column }) => !moment && column !== null);
  const columns = ['id', ...own.map(({ column }) => column), 'custom_fields'];
  const rows = all.map(({ id: contactId, fields, custom }) => ({
    id: contactId,
    ...Object.fromEntries(
      Object.entries(FIELDS).flatMap(([key, { column }]) => (column === null ? [] : [[column, fields[key as FieldKey]]])),
    ),
    custom_fields: Object.fromEntries(Object.entries(custom).map(([field, value]) => [NAMES[field], value])),
  }));
  await query(sql`
    INSERT INTO contacts (workspace_id, ${raw(columns.join(', '))})
    SELECT ${id}::uuid, ${raw(columns.join(', '))} FROM jsonb_populate_recordset(NULL::contacts, ${JSON.stringify(rows)}::jsonb)`);
  await query(sql`
    UPDATE contact_moments t SET updated_at = p.updated_at, last_activity_at = p.last_activity_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p (id uuid, updated_at timestamptz, last_activity_at timestamptz)
    WHERE t.workspace_id = ${id}::uuid AND t.contact_id = p.id`);
  const suppressed = all.flatMap(({ fields }) => (fields.suppressed ? (fields.email as string) : []));
  await query(sql`
    INSERT INTO suppressions (workspace_id, address, reason, source, since)
    SELECT ${id}::uuid, address, 'manual', 'api', now() FROM unnest(${suppressed}::text[]) AS address`);
  const happened = all.flatMap(({ id: contact, activities }) =>
    activities.map(({ type, at, flowId, stepId, blastId, url, tentId, formId }) => ({
      contact,
      type,
      at: new Date(at),
      metadata: { flow_id: flowId, step_id: stepId, blast_id: blastId, url, tent_id: tentId, form_id: formId },
    })),
  );
  await query(sql`
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT ${id}::uuid, e.contact, e.type, e.at, e.metadata
    FROM jsonb_to_recordset(${JSON.stringify(happened)}::jsonb) AS e (contact uuid, type text, at timestamptz, metadata jsonb)`);
  const members = all.flatMap(({ id: contact, lists }) => lists.map((list) => ({ contact, list })));
  await query(sql`
    INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
    SELECT ${id}::uuid, m.list, m.contact, now() FROM jsonb_to_recordset(${JSON.stringify(members)}::jsonb) AS m (contact uuid, list uuid)`);
  return id;
}

describe('the SQL of a tree', () => {
  it.runIf(isAtLength)('finds the contacts that the plain interpreter finds', async () => {
    const seen = { yes: 0, no: 0 };
    const zones = fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati');
    await fc.assert(
      fc.asyncProperty(people, fc.array(tree, { minLength: 30, maxLength: 30 }), zones, fc.boolean(), async (all, trees, zone, byIndex) => {
        const workspaceId = await settle(all);
        const fields = await findFields({ db: service.db, workspaceId }, [STRING, NUMBER, BOOLEAN, DATE, LIST]);
        const wheres = trees.map((node) => compile(node, { workspaceId, fields, now: NOW }));
        const found = await service.db.transaction(async (tx) => {
          await tx.query(sql`SELECT set_config('TimeZone', ${zone}::text, true)`);
          await tx.query(sql`SELECT set_config('enable_seqscan', ${byIndex ? 'off' : 'on'}::text, true)`);
          const asked = wheres.map(
            (where, i) =>
              sql`SELECT ${i}::int AS tree, c.id::text FROM contacts c ${withTimestamps} WHERE c.workspace_id = ${workspaceId}::uuid AND (${where})`,
          );
          return await tx.query<{ tree: number; id: string }>(sql`${join(asked, ' UNION ALL ')}`);
        });
        const answers = new Set(found.map((row) => `${row.tree} ${row.id}`));
        for (const [i, node] of trees.entries()) {
          for (const one of all) {
            const expected = holds(node, one, { now: NOW, customTypes: TYPES });
            seen[expected ? 'yes' : 'no'] += 1;
            if (answers.has(`${i} ${one.id}`) !== expected)
              expect.fail(`expected ${expected} of ${JSON.stringify(one)}\nfor ${JSON.stringify(node)}`);
          }
        }
      }),
      { numRuns: Number(process.env.RULES_RUNS ?? rounds(15, 60)), endOnFailure: true },
    );
    // Most trees match some people and not others.
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan((seen.yes + seen.no) / 10);
  });

  it('folds every letter of Unicode as the interpreter does, and folds it once and for all', async () => {
    const PART = 50_000;
    // Beyond the first two planes no letter has a case so far.
    const letters = Array.from({ length: rounds(0x1ffff, 0x10ffff) }, (_, i) => i + 1).filter((code) => code < 0xd800 || code > 0xdfff);
    const rows: { wanted: string; folded: string; again: string }[] = [];
    // In parts: a single statement for all could exceed the time limit on a busy machine.
    for (let from = 0; from < letters.length; from += PART) {
      const texts = letters.slice(from, from + PART).map((code) => String.fromCodePoint(code));
      const different = await service.db.query<(typeof rows)[number]>(sql`
        SELECT wanted, fold_case(letter) AS folded, fold_case(fold_case(letter)) AS again
        FROM unnest(${texts}::text[], ${texts.map(fold)}::text[]) AS known (letter, wanted)
        -- Node may know a newer Unicode than the database.
        WHERE unicode_assigned(letter || wanted) AND (fold_case(letter) <> letter OR wanted <> letter)`);
      rows.push(...different);
    }
    expect(rows.length).toBeGreaterThan(1_400);
    expect(rows.filter(({ wanted, folded }) => wanted !== folded)).toEqual([]);
    expect(rows.filter(({ folded, again }) => folded !== again)).toEqual([]);
  });
});
