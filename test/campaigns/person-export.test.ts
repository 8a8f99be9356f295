/** Everything that the workspace has of a person, in one archive. */
import { afterAll, expect, test } from 'vitest';
import { must } from '../support/blast.ts';
import { startTestService } from '../support/service.ts';
import { live, openWorkspace } from './erasures/person.ts';

const service = await startTestService({ OUTBOUND_ALLOW: '127.0.0.1' });
afterAll(service.stop);
const { api } = service;

/** The files of a zip without compression, by its central directory. */
function filesIn(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const files = new Map<string, string>();
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, extraLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const start = zip.readUInt32LE(at + 42);
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), zip.toString('utf8', content, content + size));
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return files;
}

const LIFE = {
  email: 'maya.quillon@fjordmail.example.org',
  phone: '+46701998871',
  name: 'Mayazq',
  surname: 'Samesurname',
  words: { custom: '=customwordone', typed: 'typedwordone', said: 'saidwordone' },
  ip: '198.51.100.71',
};

test('the archive has everything, as JSON and as a table for each kind', async () => {
  const common = await openWorkspace(service, 'http://127.0.0.1:9');
  const { contactId } = await live(service, service, common, LIFE, { isBrief: true });
  const at = { params: { path: { contact_id: contactId } } };
  const { export: begun } = await must(api.POST('/v1/contacts/{contact_id}/export', at));
  await service.drain();
  const read = () =>
    must(
      api.GET('/v1/contacts/{contact_id}/export/{exportId}', { params: { path: { contact_id: contactId, exportId: begun.export_id } } }),
    );
  const { export: done } = await read();
  expect(done).toMatchObject({ status: 'completed', file_name: expect.stringMatching(/^contact-.*\.zip$/) });
  const address = new URL(done.download_url as string);
  const answer = await fetch(`${service.url}${address.pathname}${address.search}`);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = filesIn(Buffer.from(await answer.arrayBuffer()));

  const person = JSON.parse(files.get('person.json') as string);
  expect(person.contact).toMatchObject({ contact_id: contactId, email: LIFE.email, custom_fields: { trail: '=customwordone' } });
  expect(person.deliveries).toContainEqual(
    expect.objectContaining({ subject: 'Hi {{contact.first_name}}', address: LIFE.email, opened_at: expect.any(String) }),
  );
  expect(person.clicks).toContainEqual(expect.objectContaining({ url: 'https://shop.example.com/?a=1&b=2' }));
  expect(person.messages).toContainEqual(expect.objectContaining({ subject: 'Later', data: { note: 'saidwordone' } }));
  expect(person.consent).toContainEqual(expect.objectContaining({ ip: LIFE.ip, evidence: 'saidwordone' }));
  expect(person.submissions[0]).toMatchObject({ fields: { favourite_trail: 'typedwordone' } });
  expect(person.custom_events[0]).toMatchObject({ name: 'order_placed', properties: { note: 'saidwordone' } });
  expect(person.lists).toEqual([expect.objectContaining({ name: 'Hikers' })]);

  const { contact: _contact, exported_at: _at, ...tables } = person;
  const lines = (name: string) => (files.get(`${name}.csv`) as string).split('\r\n').filter((line) => line !== '');
  // A field with a line break is quoted, and takes several of these lines.
  for (const [name, rows] of Object.entries(tables)) expect(lines(name).length).toBeGreaterThanOrEqual(1 + (rows as object[]).length);
  expect([...files.keys()].sort()).toEqual(['contact.csv', 'person.json', ...Object.keys(tables).map((name) => `${name}.csv`)].sort());
  // A spreadsheet runs no formula.
  expect(files.get('contact.csv')).toContain("'=customwordone");
  expect(done.row_count).toBe(1 + Object.values(tables).reduce((sum: number, rows) => sum + (rows as object[]).length, 0));

  await must(api.POST('/v1/contacts/{contact_id}/erase', at));
  await service.drain();
  // The second look waits for transactions of any database of the server.
  await expect
    .poll(async () => {
      service.clock.advance({ minutes: 2 });
      await service.drain();
      return (await read()).export;
    })
    .toMatchObject({ status: 'completed', download_url: null });
});

test('a contact that there is not has no export', async () => {
  const contact_id = '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01';
  const { response } = await api.POST('/v1/contacts/{contact_id}/export', { params: { path: { contact_id } } });
  expect(response.status).toBe(404);
});
