/** An import from its start to the second one that mends the first, with nothing but fetch and the addresses that the service gives. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../support/csv.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function call(path: string, body?: object): Promise<any> {
  const response = await fetch(`${service.url}/v1/contacts${path}`, {
    headers: { authorization: `Bearer ${service.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

/** Uploads a file, looks at the preview, and imports what that suggests, or what `mappings` make of it. */
async function importFile(content: string, file_name: string) {
  const session = await call('/imports', { source: 'upload', file_name });
  const address = `${service.url}${session.upload_url.slice(new URL(session.upload_url).origin.length)}`;
  expect((await fetch(address, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: content })).status).toBe(204);
  const at = `/imports/${session.import_session_id}`;
  const preview = await call(`${at}/preview`, {});
  const { import_run_id } = await call(`${at}/execute`, { mappings: preview.mappings });
  for (;;) {
    await service.drain();
    const run = await call(`/imports/${import_run_id}`);
    if (run.completed_at) return { preview, run };
    await wait(10);
  }
}

test('what failed is exported, mended, and imported again', async () => {
  const people = [
    'E-mail,First name,Company',
    'maya@example.org,Maya,"Lind, Berg & co"',
    'noor@example,Noor,=HYPERLINK("https://example.org")',
    ',Freja,@fjord',
    'ada@example.org,Ada,-1+1',
  ];
  const { preview, run } = await importFile(`${people.join('\r\n')}\r\n`, 'fair.csv');
  expect(preview.mappings.map(({ target_field }: { target_field: string }) => target_field)).toEqual(['email', 'first_name', 'company']);
  expect(run).toMatchObject({ status: 'completed', created_count: 2, error_count: 2 });
  const { results } = await call(`/imports/${run.import_run_id}/results?status=failed`);
  expect(results.map(({ row_number, field_issues }: any) => [row_number, field_issues[0].error_code])).toEqual([
    [3, 'invalid_email'],
    [4, 'missing_identifier'],
  ]);

  const report: string = await call(`/imports/${run.import_run_id}/export`);
  expect(parseCsv(report)).toEqual([
    ['row_number', 'status', 'reason', 'E-mail', 'First name', 'Company'],
    ['3', 'failed', 'E-mail: This is not an email address.', 'noor@example', 'Noor', `'=HYPERLINK("https://example.org")`],
    ['4', 'failed', 'The row has neither an email nor a phone.', '', 'Freja', `'@fjord`],
  ]);

  const mended = report.replace('noor@example,', 'noor@example.org,').replace(',,Freja', ',freja@example.org,Freja');
  const again = await importFile(mended, 'fair mended.csv');
  expect(again.preview.mappings.map(({ target_kind }: { target_kind: string }) => target_kind)).toEqual([
    ...['ignore', 'ignore', 'ignore'],
    ...['standard', 'standard', 'standard'],
  ]);
  expect(again.run).toMatchObject({ status: 'completed', created_count: 2, error_count: 0 });

  const { items } = await call('');
  expect(items.map(({ email, first_name, company }: any) => [email, first_name, company]).sort()).toEqual([
    ['ada@example.org', 'Ada', '-1+1'],
    ['freja@example.org', 'Freja', '@fjord'],
    ['maya@example.org', 'Maya', 'Lind, Berg & co'],
    ['noor@example.org', 'Noor', '=HYPERLINK("https://example.org")'],
  ]);
  expect(await call(`/imports/${again.run.import_run_id}/export`)).toBe(
    'row_number,status,reason,row_number,status,reason,E-mail,First name,Company\r\n',
  );
});
