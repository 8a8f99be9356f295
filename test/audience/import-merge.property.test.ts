/**
 * A chunk of an import is decided in memory and written at once, and so is a batch of upserts. Both are given random people and rows, about
 * the same few emails and phones, so that rows meet contacts and each other, and have to come to what one row after the other comes to.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BatchItem, writeContacts } from '../../src/audience/contacts/contacts.service.ts';
import { chunkReader } from '../../src/audience/imports/chunks.service.ts';
import type { Mapping } from '../../src/audience/imports/formats.ts';
import { type Merged, mergeChunk, openPipeline } from '../../src/audience/imports/merge.service.ts';
import { openEvents } from '../../src/platform/events.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import type { GivenRun } from '../support/chunks.ts';
import { givenList } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { EXAMPLES, FIELDS, type Person, type Plan, people, plan, type Result, type Row, reference, row } from './rows.reference.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  for (const [display_name, value_type] of [
    ['Colour', 'string'],
    ['Size', 'number'],
  ] as const)
    await must(service.api.POST('/v1/contact-fields', { body: { display_name, value_type } }));
});
afterAll(() => service.stop());

/** Leaves only these people; returns their names by id. */
async function givenPeople(before: Person[]): Promise<Map<string, string>> {
  const { db, id: workspaceId } = service;
  await db.prisma.contact.deleteMany({ where: { workspaceId } });
  const known = before.map(({ email, phone, display_name, first_name, city, unsubscribed, custom_fields }) => ({
    workspaceId,
    id: newId(),
    email,
    phone,
    displayName: display_name,
    firstName: first_name,
    city,
    unsubscribed,
    customFields: custom_fields as never,
    originalSource: 'public_api',
    createdAt: service.clock.now(),
  }));
  await db.prisma.contact.createMany({ data: known });
  return new Map(known.map(({ id }, index) => [id, `known ${index}`]));
}

const byName = <Named extends { name: string | undefined }>(all: Named[]) => all.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));

/** Everybody with the entries of their timelines, by their names. */
async function peopleAfter(names: ReadonlyMap<string, string>) {
  const { db, id: workspaceId } = service;
  const entries = await db.query<{ contactId: string; metadata: { fields: string[] } }>({
    text: 'SELECT contact_id::text AS "contactId", metadata FROM contact_activities WHERE workspace_id = $1::uuid ORDER BY occurred_at, seq',
    values: [workspaceId],
  });
  const after = await db.prisma.contact.findMany({ where: { workspaceId } });
  return byName(
    after.map((contact) => ({
      id: contact.id,
      name: names.get(contact.id),
      email: contact.email,
      phone: contact.phone,
      display_name: contact.displayName,
      first_name: contact.firstName,
      city: contact.city,
      unsubscribed: contact.unsubscribed,
      custom_fields: contact.customFields,
      entries: entries.filter(({ contactId }) => contactId === contact.id).map(({ metadata }) => metadata.fields.toSorted()),
    })),
  );
}

const resultsOf = ({ workspaceId, runId }: GivenRun) =>
  service.db.query<{
    status: string;
    contact_id: string | null;
    field_issues: { field: string; header: string; error_code: string; message: string; value: string }[] | null;
    cells: string[] | null;
  }>({
    text: 'SELECT status, contact_id::text, field_issues, cells FROM contact_import_results WHERE workspace_id = $1::uuid AND run_id = $2::uuid ORDER BY row_number',
    values: [workspaceId, runId],
  });

