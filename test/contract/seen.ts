/**
 * After a complete run: has every documented answer really been given? The tests' client notes what it sees; the document
 * lists, for each operation, its statuses and, as the keys of the examples, the error codes of each.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { lookUp, operationsOf, readDocument } from '../../src/http/contract.ts';
import { readPlatformDocument } from '../../src/http/platform.ts';

const SEEN_DIR = `${process.env.TEST_RESULTS}/seen`;

const seen = new Set<string>();
for (const file of readdirSync(SEEN_DIR)) {
  for (const line of readFileSync(`${SEEN_DIR}/${file}`, 'utf8').split('\n').filter(Boolean)) {
    const { operationId, status, code } = JSON.parse(line) as { operationId: string; status: string; code: string | null };
    seen.add(`${operationId} ${status} ${code ?? ''}`.trim());
  }
}

const described = [readDocument(), readPlatformDocument()].flatMap((document) =>
  operationsOf(document).map((operation) => ({ document, operation })),
);

const documented = described.flatMap(({ document, operation }) =>
  Object.entries(operation.responses).flatMap(([status, response]) => {
    const { operationId } = operation;
    const answer = (code?: string) => [operationId, status, code].filter(Boolean).join(' ');
    const isError = status === 'default' || Number(status) >= 400;
    const examples = response.content?.['application/json']?.examples ?? {};
    if (!isError) return [answer()];
    const codes = Object.keys(examples);
    if (codes.length === 0) throw new Error(`${operationId} ${status} documents an error without an example`);
    for (const [name, example] of Object.entries(examples)) {
      const { value } = ('$ref' in example ? lookUp(document, example.$ref) : example) as { value: { error_code: string } };
      if (value.error_code !== name) throw new Error(`${operationId} ${status}: the example "${name}" shows ${value.error_code}`);
    }
    return codes.map(answer);
  }),
);

const missing = documented.filter((name) => !seen.has(name));
const undocumented = [...seen].filter((name) => !documented.includes(name));
for (const name of missing.slice(0, 50)) console.error(`documented, never seen: ${name}`);
for (const name of undocumented) console.error(`seen, not documented: ${name}`);
console.log(`${documented.length - missing.length} of ${documented.length} documented answers seen`);
process.exitCode = missing.length + undocumented.length > 0 ? 1 : 0;
