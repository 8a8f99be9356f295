import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Document } from '../http/contract.ts';
import { ToolError } from './api.ts';
import type { Answer, Context, Journey } from './journeys/journey.types.ts';
import { objectOf } from './schemas.ts';
import { type OperationTool, toolNameOf } from './tools.ts';

type Find = { search?: string; tag?: string };
type Call = { name: string; arguments?: Record<string, unknown> };

/** A few tools to find, read about and call all operations, so that agents need not read all descriptions in advance. */
export interface Explorer {
  /** How to reach the operation of a tool that is not offered. */
  wayTo(name: string): string;
  find: Journey<Find>;
  describe: Journey<{ name: string }>;
  guide: Journey<{ section?: string }>;
  callers: { journey: Omit<Journey<Call>, 'run'>; run: (input: Call, context: Context) => Promise<CallToolResult> }[];
}

export function createExplorer(
  document: Document,
  tools: ReadonlyMap<string, OperationTool>,
  call: (tool: OperationTool, given: Record<string, unknown>, context: Context) => Promise<CallToolResult>,
): Explorer {
  const all = [...tools.values()];
  const sections = sectionsOf(document.info.description ?? '');

  const known = (name: string): OperationTool => {
    const tool = tools.get(toolNameOf(name));
    if (!tool) throw new ToolError(`There is no operation "${name}". Find its name with find_operations.`);
    return tool;
  };

  const caller = (kind: Kind, title: string, description: string, hints: Journey['hints']): Explorer['callers'][number] => ({
    journey: {
      name: `call_${kind}_operation`,
      title,
      description: `${description} Find its name with find_operations, and read describe_operation before its first use.`,
      input: objectOf(['name'], {
        name: {
          type: 'string',
          description: 'The name of the operation, such as `list_contacts`; its `operationId`, `listContacts`, is taken too.',
        },
        arguments: { type: 'object', default: {}, description: 'What describe_operation says that it takes.' },
      }),
      hints,
    },
    run({ name: asked, arguments: given = {} }, context) {
      const tool = known(asked);
      const { name } = tool.definition;
      if (kindOf(tool) !== kind) throw new ToolError(`${name} is called with call_${kindOf(tool)}_operation.`);
      return call(tool, given, context);
    },
  });

  return {
    wayTo(name) {
      const tool = tools.get(toolNameOf(name));
      return tool
        ? `It is an operation: read about it with describe_operation, and call it with call_${kindOf(tool)}_operation.`
        : 'Find an operation for it with find_operations.';
    },
    find: {
      name: 'find_operations',
      title: 'Find operations of the API',
      description: `Lists the operations of the API, ${all.length} in all, by words or by area, each with its name and what it does. Whatever no other tool does, one of them does.`,
      input: objectOf([], {
        search: { type: 'string', maxLength: 200, description: 'Words that all have to be in its name, title or description.' },
        tag: { type: 'string', enum: [...new Set(all.map(({ tag }) => tag))], description: 'The area.' },
      }),
      hints: { reads: true },
      async run({ search = '', tag }) {
        const words = search.toLowerCase().split(/\s+/).filter(Boolean);
        const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
        const of = tag === undefined ? all : all.filter((tool) => tool.tag === tag);
        // Matches in name or title come first.
        const called = of.filter(({ definition: { name, title } }) => fits(`${name} ${title}`));
        const found = new Set([
          ...called,
          ...of.filter(({ definition: { name, title, description } }) => fits(`${name} ${title} ${description}`)),
        ]);
        return answer(
          found.size > 0
            ? [...found].map((tool) => `${tool.definition.name} (${kindOf(tool)}): ${tool.definition.title}`).join('\n')
            : 'Nothing fits. Search for fewer or other words, or ask without any for the whole list.',
        );
      },
    },
    describe: {
      name: 'describe_operation',
      title: 'Describe an operation',
      description: 'Tells what an operation does, what it takes, as a JSON schema, and what its errors mean.',
      input: objectOf(['name'], { name: { type: 'string', description: 'Its name, as find_operations gives it.' } }),
      hints: { reads: true },
      async run({ name }) {
        const tool = known(name);
        const { title, description, inputSchema } = tool.definition;
        return answer(
          `${title}\n\n${description}\n\nCall it with call_${kindOf(tool)}_operation. Its arguments:\n${JSON.stringify(inputSchema)}`,
        );
      },
    },
    guide: {
      name: 'read_guide',
      title: 'Read the guide of the API',
      description: 'Reads a section of the guide: how rule trees, merge tags, flows, versions and approval, limits and errors work.',
      input: objectOf(['section'], { section: { type: 'string', enum: [...sections.keys()], description: 'Its heading.' } }),
      hints: { reads: true },
      run: async ({ section }) => answer(sections.get(section as string) as string),
    },
    callers: [
      caller('reading', 'Call an operation that reads', 'Calls an operation of the API that only reads.', { reads: true }),
      caller(
        'writing',
        'Call an operation that writes',
        'Calls an operation of the API that makes, changes or deletes something. Where data would leave the service by it, or an active flow would mail ' +
          'somebody, the first call says so and gives a "confirmation" to put into the arguments of a second one.',
        { destroys: true, leaves: true },
      ),
      caller(
        'sending',
        'Call an operation that sends mail',
        'Calls an operation of the API by which mail goes out to people, such as a test of an email or the start of a flow. The first call sends nothing: it ' +
          'says what would go out and to how many, and gives a "confirmation" to put into the arguments of a second one, after the person you work for has agreed.',
        { destroys: true, leaves: true },
      ),
    ],
  };
}

type Kind = 'reading' | 'writing' | 'sending';

const kindOf = ({ sends, definition }: OperationTool): Kind =>
  sends ? 'sending' : definition.annotations?.readOnlyHint ? 'reading' : 'writing';

const answer = (words: string): Answer => ({ words, data: {} });

function sectionsOf(guide: string): Map<string, string> {
  const [, ...chapters] = guide.split(/^## /m);
  return new Map(chapters.map((chapter) => [chapter.slice(0, chapter.indexOf('\n')).trim(), chapter.slice(chapter.indexOf('\n')).trim()]));
}