test.runIf(isAtLength)('a merge comes to what one row after the other comes to', async () => {
  const { db, id: workspaceId } = service;
  await fc.assert(
    fc.asyncProperty(people, fc.array(row, { minLength: 1, maxLength: 12 }), plan, async (before, rows, how) => {
      const names = await givenPeople(before);
      await db.prisma.contactList.deleteMany({ where: { workspaceId, kind: 'static' } });
      const other = await givenList({ db, workspaceId }, []);
      const listIds: string[] = [];
      for (let n = 0; n < how.lists; n++) listIds.push(await givenList({ db, workspaceId }, []));

      const mappings = how.columns.map(
        (field, column): Mapping => ({
          header: `The ${field}`,
          column,
          kind: field === 'colour' || field === 'size' ? 'custom_field' : 'standard',
          field,
          fill: how.fill.includes(field),
        }),
      );
      const merge: GivenRun = {
        workspaceId,
        runId: newId(),
        fileName: 'people.csv',
        mappings,
        skipExisting: how.skipExisting,
        listIds,
        consentSource: how.consents ? 'A form' : undefined,
      };
      const read = chunkReader({ db, workspaceId }, { mappings, onInvalid: 'fail_row', width: mappings.length });
      const expected = reference(before, rows, how);
      // As the chunks of a run: two of them side by side.
      const merged: Merged[] = [];
      const pipeline = openPipeline();
      for (let at = 0, number = 0; at < rows.length; at += how.chunk, number++) {
        const chunk = rows.slice(at, at + how.chunk).map((cells) => how.columns.map((field) => cells[field]));
        const readRows = await read(chunk, at);
        const place = number;
        await pipeline.room();
        await pipeline.add(async (turn) => {
          await db.transaction(async (tx) => {
            merged[place] = await mergeChunk({ db: tx, workspaceId, now: service.clock.now() }, merge, {
              rows: readRows,
              ...turn,
              chunk: place,
            });
            await turn.ahead?.committed;
          });
        });
      }
      await pipeline.settled();
      const results = await resultsOf(merge);
      results.forEach(({ status, contact_id }, index) => {
        if (status === 'created') names.set(contact_id as string, `row ${index + 2}`);
      });
      for (const [place, said] of merged.entries()) {
        const at = place * how.chunk;
        const wanted = expected.results.slice(at, at + how.chunk);
        const told = expected.told.slice(at, at + how.chunk);
        const changed = new Map<string, Set<string>>();
        for (const [name, fields] of told.flatMap(({ changed }) => (changed ? [changed] : [])))
          changed.set(name, new Set([...(changed.get(name) ?? []), ...fields]));
        const nameOf = (id: string) => names.get(id) as string;
        const count = (which: string) => wanted.filter(({ status }) => status === which).length;
        expect({
          counts: said.counts,
          created: said.created.map(nameOf).sort(),
          updated: said.updated.map(({ contactId, fields }) => `${nameOf(contactId)}: ${fields.toSorted().join()}`).sort(),
          joined: said.joined.map(({ listId, contactId }) => `${listIds.indexOf(listId)} ${nameOf(contactId)}`).sort(),
        }).toEqual({
          counts: { created: count('created'), updated: count('updated'), skipped: count('skipped'), failed: count('failed') },
          created: wanted.flatMap(({ status, about }) => (status === 'created' ? [about] : [])).sort(),
          updated: [...changed].map(([name, fields]) => `${name}: ${[...fields].sort().join()}`).sort(),
          joined: listIds.flatMap((_, list) => told.flatMap(({ joined }) => (joined ? [`${list} ${joined}`] : []))).sort(),
        });
      }

      const outcome = results.map(({ status, contact_id, field_issues, cells }, index): Result => {
        const [issue] = field_issues ?? [];
        if (issue) expect(issue.header).toBe(issue.field && `The ${issue.field}`);
        if (cells) expect(cells).toEqual(how.columns.map((field) => rows[index]?.[field]));
        const message = issue?.error_code === 'duplicate_in_file' ? ` ${issue.message}` : '';
        return {
          status,
          about: contact_id && (names.get(contact_id) as string),
          issue: issue ? `${issue.field}: ${issue.error_code} ${issue.value}${message}` : null,
          kept: cells !== null,
        };
      });
      expect(outcome).toEqual(expected.results);

      const members = await db.prisma.contactListMember.findMany({ where: { workspaceId } });
      const found = (await peopleAfter(names)).map(({ id, ...contact }) => ({
        ...contact,
        listed: listIds.map((listId) => members.some((member) => member.listId === listId && member.contactId === id)),
      }));
      expect(found).toEqual(
        byName(expected.contacts).map(({ first, listed, ...contact }) => ({ ...contact, listed: listIds.map(() => listed) })),
      );
      const lists = await db.prisma.contactList.findMany({ where: { workspaceId, kind: 'static' } });
      const listed = expected.contacts.filter((contact) => contact.listed).length;
      expect(new Map(lists.map(({ id, memberCount }) => [id, memberCount]))).toEqual(
        new Map([[other, 0], ...listIds.map((id) => [id, listed] as const)]),
      );
    }),
    { numRuns: EXAMPLES.length + rounds(10, 60), examples: EXAMPLES },
  );
});

/** A row as an item of a batch. */
function itemOf(cells: Row): BatchItem {
  const { colour, size, unsubscribed, ...texts } = cells;
  const custom_fields = { ...(colour && { colour }), ...(size && { size: Number(size) }) };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(unsubscribed && { unsubscribed: unsubscribed === 'yes' }),
    custom_fields,
  };
}

test.runIf(isAtLength)('so does a batch of upserts', async () => {
  const { db, id: workspaceId } = service;
  const everything: Plan = { columns: [...FIELDS], fill: [], skipExisting: false, chunk: 12, lists: 0, consents: false };
  const examples = EXAMPLES.map(([before, rows]): [Person[], Row[]] => [before, rows]);
  await fc.assert(
    fc.asyncProperty(people, fc.array(row, { minLength: 1, maxLength: 12 }), async (before, rows) => {
      const names = await givenPeople(before);
      const expected = reference(before, rows, everything);
      const outcomes = await writeContacts({ db, workspaceId, now: service.clock.now() }, openEvents(), {
        mode: 'upsert',
        items: rows.map(itemOf),
        itemIssues: rows.map(() => null),
      });
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'created') names.set(outcome.contact.id, `row ${index + 2}`);
      });
      expect(
        outcomes.map((outcome) => {
          if (outcome.status !== 'rejected') return [outcome.status, names.get(outcome.contact.id)];
          return ['failed', outcome.code === 'conflict' ? 'conflict' : null];
        }),
      ).toEqual(
        expected.results.map(({ status, about, issue }) => [
          status,
          status === 'failed' ? (issue?.includes('conflict') ? 'conflict' : null) : about,
        ]),
      );
      const found = (await peopleAfter(names)).map(({ id: _, ...contact }) => contact);
      expect(found).toEqual(byName(expected.contacts).map(({ first: _first, listed: _listed, ...contact }) => contact));
    }),
    { numRuns: examples.length + rounds(10, 60), examples },
  );
});
