import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Document, Operation } from '../http/contract.ts';
import { absolute } from '../http/issues.ts';
import { ContractValidator } from '../http/validator.ts';
import { invalid } from '../shared/errors.ts';
import { lineOf, ToolError } from './api.ts';
import { createExplorer } from './explore.ts';
import { checkBlast, prepareBlast, reportBlast, sendBlast } from './journeys/blasts.ts';
import { showEmail, writeEmail } from './journeys/emails.ts';
import { type Context, type Journey, resultOf } from './journeys/journey.types.ts';
import { makeList } from './journeys/lists.ts';
import { callOperation } from './operations.ts';
import { selfContained } from './schemas.ts';
import { deriveTools } from './tools.ts';

export type Arguments = Record<string, unknown>;

export interface OfferedTool {
  definition: Tool;
  /** @throws ToolError */
  call(given: Arguments, context: Context): Promise<CallToolResult>;
}

export interface Toolbox {
  operations: ReadonlyMap<string, Operation>;
  /** @param sets names with commas between. @throws validation_failed for an unknown set */
  offer(sets: string): ReadonlyMap<string, OfferedTool>;
  missing(name: string, offered: ReadonlyMap<string, OfferedTool>): string;
}

/** All sets with blanks around the commas are shorter. */
const LONGEST_NAMES = 1_000;
const MOST_OFFERS = 100;

const JOURNEYS: Journey[] = [makeList, writeEmail, showEmail, checkBlast, prepareBlast, sendBlast, reportBlast];
const STEPS = ['approve_email'];

export function createToolbox(document: Document): Toolbox {
  const derived = deriveTools(document);
  const byName = new Map(derived.map((tool) => [tool.definition.name, tool]));
  const offered = (tool: (typeof derived)[number]): OfferedTool => ({
    definition: tool.definition,
    call: (given, context) => callOperation(document, tool, given, context),
  });
  const operationTools = new Map(derived.map((tool) => [tool.definition.name, offered(tool)]));
  const explorer = createExplorer(document, byName, (tool, given, context) => callOperation(document, tool, given, context));
  const validator = ContractValidator.of(document);
  const own = (journey: Omit<Journey, 'run'>, run: (given: any, context: Context) => Promise<CallToolResult>): OfferedTool => {
    const schema = absolute(journey.input);
    return {
      definition: definitionOf(document, journey),
      async call(given, context) {
        // Operations judge their own arguments.
        const issues = validator.judge(schema, given);
        if (issues.length > 0) throw new ToolError(['The arguments do not fit.', ...issues.map(lineOf)].join('\n'));
        return run(given, context);
      },
    };
  };
  const journey = (its: Journey): OfferedTool => own(its, async (given, context) => resultOf(await its.run(given, context)));

  const guide = journey(explorer.guide);
  const sets = new Map<string, OfferedTool[]>([
    ['journeys', [...JOURNEYS.map(journey), ...STEPS.map((name) => operationTools.get(name) as OfferedTool)]],
    [
      'explore',
      [journey(explorer.find), journey(explorer.describe), guide, ...explorer.callers.map(({ journey: its, run }) => own(its, run))],
    ],
  ]);
  for (const { tag, definition } of derived) {
    const name = tag.toLowerCase().replaceAll(' ', '_');
    sets.set(name, [...(sets.get(name) ?? [guide]), operationTools.get(definition.name) as OfferedTool]);
  }
  sets.set('all', [...(sets.get('journeys') as OfferedTool[]), guide, ...operationTools.values()]);

  const offers = new Map<string, ReadonlyMap<string, OfferedTool>>();
  return {
    operations: new Map(derived.map(({ operation }) => [operation.operationId, operation])),
    offer(names) {
      const refuse = () =>
        invalid({ path: 'tools', message: `must name sets of tools, with commas between: ${[...sets.keys()].join(', ')}` });
      if (names.length > LONGEST_NAMES) throw refuse();
      const wanted = [...new Set(names.split(',').map((name) => name.trim()))].sort();
      if (!wanted.every((name) => sets.has(name))) throw refuse();
      const text = wanted.join(',');
      let offer = offers.get(text);
      if (!offer) {
        offer = new Map(wanted.flatMap((name) => sets.get(name) as OfferedTool[]).map((tool) => [tool.definition.name, tool]));
        if (offers.size >= MOST_OFFERS) offers.clear();
        offers.set(text, offer);
      }
      return offer;
    },
    missing(name, offered) {
      const way = offered.has(explorer.find.name) ? explorer.wayTo(name) : `These are offered: ${[...offered.keys()].join(', ')}.`;
      return `There is no tool "${name}". ${way}`;
    },
  };
}

function definitionOf(document: Document, { name, title, description, input, hints }: Omit<Journey, 'run'>): Tool {
  return {
    name,
    title,
    description,
    inputSchema: selfContained(document, input, (text) => text.trim()) as Tool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: hints.reads ?? false,
      destructiveHint: hints.destroys ?? false,
      idempotentHint: hints.reads ?? false,
      openWorldHint: hints.leaves ?? false,
    },
  };
}
