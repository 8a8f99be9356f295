/** The people that benches work with are such as the service itself would have written. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedContacts } from '../../scripts/bench/seed.ts';
import { normaliseEmail, normalisePhone } from '../../src/shared/identifiers.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test.runIf(isAtLength)('seeded people are sound, and more can be added later', async () => {
  const url = service.db.pool.options.connectionString as string;
  await seedContacts(url, service.id, 1_500);
  const { lists } = await seedContacts(url, service.id, 2_000, 1_500);

  const people = await service.db.prisma.contact.findMany({ where: { workspaceId: service.id } });
  expect(people.length).toBe(2_000);
  for (const { email, emailDomain, phone } of people) {
    expect(email && normaliseEmail(email)).toBe(email);
    expect(phone && normalisePhone(phone, 'US')).toBe(phone);
    expect(emailDomain).toBe(email?.split('@')[1] ?? null);
  }

  // Every answer is held against the document on the way.
  const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { limit: 100, sort: 'updated_at' } } }));
  for (const { contact_id } of items.slice(0, 20)) {
    const params = { path: { contact_id } };
    const contact = await must(service.api.GET('/v1/contacts/{contact_id}', { params }));
    const { items: entries } = await must(service.api.GET('/v1/contacts/{contact_id}/activities', { params }));
    expect(entries.at(-1)).toMatchObject({ type: 'contact_created', timestamp: contact.created_at });
  }

  for (const { id, members } of lists) {
    const { member_count } = await must(service.api.GET('/v1/contact-lists/{listId}/member-count', { params: { path: { listId: id } } }));
    expect(member_count).toBe(members);
  }
  const { rows } = await service.db.pool.query<{ api_name: string; value_type: string; types: string[] }>(
    `SELECT d.api_name, d.value_type, array_agg(DISTINCT jsonb_typeof(c.custom_fields -> d.api_name)) AS types
     FROM contact_field_definitions d JOIN contacts c ON c.workspace_id = d.workspace_id AND c.custom_fields ? d.api_name
     WHERE d.workspace_id = $1 GROUP BY 1, 2`,
    [service.id],
  );
  expect(rows.length).toBe(5);
  for (const { value_type, types } of rows) expect(types).toEqual([value_type === 'date' ? 'string' : value_type]);
});
