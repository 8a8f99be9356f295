/** The shell commands pass the values of a step to curl unchanged, with any characters. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type Call, curlOf, PICK } from '../../scripts/reference/tutorial-commands.ts';

const AWKWARD = `it's "5" for $HOME, \`ls\` \\ and !`;

const call: Call = {
  server: 'http://localhost:3000',
  step: {
    stepId: 'send',
    description: '',
    'x-operation': { url: '{$steps.before.outputs.url}', method: 'put' },
    parameters: [{ name: 'X-Note', in: 'header', value: `${AWKWARD} {$steps.before.outputs.id}` }],
    requestBody: {
      contentType: 'application/json',
      payload: {
        plain: AWKWARD,
        mixed: `${AWKWARD} {$steps.before.outputs.id}`,
        id: '$steps.before.outputs.id',
        count: '$steps.before.outputs.count',
        lines: `${AWKWARD}\n  second line`,
      },
    },
    successCriteria: [{ condition: '$response.body#/items/0/state == "done"' }],
    outputs: { first: '$response.body#/items/0/id', second: '$response.body#/items/1/id' },
  },
  operation: undefined,
  later: [{ stepId: 'after', description: '{$steps.send.outputs.first} {$steps.send.outputs.second}', successCriteria: [] }],
  isNumber: (_step, output) => output === 'count',
};

const answer = JSON.stringify({ items: [{ id: 'a', state: 'done' }, { id: 'b' }] });

const run = (commands: string): string =>
  execFileSync('bash', {
    input: `${PICK}
curl() { printf '%s\\0' "$@" >&2; printf '%s' '${answer}'; }
URL=http://elsewhere.test ID=one COUNT=3
${commands}
echo "$FIRST and $SECOND"`,
    env: { PATH: process.env.PATH, BIVOUAC_API_KEY: 'bvk_1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  }).toString();

it('keeps what later steps need', () => {
  expect(run(curlOf(call).commands)).toBe('a b\na and b\n');
});

it('hands every character over', () => {
  const given = run(`{ ${curlOf(call).commands}\n} 2>&1 | tr '\\0' '\\n'`);
  expect(given).toContain(`X-Note: ${AWKWARD} one\n`);
  expect(given).toContain('\nhttp://elsewhere.test\n');
  const body = given.slice(given.indexOf('{\n'), given.lastIndexOf('}') + 1);
  expect(JSON.parse(body)).toEqual({
    plain: AWKWARD,
    mixed: `${AWKWARD} one`,
    id: 'one',
    count: 3,
    lines: `${AWKWARD}\n  second line`,
  });
});
