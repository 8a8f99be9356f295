/**
 * After a complete run: has every documented answer really been given? The tests' client notes what it sees; the document
 * lists, for each operation, its statuses and, as the keys of the examples, the error codes of each.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { lookUp, operationsOf, readDocument } from '../../src/http/contract.ts';

const SEEN_DIR = 'test-results/seen';
const document = readDocument();

const seen = new Set<string>();
for (const file of readdirSync(SEEN_DIR)) {
  for (const line of readFileSync(`${SEEN_DIR}/${file}`, 'utf8').split('\n').filter(Boolean)) {
    const { operationId, status, code } = JSON.parse(line) as { operationId: string; status: string; code: string | null };
    seen.add(`${operationId} ${status} ${code ?? ''}`.trim());
  }
}

const documented = operationsOf(document).flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, response]) => {
    const isError = status === 'default' || Number(status) >= 400;
    const examples = response.content?.['application/json']?.examples ?? {};
    if (!isError) return [`${operationId} ${status}`];
    const codes = Object.keys(examples);
    if (codes.length === 0) throw new Error(`${operationId} ${status} documents an error without an example`);
    for (const [name, example] of Object.entries(examples)) {
      const { value } = ('$ref' in example ? lookUp(document, example.$ref) : example) as { value: { error_code: string } };
      if (value.error_code !== name) throw new Error(`${operationId} ${status}: the example "${name}" shows ${value.error_code}`);
    }
    return codes.map((code) => `${operationId} ${status} ${code}`);
  }),
);

const missing = documented.filter((answer) => !seen.has(answer));
const undocumented = [...seen].filter((answer) => !documented.includes(answer));
for (const answer of missing.slice(0, 50)) console.error(`documented, never seen: ${answer}`);
for (const answer of undocumented) console.error(`seen, not documented: ${answer}`);
console.log(`${documented.length - missing.length} of ${documented.length} documented answers seen`);
process.exitCode = missing.length + undocumented.length > 0 ? 1 : 0;
