import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };

// The output of other generators has to compile with the right types: each `@ts-expect-error` fails if there is no error.

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bivouac-generators-'));
const operations = Object.values(document.paths).flatMap((item) => Object.values(item).flatMap((part) => part.operationId ?? []));

beforeAll(() => {
  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterAll(() => rmSync(scratch, { recursive: true }));

test('openapi-typescript makes types that compile', async () => {
  const folder = folderOf('openapi-typescript');
  // As a module of its own rather than a declaration, so that the compiler looks into it in any case.
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(structuredClone(document) as never)));
  writeFileSync(
    join(folder, 'use.ts'),
    `
    import type { components, operations, paths } from './api.ts';

    type Schemas = components['schemas'];
    type Written = paths['/v1/contacts/upsert']['post']['responses']['200']['content']['application/json'];

    const query: operations['listContacts']['parameters']['query'] = { page: 2, limit: 50, sort: 'updated_at' };
    // @ts-expect-error a sort key that there is not
    const unknownSort: operations['listContacts']['parameters']['query'] = { page: 2, limit: 50, sort: 'shoe_size' };
    const list: Schemas['CreateContactListRequest'] = { name: 'Hut guests', kind: 'static' };
    // @ts-expect-error a list without its kind
    const noKind: Schemas['CreateContactListRequest'] = { name: 'Hut guests' };

    export function rejected(written: Written): string[] {
      return written.items.flatMap((item) => (item.status === 'rejected' ? [item.message] : []));
    }
    export function code({ error_code }: Schemas['Error']): 'not_found' | 'other' {
      return error_code === 'not_found' ? error_code : 'other';
    }
    export function misspelt(contact: Schemas['Contact']): unknown {
      // @ts-expect-error answers may grow, but nobody reads a field that is not there
      return contact.frist_name;
    }
    const asked: Schemas['RuleListMembershipInput']['operator'] = 'in_list';
    // @ts-expect-error an alias, which is only taken
    const answered: Schemas['RuleListMembership']['operator'] = 'in_list';
    export const all = [query, unknownSort, list, noKind, asked, answered];
    `,
  );
  expect(await compile(folder)).toBe('');
});

test('@hey-api/openapi-ts makes a client that compiles', async () => {
  const folder = folderOf('hey-api');
  await createClient({
    input: structuredClone(document) as never,
    output: { path: join(folder, 'api'), header: [] },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  });
  writeFileSync(
    join(folder, 'use.ts'),
    `
    import * as api from './api/sdk.gen';
    import { client } from './api/client.gen';
    import type { Contact } from './api/types.gen';

    client.setConfig({ baseUrl: 'http://localhost:3000', auth: 'bvk_…' });

    export async function rename(contact: Contact): Promise<string> {
      const { data, error } = await api.updateContact({ path: { contact_id: contact.contact_id }, body: { first_name: 'Maya' } });
      if (error) throw new Error(\`\${error.error_code}: \${error.error}\`);
      return data.display_name;
    }
    export async function write(): Promise<string[]> {
      const { data } = await api.upsertContacts({ headers: { 'Idempotency-Key': 'one' }, body: { items: [{ email: 'maya@example.com' }] } });
      return (data?.items ?? []).flatMap((item) => (item.status === 'rejected' ? [item.message] : []));
    }
    export function misspelt(contact: Contact): unknown {
      // @ts-expect-error answers may grow, but nobody reads a field that is not there
      return contact.frist_name;
    }
    // @ts-expect-error a list without its kind
    api.createContactList({ body: { name: 'Hut guests' } });
    // @ts-expect-error a sort key that there is not
    api.listContacts({ query: { sort: 'shoe_size' } });

    export const methods = [${operations.map((name) => `api.${name}`).join(', ')}];
    `,
  );
  expect(await compile(folder)).toBe('');
});

function folderOf(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  return folder;
}

/** The findings of the compiler about a folder. */
function compile(folder: string): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', folder], { cwd: folder }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}
