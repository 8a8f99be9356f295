/**
 * The tutorials: the workflows of `openapi/workflows`, as pages. Text and calls come from the workflow, which the tests also run, so the
 * pages are correct.
 */
import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import { type Document, lookUp, type Operation, operationsOf, resolve } from '../../src/http/contract.ts';
import { type Finding, linkerOf } from './links.ts';
import type { TutorialSlug } from './places.ts';
import { curlOf, type Parameter, type ParameterReference, PICK, type Step, variableOf } from './tutorial-commands.ts';

export interface Tutorial {
  title: string;
  /** One sentence. */
  summary: string;
  /** The text after title and summary. Its links lead to anchors of the document, `#tag/Emails/operation/createEmail`. */
  markdown: string;
  /** Names in the workflow's file that lead nowhere. */
  findings: Finding[];
}

interface Workflow {
  summary: string;
  /** Markdown for the end of the tutorial. */
  'x-afterwards': string;
  inputs: { properties: Record<string, { description: string; default?: string }> };
  parameters?: Step['parameters'];
  steps: Step[];
}

interface Arazzo {
  info: { title: string; summary: string; description: string };
  workflows: [Workflow];
  components?: { parameters: Record<string, Parameter> };
}

const files = new Map<string, Arazzo>();

/** The file of a tutorial, read at the first request and kept until the process ends. */
function fileOf(slug: TutorialSlug): Arazzo {
  const known = files.get(slug);
  if (known) return known;
  const place = new URL(`../../openapi/workflows/${slug}.arazzo.yaml`, import.meta.url);
  const file = parse(readFileSync(place, 'utf8')) as Arazzo;
  files.set(slug, file);
  return file;
}

export const titleOf = (slug: TutorialSlug): string => fileOf(slug).info.title;

/** A tutorial for the service that the document names. */
export function tutorialOf(document: Document, slug: TutorialSlug): Tutorial {
  const file = fileOf(slug);
  const { title, summary } = file.info;
  const unknown = unknownOperations(document, file);
  if (unknown.length > 0) return { title, summary, markdown: '', findings: unknown };
  const { linked, findings } = linkerOf(document)(markdownOf(document, file));
  return { title, summary, markdown: linked, findings };
}

/** A step with an unknown operation has no command. */
function unknownOperations(document: Document, { workflows: [workflow] }: Arazzo): Finding[] {
  const known = new Set<string>(operationsOf(document).map(({ operationId }) => operationId));
  return workflow.steps
    .filter(({ operationId }) => operationId && !known.has(operationId))
    .map(({ operationId }) => ({ line: `operationId: ${operationId}`, problem: `there is no operation ${operationId}` }));
}

function markdownOf(document: Document, { info, workflows: [workflow], components }: Arazzo): string {
  const operations = new Map<string, Operation>(operationsOf(document).map((operation) => [operation.operationId, operation]));
  const server = document.servers?.[0]?.url ?? '';
  const parameterOf = (parameter: Parameter | ParameterReference): Parameter =>
    'reference' in parameter ? (lookUp({ components }, `#/${parameter.reference.slice(1).replaceAll('.', '/')}`) as Parameter) : parameter;
  const steps = workflow.steps.map((step) => ({
    ...step,
    parameters: [...(step.operationId ? (workflow.parameters ?? []) : []), ...(step.parameters ?? [])].map(parameterOf),
  }));
  const names = steps.flatMap(({ outputs = {} }) => Object.keys(outputs));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new Error(`${info.title}: two steps keep something as ${twice}, and the shell has one variable of a name.`);
  const isNumber = (stepId: string, output: string): boolean => {
    const { operationId = '', outputs = {} } = steps.find((step) => step.stepId === stepId) ?? {};
    const example = exampleAnswer(document, operations.get(operationId)) ?? {};
    return typeof lookUp(example, (outputs[output] ?? '').replace('$response.body', '')) === 'number';
  };
  const inputs = Object.entries(workflow.inputs.properties).filter(([name]) => name !== 'api_key');
  const parts = [
    info.description,
    '## What you need',
    `- The service, running on \`${server}\`, with its built-in mailbox and generator or with others.
- \`bash\`, \`curl\` and \`node\` on your machine.
- An API key, in a variable of the shell: \`BIVOUAC_API_KEY=bvk_…\`. See [Getting started](section:Getting-started).

Each step links to its operation, which is shown there in TypeScript, too.`,
    `Then paste this. \`pick\` takes values out of an answer; where the answer is an error, it shows what the API says instead.`,
    fenced([...inputs.map(([name, { default: value }]) => `${variableOf(name)}=${value}`), PICK].join('\n')),
    ...inputs.map(([name, { description }]) => `\`$${variableOf(name)}\` is ${description.charAt(0).toLowerCase()}${description.slice(1)}`),
    ...steps.flatMap((step, index) => {
      const operation = operations.get(step.operationId ?? '');
      const later = steps.slice(index + 1);
      const { commands, comesBack } = curlOf({ server, step, operation, later, isNumber });
      return [
        `## ${index + 1}. ${headingOf(step.stepId)}`,
        step.description,
        ...(operation ? [`\`${operation.method.toUpperCase()} ${operation.path}\``] : []),
        fenced(commands),
        comesBack,
      ];
    }),
    '## Where to go from here',
    workflow['x-afterwards'],
  ];
  return parts.map((part) => part.trim()).join('\n\n');
}

const fenced = (code: string): string => `\`\`\`bash\n${code}\n\`\`\``;

/** `write-the-email` is headed "Write the email". */
const headingOf = (stepId: string): string => `${stepId.charAt(0).toUpperCase()}${stepId.slice(1).replaceAll('-', ' ')}`;

/** An answer of the operation when all goes well, as the document shows it. */
function exampleAnswer(document: Document, operation: Operation | undefined): object | undefined {
  const [, answer] = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  const [example] = Object.values(answer?.content?.['application/json']?.examples ?? {});
  return example && (resolve(document, example) as OpenAPIV3_1.ExampleObject).value;
}
