/** Writes a step of a workflow as commands for a shell, which bash and zsh take alike, and says what they print. */
import type { Operation } from '../../src/http/contract.ts';

export interface Parameter {
  name: string;
  in: string;
  value: string;
}

/** `$components.parameters.authorization` */
export interface ParameterReference {
  reference: string;
}

interface Criterion {
  condition: string;
  type?: string;
}

export interface Step {
  stepId: string;
  description: string;
  operationId?: string;
  /** A request that is no operation of the API. */
  'x-operation'?: { url: string; method: string };
  parameters?: (Parameter | ParameterReference)[];
  requestBody?: { contentType: string; payload: unknown };
  successCriteria: Criterion[];
  onFailure?: { retryAfter: number; retryLimit: number; criteria: Criterion[] }[];
  /** Names, each with where its value is in the answer. */
  outputs?: Record<string, string>;
}

export interface Call {
  server: string;
  /** References of its parameters are resolved. */
  step: Omit<Step, 'parameters'> & { parameters: Parameter[] };
  operation: Operation | undefined;
  /** The steps behind it, which say what has to be kept of its answer. */
  later: Step[];
  /** Whether a step of this id keeps a number under this name. */
  isNumber: (stepId: string, output: string) => boolean;
}

/** `list_id` is kept as `$LIST_ID`. */
export const variableOf = (name: string): string => (name === 'api_key' ? 'BIVOUAC_API_KEY' : name.toUpperCase());

/** The function by which the commands read answers. Node is present where the service runs. */
export const PICK = `pick() {
  node -e '
    const stop = (...words) => { console.error(...words); process.exit(1); };
    const text = require("fs").readFileSync(0, "utf8");
    let answer;
    try { answer = JSON.parse(text); } catch { stop("No JSON came back.", text); }
    if (answer.error_code) stop(JSON.stringify(answer, null, 2));
    const values = process.argv.slice(1).map((path) => {
      const value = path.split(".").reduce((part, key) => part?.[key], answer);
      if (value === undefined) stop(\`There is no \${path} in\`, answer);
      return typeof value === "object" ? JSON.stringify(value, null, 2) : value;
    });
    console.log(values.join(" "));
  ' "$@"
}
: "\${BIVOUAC_API_KEY:?Put your API key into BIVOUAC_API_KEY first}"`;

