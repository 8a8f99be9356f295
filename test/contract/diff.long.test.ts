import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILE, openRepository, ROOT } from '../support/contract-diff.ts';

test('the command compares a revision with the sources of the working tree, generated or not', () => {
  const { repository, git, diff } = openRepository();
  try {
    for (const path of ['openapi', 'redocly.yaml', '.redocly.lint-ignore.yaml', FILE])
      cpSync(join(ROOT, path), join(repository, path), { recursive: true });
    git('add', FILE);
    git('commit', '--quiet', '--message', 'generated');
    const path = join(repository, 'openapi/paths/email-templates/email-templates-clone.yaml');
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.replace('cloneEmailTemplate', 'createEmailTemplateClone'));
    expect(diff('HEAD')).toEqual({
      status: 1,
      stdout: `Breaking: 1
  POST /v1/email-templates/{templateId}/clone is called createEmailTemplateClone now, cloneEmailTemplate before: clients name their methods so

Additive: nothing.

For people only: 0 descriptions, 0 examples.
`,
      stderr: '',
    });
    writeFileSync(path, source.replace('cloneEmailTemplate', 'copyEmailTemplate'));
    expect(diff('HEAD')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/ {2}house\/operation-id\n.*\n\n1 finding in the document; nothing was compared\.\n$/),
    });
  } finally {
    rmSync(repository, { recursive: true });
  }
});
