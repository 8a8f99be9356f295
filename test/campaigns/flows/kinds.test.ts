/** Types of steps and triggers: each has one file in the source, its schemas in the document, and its place in every list. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Schema {
  properties?: Record<string, { const?: string; description?: string }>;
  oneOf?: { $ref: string }[];
  enum?: string[];
}
const folder = (path: string) => new URL(`../../../${path}/`, import.meta.url);
const { schemas } = JSON.parse(readFileSync(new URL('openapi.json', folder('generated')), 'utf8')).components as {
  schemas: Record<string, Schema>;
};
const typeIn = (name: string): string | undefined => schemas[name]?.properties?.type?.const;

/** The constant types of the schemas of a pattern. */
const typesOf = (names: string[]): string[] => [...new Set(names.flatMap((name) => typeIn(name) ?? []))].toSorted();
const named = (pattern: RegExp): string[] => Object.keys(schemas).filter((name) => pattern.test(name));
const memberTypes = (name: string): string[] => typesOf((schemas[name]?.oneOf ?? []).map(({ $ref }) => $ref.split('/').at(-1) ?? ''));

describe.each([
  { what: 'step', source: 'src/campaigns/flows/steps', answers: /^Flow\w+Step$/, inputs: /^Flow\w+StepInput$/ },
  { what: 'trigger', source: 'src/campaigns/flows/triggers', answers: /^Flow\w+Trigger$/, inputs: /^Flow\w+TriggerInput$/ },
])('each type of $what', async ({ what, source, answers, inputs }) => {
  const files = readdirSync(folder(source)).filter((file) => file !== 'index.ts');
  const types = files.map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_')).toSorted();
  const list = what === 'step' ? 'FlowStep' : 'FlowTrigger';

  it.each(files)('%s declares the kind that it is named after', async (file) => {
    const exported = Object.values(await import(new URL(file, folder(source)).href));
    const kinds = exported.filter((each): each is { type: string } => typeof each === 'object' && each !== null && 'type' in each);
    expect(kinds.map(({ type }) => type)).toEqual([file.replace(/\.ts$/, '').replaceAll('-', '_')]);
  });

  it('has a file, a schema of what is sent, and one of what is shown', () => {
    expect(typesOf(named(inputs))).toEqual(types);
    expect(typesOf(named(answers))).toEqual(types);
  });

  it('stands in the lists of the document', () => {
    expect(memberTypes(`${list}Input`)).toEqual(types);
    expect(memberTypes(list)).toEqual(types);
  });
});

describe('the document', () => {
  const fieldsOf = (name: string): string[] => Object.keys(schemas[name]?.properties ?? {});
  const inputs = named(/^Flow\w+StepInput$/);

  it('lets a patch change every field of steps, and nothing else', () => {
    expect(fieldsOf('FlowStepPatch').toSorted()).toEqual([...new Set(inputs.flatMap(fieldsOf))].toSorted());
  });

  it('says of each type of step what may come of it, and of each membership what let it in', () => {
    const types = schemas.FlowStepType?.enum ?? [];
    expect(types.toSorted()).toEqual(typesOf(inputs));
    for (const type of types) expect(schemas.EmailFlowMembershipStep?.properties?.outcome?.description, type).toContain(`\`${type}\``);
    expect(schemas.FlowEntrance?.enum?.toSorted()).toEqual([...typesOf(named(/^Flow\w+TriggerInput$/)), 'manual'].toSorted());
  });
});
