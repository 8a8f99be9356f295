/** Rows with more cells than the header: written from the columns that there are, and never in silence. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { must } from '../support/blast.ts';
import { runImport, startFile, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

const MAPPINGS = straight('email', 'first_name', 'city');
const run = async (lines: string[], plan: Partial<Schemas['ExecuteContactImportRequest']> = {}) =>
  runImport(service, workspace, await startFile(service, workspace, ['email,first_name,city', ...lines].join('\n')), {
    mappings: MAPPINGS,
    ...plan,
  });
const contact = async (email: string) =>
  ((await must(workspace.api.GET('/v1/contacts', { params: { query: { email } } }))) as Schemas['ContactLookup']).items[0];
const told = (results: Schemas['ContactImportResult'][]) =>
  results.map(({ status, field_issues }) => [status, ...field_issues.map(({ error_code, value }) => `${error_code}: ${value}`)]);

describe('a row with more cells than the header', () => {
  it('is written from the known columns, and says so', async () => {
    const { run: ended, results } = await run([
      'wide@a.example,Smith, Jr.,Rome',
      'fits@a.example,Ada,Rome',
      'blank@a.example,Ada,Rome,, ,',
    ]);
    expect(ended).toMatchObject({ status: 'completed', created_count: 3, error_count: 0 });
    expect(told(results)).toEqual([['created', 'extra_cells: Rome'], ['created'], ['created']]);
    expect(results[0]?.field_issues[0]).toEqual({
      field: null,
      header: null,
      error_code: 'extra_cells',
      message: 'The row has a cell more than the header, left out here; others may stand in the wrong column.',
      value: 'Rome',
    });
    expect(await contact('wide@a.example')).toMatchObject({ first_name: 'Smith', city: 'Jr.' });
  });

  it('says it beside whatever else there is to say', async () => {
    await run(['known@a.example,Ada,Rome']);
    const lines = ['known@a.example,A,B,C,,D', 'known@a.example,A,B,C', 'no address,A,B,C'];
    const updated = await run(lines);
    expect(told(updated.results)).toEqual([
      ['updated', 'extra_cells: C, , D'],
      ['updated', 'duplicate_in_file: known@a.example', 'extra_cells: C'],
      ['failed', 'invalid_email: no address', 'extra_cells: C'],
    ]);
    const { results, runId } = await run(lines, { duplicate_strategy: 'skip' });
    expect(told(results)).toEqual([
      ['skipped', 'extra_cells: C, , D'],
      ['skipped', 'duplicate_in_file: known@a.example', 'extra_cells: C'],
      ['failed', 'invalid_email: no address', 'extra_cells: C'],
    ]);
    const { data: file } = await workspace.api.GET('/v1/contacts/imports/{import_run_id}/export', {
      params: { path: { import_run_id: runId } },
      parseAs: 'text',
    });
    const [, first, , last] = String(file).split('\r\n');
    expect(first).toMatch(/^2,skipped,"?The contact exists already\. The row has 3 cells more .*known@a\.example,A,B,C,,D$/);
    expect(last).toMatch(/^4,failed,.*no address,A,B,C$/);
  });

  it('is told in the preview, too', async () => {
    const session_id = await startFile(service, workspace, 'email,first_name\na@a.example,Ada\nb@a.example,Smith, Jr.\n');
    const preview = await must(workspace.api.POST('/v1/contacts/imports/{session_id}/preview', { params: { path: { session_id } } }));
    expect(preview.issues).toMatchObject([{ row_number: 3, field: null, error_code: 'extra_cells', value: 'Jr.' }]);
  });
});