const REFERENCE = /\$(?:inputs\.|steps\.([\w-]+)\.outputs\.)(\w+)/;
/** A value that is nothing but a reference, and references within a text. */
const ALONE = new RegExp(`^${REFERENCE.source}$`);
const WITHIN = new RegExp(`\\{${REFERENCE.source}\\}`, 'g');
/** Each reference within a text, or else what the shell would read between double quotes. */
const READ = new RegExp(`${WITHIN.source}|["\\\\\`$]`, 'g');
const FIELD = /^(\$response\.body#\/\S+) == "?([^"]+)"?$/;

/** A text as a word of the shell, with variables for its references. A text that is one reference has no braces around it. */
function quoted(text: string): string {
  if (text.search(WITHIN) < 0) return ALONE.test(text) ? quoted(`{${text}}`) : singleQuoted(text);
  return `"${text.replaceAll(READ, (found, _step, name?: string) => (name ? `$${variableOf(name)}` : `\\${found}`))}"`;
}
const singleQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The commands of a step, and in Markdown what they print and keep. */
export function curlOf(call: Call): { commands: string; comesBack: string } {
  const { step, operation, later } = call;
  const { before, request } = requestOf(call);
  const kept = Object.entries(step.outputs ?? {}).filter(([name]) => isUsed(step.stepId, name, later));
  const wait = step.onFailure?.[0];
  if (wait) return waitingFor(call, request, wait, kept);
  const status = step.successCriteria.map(({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1]).find(Boolean);
  if (status === '204') {
    const commands = [...before, `${request} \\\n  -w '%{http_code}\\n'`].join('\n');
    return { commands, comesBack: 'It answers `204`, without a body.' };
  }
  if (operation && isText(operation)) {
    const file = `${step.stepId}.html`;
    return {
      commands: [...before, `${request} \\\n  -o ${file}`].join('\n'),
      comesBack: `It answers \`${status}\`, and the content is in \`${file}\`: open it in a browser.`,
    };
  }
  const asked = step.successCriteria.flatMap(({ condition }) => fieldOf(condition) ?? []);
  if (kept.length === 0) {
    return {
      commands: [...before, `${request} | pick ${shownOf(call, asked).join(' ')}`].join('\n'),
      comesBack: answers(status, asked),
    };
  }
  return {
    commands: [...before, keep(kept, request), show(kept)].join('\n'),
    comesBack: `${answers(status, asked)} ${keeps(kept)}`,
  };
}

const isText = ({ responses }: Operation): boolean => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return !('application/json' in (success?.content ?? { 'application/json': {} }));
};

const isUsed = (stepId: string, output: string, later: Step[]): boolean =>
  new RegExp(`\\$steps\\.${stepId}\\.outputs\\.${output}\\b`).test(JSON.stringify(later));

/** `$response.body#/items/0/contact_id` is picked as `items.0.contact_id`. */
const pathOf = (place: string): string => place.replace('$response.body#/', '').replaceAll('/', '.');

interface Field {
  path: string;
  value: string;
}

/** The field of the answer's body in a condition; undefined for other conditions. */
function fieldOf(condition: string): Field | undefined {
  const [, place, value] = FIELD.exec(condition) ?? [];
  return place && value ? { path: pathOf(place), value } : undefined;
}

/** The visible fields of an answer: those that the step checks, and those that no later step needs. */
function shownOf({ step, later }: Call, asked: Field[]): string[] {
  const rest = Object.entries(step.outputs ?? {}).filter(([name]) => !isUsed(step.stepId, name, later));
  return [...new Set([...asked.map(({ path }) => path), ...rest.map(([, place]) => pathOf(place))])];
}

function keep(kept: [string, string][], request: string): string {
  const picked = `${request} | pick ${kept.map(([, place]) => pathOf(place)).join(' ')}`;
  const names = kept.map(([name]) => variableOf(name));
  return names.length === 1 ? `${names[0]}=$(${picked})` : `read -r ${names.join(' ')} < <(${picked})`;
}

const show = (kept: [string, string][]): string => `echo "${kept.map(([name]) => `$${variableOf(name)}`).join(' ')}"`;

function waitingFor(
  call: Call,
  request: string,
  { retryAfter, retryLimit, criteria }: NonNullable<Step['onFailure']>[number],
  kept: [string, string][],
): { commands: string; comesBack: string } {
  const { step } = call;
  const pending = criteria.flatMap(({ condition }) => condition.split(' || ')).map((one) => fieldOf(one));
  const path = pending[0]?.path;
  const goal = step.successCriteria.map(({ condition }) => fieldOf(condition)).find((field) => field?.path === path);
  if (!path || !goal || pending.some((field) => field?.path !== path)) throw new Error(`${step.stepId} waits for more than one thing.`);
  const values = pending.map((field) => (field as Field).value);
  const variable = (path.split('.').pop() as string).toUpperCase();
  const shown = shownOf(call, [goal]);
  const commands = [
    `for TRY in {1..${retryLimit}}; do`,
    `  ${variable}=$(${request.replaceAll('\n', '\n  ')} | pick ${path})`,
    `  [[ ${values.map((value) => `$${variable} == ${value}`).join(' || ')} ]] || break`,
    `  sleep ${retryAfter}`,
    'done',
    ...(kept.length > 0 ? [keep(kept, request)] : []),
    shown.length > 1
      ? `${request} | pick ${shown.join(' ')}`
      : `echo "${[variable, ...kept.map(([name]) => variableOf(name))].map((name) => `$${name}`).join(' ')}"`,
  ];
  const words = [
    `This asks again ${retryAfter === 1 ? 'every second' : `every ${retryAfter} seconds`} while ${code(path)} is ${listed(values.map(code), 'or')}, ${retryLimit} times at most.`,
    `At the end it is ${code(goal.value)}${shown.length > 1 ? `, with ${listed(shown.slice(1).map(code))} behind it` : ''}.`,
    ...(kept.length > 0 ? [keeps(kept)] : []),
  ];
  return { commands: commands.join('\n'), comesBack: words.join(' ') };
}

/** A value that is nothing but a reference, as it is written within a text. */
const embedded = (value: string): string => (ALONE.test(value) ? `{${value}}` : value);

function requestOf({ server, step, operation, isNumber }: Call): { before: string[]; request: string } {
  const inPlace = (place: string) => step.parameters.filter((parameter) => parameter.in === place);
  const address = operation
    ? inPlace('path').reduce((path, { name, value }) => path.replace(`{${name}}`, embedded(value)), server + operation.path)
    : (step['x-operation'] as { url: string }).url;
  const query = inPlace('query').map(({ name, value }) => `${name}=${embedded(value).replaceAll(' ', '%20')}`);
  const method = (operation?.method ?? step['x-operation']?.method ?? '').toUpperCase();
  const { before, options } = bodyOf(step, isNumber);
  const isPlain = method === 'GET' || (method === 'POST' && options.length > 0);
  const lines = [
    `curl -sS ${isPlain ? '' : `-X ${method} `}${quoted([address, ...(query.length > 0 ? [query.join('&')] : [])].join('?'))}`,
    ...inPlace('header').map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...options,
  ];
  return { before, request: lines.join(' \\\n  ') };
}

/** The body as options of curl, and what has to stand before it: a long text in a variable of its own. */
function bodyOf({ requestBody }: Pick<Step, 'requestBody'>, isNumber: Call['isNumber']): { before: string[]; options: string[] } {
  if (!requestBody) return { before: [], options: [] };
  const { contentType, payload } = requestBody;
  if (contentType !== 'application/json') {
    const fields = Object.entries(payload as Record<string, string>);
    return { before: [], options: fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`) };
  }
  const before: string[] = [];
  // Marks in the JSON stand for values that the shell fills in outside of the single quotes.
  const places: string[] = [];
  const mark = (code: string, isBare = false): string => `\uE000${isBare ? '*' : ''}${places.push(code) - 1}\uE001`;
  const written = JSON.stringify(
    payload,
    (key, value: unknown) => {
      if (typeof value !== 'string') return value;
      if (value.includes('\n')) {
        before.push(`${variableOf(key)}=${singleQuoted(value.trimEnd())}`);
        return mark(`"$(node -p 'JSON.stringify(process.argv[1])' "$${variableOf(key)}")"`, true);
      }
      const [alone, step, name] = ALONE.exec(value) ?? [];
      if (alone) return mark(`$${variableOf(name as string)}`, step !== undefined && isNumber(step, name as string));
      return value.replaceAll(WITHIN, (_reference, _step, name: string) => mark(`$${variableOf(name)}`));
    },
    2,
  );
  const body = singleQuoted(written).replaceAll(
    /"\uE000\*(\d+)\uE001"|\uE000(\d+)\uE001/g,
    (_mark, bare?: string, within?: string) => `'${places[Number(bare ?? within)]}'`,
  );
  return { before, options: [`-H 'Content-Type: application/json'`, `-d ${body.replaceAll('\n', '\n  ')}`] };
}

const listed = (words: string[], and = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;
const code = (text: string): string => `\`${text}\``;

/** `It answers 201, and status is draft.` */
const answers = (status: string | undefined, asked: Field[]): string =>
  `It answers \`${status}\`${asked.length > 0 ? `, and ${listed(asked.map(({ path, value }) => `\`${path}\` is \`${value}\``))}` : ''}.`;

const keeps = (kept: [string, string][]): string =>
  `${listed(kept.map(([name, place]) => `${code(pathOf(place))} is kept in ${code(`$${variableOf(name)}`)}`))}.`;
