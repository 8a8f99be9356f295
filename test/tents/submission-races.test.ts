/** Forms beside other writers of contacts: no deadlocks, and nothing is lost or written twice. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdPeople } from '../../src/audience/contacts/batch.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { createCaptcha } from '../../src/tents/forms/captcha.ts';
import { createSubmissions, type Submissions } from '../../src/tents/forms/submissions.service.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenContacts } from '../support/given.ts';
import { execute, startFile, straight } from '../support/imports.ts';
import { behind, deadlocksIn, isFree } from '../support/race.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { givenTent } from './given.ts';

let service: TestService;
/** Two processes. */
let submissions: [Submissions, Submissions];
let tentId: string;
beforeAll(async () => {
  service = await startTestService();
  const open = () =>
    createSubmissions({
      db: service.db,
      clock: service.clock,
      events: openEvents(),
      captcha: createCaptcha({ secret: 'secret', clock: service.clock }),
    });
  submissions = [open(), open()];
  tentId = await givenTent({ db: service.db, workspaceId: service.id });
});
afterAll(() => service.stop());

const send = (typed: Record<string, string>, from = 0, tent = tentId) =>
  (submissions[from] as Submissions).submit({ workspaceId: service.id, tentId: tent, formId: 'signup', fields: Object.entries(typed) });
const contactBy = (email: string) => service.db.prisma.contact.findFirst({ where: { workspaceId: service.id, email } });

it.runIf(isAtLength)('of the same people as batches, an import and another process', async () => {
  const PEOPLE = rounds(20, 60);
  const FORMS = 10 * PEOPLE;
  const emailOf = (person: number) => `racer${person % PEOPLE}@mail.example`;
  const phoneOf = (person: number) => `+46701745${String(person % PEOPLE).padStart(3, '0')}`;
  const lines = Array.from({ length: 2 * FORMS }, (_, row) => `${emailOf(row * 7)},${phoneOf(row * 7 + (row % 3))},City ${row}`);
  const session = await startFile(service, service, `email,phone,city\n${lines.join('\n')}\n`);
  await must(execute(service, session, { mappings: straight('email', 'phone', 'city') }));

  const tent = await givenTent({ db: service.db, workspaceId: service.id });
  const forms = Array.from({ length: FORMS }, (_, i) =>
    send({ email: emailOf(i * 11), phone: phoneOf(i * 11 + (i % 2)), company: `Company ${i}` }, i % 2, tent),
  );
  const batches = Array.from({ length: rounds(8, 24) }, (_, batch) => {
    const items = Array.from({ length: PEOPLE }, (_, i) => ({ email: emailOf(i * 13 + batch), phone: phoneOf(i * 13 + batch * (i % 3)) }));
    return service.api.POST('/v1/contacts/upsert', { body: { items } });
  });
  const [outcomes, answers] = await Promise.all([Promise.all(forms), Promise.all(batches), service.drain()]);
  expect(outcomes.filter((outcome) => !('kept' in outcome && outcome.kept))).toEqual([]);
  expect(answers.map(({ response }) => response.status).filter((status) => status !== 200)).toEqual([]);

  const [found] = await service.db.query<{ entries: number; people: number; submissions: number }>(sql`
    SELECT (SELECT count(*)::int FROM contact_activities WHERE type = 'form_submission' AND metadata ->> 'tent_id' = ${tent}) AS entries,
      (SELECT count(*)::int FROM contacts WHERE email LIKE 'racer%') AS people, (SELECT sum(submissions)::int FROM tent_days WHERE tent_id = ${tent}::uuid) AS submissions`);
  expect(found).toEqual({ entries: FORMS, people: PEOPLE, submissions: FORMS });
  expect(await deadlocksIn(service.db)).toBe(0);
});

it('fills in what is empty when its turn has come, not what was empty when it came', async () => {
  const email = 'late@mail.example';
  const [id] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1, { email })) as [string];
  await behind(
    service.db,
    (tx) => tx.query(sql`UPDATE contacts SET company = 'First' WHERE workspace_id = ${service.id}::uuid AND id = ${id}::uuid`),
    () => send({ email, company: 'Second', name: 'x' }),
  );
  expect((await contactBy(email))?.company).toBe('First');
});

it('sees who has been made while it waited', async () => {
  const email = 'twin@mail.example';
  await behind(
    service.db,
    async (tx) => {
      await holdPeople({ db: tx, workspaceId: service.id }, [email], []);
      await givenContacts({ db: tx, workspaceId: service.id }, 1, { email, company: 'First' });
    },
    () => send({ email, company: 'Second' }),
  );
  expect(await service.db.prisma.contact.count({ where: { email } })).toBe(1);
  expect((await contactBy(email))?.company).toBe('First');
});

it('makes somebody anew who is deleted while it waits', async () => {
  const email = 'gone@mail.example';
  const [id] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1, { email })) as [string];
  const outcome = await behind(
    service.db,
    (tx) => tx.query(sql`DELETE FROM contacts WHERE workspace_id = ${service.id}::uuid AND id = ${id}::uuid`),
    () => send({ email }),
  );
  expect(outcome).toMatchObject({ accepted: true, kept: true });
  expect((await contactBy(email))?.id).not.toBe(id);
});

it('holds no contact while it waits for an email', async () => {
  const [known] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1, { email: 'known@mail.example' })) as [string];
  let wasFree: boolean | undefined;
  await behind(
    service.db,
    (tx) => holdPeople({ db: tx, workspaceId: service.id }, ['wanted@mail.example'], []),
    () => Promise.all([send({ email: 'known@mail.example' }), send({ email: 'wanted@mail.example' })]),
    async () => {
      wasFree = await isFree({ db: service.db, workspaceId: service.id }, 'contacts', known);
    },
  );
  expect(wasFree).toBe(true);
});
