import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toUlid } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { parseCsv } from '../support/csv.ts';
import { givenBlast, givenContacts, givenRecipients, setStatus } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let api: TestService['api'];
let blastId: string;
beforeAll(async () => {
  service = await startTestService();
  ({ api } = service);
});
beforeEach(async () => {
  blastId = await givenBlast(service, { name: 'Spring opening, first wave' });
});
afterAll(() => service.stop());

const start = (category?: 'sent' | 'opened' | 'recipients', id = blastId) =>
  api.POST('/v1/email-blasts/{blastId}/contacts/export', { params: { path: { blastId: id }, query: category && { category } } });
const read = (exportId: string, id = blastId) =>
  api.GET('/v1/email-blasts/{blastId}/contacts/export/{exportId}', { params: { path: { blastId: id, exportId } } });
async function fileOf(category?: 'sent' | 'opened' | 'recipients') {
  const started = await must(start(category));
  expect(started.export).toMatchObject({ status: 'pending', download_url: null });
  await service.drain();
  const { export: done } = await must(read(started.export.export_id));
  expect(done.status).toBe('completed');
  return { done, text: await (await fetch(done.download_url as string)).text() };
}
const minute = (n: number) => new Date(Date.UTC(2026, 3, 14, 10, n));

describe('the export of a blast', () => {
  test.runIf(isAtLength)('has the fields of the report in its order, of people whose contact is gone, too', async () => {
    const [contactId] = await givenContacts({ db: service.db, workspaceId: service.id }, 1);
    const [first] = await givenRecipients({ db: service.db, workspaceId: service.id }, blastId, [
      {
        contactId: contactId as string,
        displayName: '=SUM(A1)',
        email: 'ada@mail.example',
        status: 'sent',
        sentAt: minute(1),
        deliveredAt: minute(1),
      },
      {
        displayName: 'Gone, "really"',
        email: 'bob@mail.example',
        status: 'bounced',
        bouncedAt: minute(2),
        error: '550 5.1.1 No such user',
      },
      { displayName: 'Nobody', email: null, status: 'unqualified' },
    ]);
    const { done, text } = await fileOf();
    expect(done).toMatchObject({ file_name: 'spring-opening-first-wave-recipients.csv', row_count: 3, error_message: null });
    const [header, ...rows] = parseCsv(text);
    expect(header?.join()).toBe(
      'recipient_id,contact_id,display_name,email,contact_deleted,sent_at,delivered_at,opened_at,clicked_at,clicked_url,bounced_at,unsubscribed_at,complained_at,status,error,machine_opened_at,machine_clicked_at',
    );
    expect(rows[0]).toEqual([
      toUlid(first as string),
      contactId,
      "'=SUM(A1)",
      'ada@mail.example',
      'false',
      '2026-04-14T10:01:00.000Z',
      '2026-04-14T10:01:00.000Z',
      ...Array(6).fill(''),
      'sent',
      '',
      '',
      '',
    ]);
    expect(rows[1]?.slice(2, 5)).toEqual(['Gone, "really"', 'bob@mail.example', 'true']);
    expect(rows.map((row) => row.slice(13, 15))).toEqual([
      ['sent', ''],
      ['bounced', '550 5.1.1 No such user'],
      ['unqualified', ''],
    ]);
  });

  test.runIf(isAtLength)('keeps one category, of this blast alone, however many pages there are', async () => {
    const sent = Array.from({ length: 2_345 }, (_value, i) => ({ email: `p${i}@mail.example`, status: 'sent', sentAt: minute(i % 60) }));
    await givenRecipients({ db: service.db, workspaceId: service.id }, blastId, [...sent, { status: 'blocked' }]);
    await givenRecipients({ db: service.db, workspaceId: service.id }, await givenBlast(service), [{ status: 'sent', sentAt: minute(1) }]);
    const { done, text } = await fileOf('sent');
    expect([done.row_count, done.file_name]).toEqual([2_345, 'spring-opening-first-wave-sent.csv']);
    const addresses = parseCsv(text)
      .slice(1)
      .map((row) => row[3]);
    expect(new Set(addresses).size).toBe(2_345);
    expect((await fileOf('opened')).done.row_count).toBe(0);
  });

  test.runIf(isAtLength)('of a blast that has not started is the headers alone', async () => {
    const { done, text } = await fileOf();
    expect([done.row_count, parseCsv(text).length]).toEqual([0, 1]);
  });

  test('is of its blast and its workspace', async () => {
    const other = await givenBlast(service);
    const started = await must(start());
    expect((await read(started.export.export_id, other)).response.status).toBe(404);
    expect((await start('sent', '01936d2e-7e40-7d94-8c5e-9c405f6e7d99')).response.status).toBe(404);
    expect((await start('nothing' as never)).error?.details?.issues?.[0]?.path).toBe('category');
    const stranger = await service.workspace();
    const params = { path: { blastId, exportId: started.export.export_id } };
    expect((await stranger.api.GET('/v1/email-blasts/{blastId}/contacts/export/{exportId}', { params })).response.status).toBe(404);
  });

  test('fails when its blast is gone before it is written', async () => {
    const started = await must(start());
    await setStatus({ db: service.db, workspaceId: service.id }, blastId, 'draft');
    await must(api.DELETE('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
    await service.drain();
    const { export: failed } = await must(read(started.export.export_id));
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: 'The blast was deleted before its file was written.',
      download_url: null,
    });
  });
});
