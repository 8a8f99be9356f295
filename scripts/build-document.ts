/** The document as it is served, made of its sources in `openapi/`: judged, bundled, linked, with samples, each operation's own bad request and each list's empty answer. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { showBadRequests } from './bad-requests.ts';
import { addCodeSamples } from './code-samples.ts';
import { PLATFORM, WORKSPACES } from './documents.ts';
import { showEmptyLists } from './empty-lists.ts';
import { linkErrors } from './error-links.ts';
import { linkDescriptions } from './link-descriptions.ts';
import { lintDocument } from './lint-document.ts';
import { describeProblems } from './problems.ts';
import { errorFindings, readErrors, tabulateErrors } from './reference/errors.ts';
import { unusedFiles } from './unused-files.ts';
import { describeWebhooks } from './webhooks.ts';

/** The findings about the sources, each as `file:line:column  rule` with words below. */
export class UnsoundDocument extends Error {
  constructor(findings: string[]) {
    super(`${findings.join('\n')}\n\n${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in the document`);
  }
}

/**
 * @param root folder that has `openapi/` and `redocly.yaml`
 * @throws UnsoundDocument
 */
export function buildDocument(root: string): OpenAPIV3_1.Document {
  refuse([...lintDocument(root, WORKSPACES.api), ...unusedFiles(root), ...errorFindings(readErrors())]);
  const document = bundle(root, WORKSPACES.source);
  tabulateErrors(document);
  describeWebhooks(document);
  refuse(linkDescriptions(document, root));
  showBadRequests(document);
  showEmptyLists(document);
  linkErrors(document);
  describeProblems(document);
  addCodeSamples(document);
  return document;
}

/**
 * The document of the operator's API. It has no place in the reference, so its texts name operations and sections without links.
 * @throws UnsoundDocument
 */
export function buildPlatformDocument(root: string): OpenAPIV3_1.Document {
  refuse(lintDocument(root, PLATFORM.api));
  const document = JSON.parse(JSON.stringify(bundle(root, PLATFORM.source)), (key, value) =>
    key === 'description' && typeof value === 'string' ? value.replaceAll(REFERENCE, '$1') : value,
  ) as OpenAPIV3_1.Document;
  showBadRequests(document);
  showEmptyLists(document);
  linkErrors(document);
  describeProblems(document);
  return document;
}

const REFERENCE = /\[([^\]]+)\]\((?:op|section|tutorial):[^)]*\)/g;

function bundle(root: string, source: string): OpenAPIV3_1.Document {
  const scratch = mkdtempSync(join(tmpdir(), 'bivouac-bundle-'));
  try {
    const path = join(scratch, 'openapi.json');
    execFileSync('redocly', ['bundle', source, '-o', path], { cwd: root, stdio: 'pipe' });
    return JSON.parse(readFileSync(path, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function refuse(findings: string[]): void {
  if (findings.length > 0) throw new UnsoundDocument(findings);
}
