/** The tools that the document makes, without a service. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/http/contract.ts';
import { createToolbox } from '../../src/mcp/toolbox.ts';
import { argumentOf, deriveTools, isFlat } from '../../src/mcp/tools.ts';
import { isAtLength } from '../support/at-length.ts';
import { exampleBodies, ofEachClass } from '../support/requests.ts';

const document = readDocument();
const tools = deriveTools(document);
const toolbox = createToolbox(document);
const named = (name: string) => tools.find(({ definition }) => definition.name === name) as (typeof tools)[number];

/** As strict as a client may be: unknown keywords and formats are mistakes. */
const strict = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, code: { optimize: false } });
addFormats.default(strict);
/** Their schemas are compiled, which takes long: those of one operation of each class, and at length all. */
const compiled = new Set(ofEachClass(tools.map(({ operation }) => operation)));

describe('a tool', () => {
  it('is there for every operation, with a name of its own that every client takes', () => {
    expect(tools.length).toBe(toolbox.operations.size);
    const names = [...toolbox.offer('all').keys()];
    expect(names.length).toBe(tools.length + 8);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
  });

  it.each(tools.map((tool) => [tool.definition.name, tool] as const))(
    '%s has a schema that stands by itself and takes the examples',
    (_name, tool) => {
      const { operation, definition } = tool;
      const { inputSchema, description, title } = definition;
      expect(inputSchema.type).toBe('object');
      // Root combinations are refused by the makers of some models.
      expect(Object.keys(inputSchema)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Of$|^if$|^dependent/)]));
      expect(JSON.stringify(inputSchema)).not.toMatch(/"x-|"examples?":|#\/components|\(op:|\]\(#/);
      expect(description).not.toMatch(/\(op:|\(#|\[object/);
      expect(title?.length).toBeGreaterThan(5);

      if (!compiled.has(operation)) return;
      const fits = strict.compile(inputSchema);
      const parameters = Object.fromEntries(
        operation.parameters
          .filter(({ in: place, required }) => place === 'path' || required)
          .map(({ name, example }) => [argumentOf(name), example]),
      );
      const bodies = Object.values(exampleBodies(operation)).map((body) => {
        if (operation.texts.length > 0) return { content: body };
        return isFlat(document, operation) ? (body as object) : { body };
      });
      const files = [{ file_name: 'a.png', content_type: 'image/png', content_base64: 'aGk=' }];
      for (const body of bodies.length > 0 ? bodies : [operation.upload ? { files } : {}]) {
        const given = { ...parameters, ...body };
        expect(fits(given), JSON.stringify(fits.errors)).toBe(true);
        expect(fits({ ...given, no_such_thing: 1 })).toBe(false);
        for (const name of Object.keys(parameters)) expect(fits({ ...given, [name]: undefined })).toBe(false);
      }
    },
  );

  it('says what it does to the world', () => {
    const hints = (name: string) => {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = named(name).definition.annotations ?? {};
      return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
    };
    expect(hints('list_contacts')).toEqual([true, false, true, false]);
    expect(hints('search_contacts')).toEqual([true, false, true, false]);
    expect(hints('create_email')).toEqual([false, false, false, false]);
    // An active flow may mail the contact whose field has changed.
    expect(hints('update_contact')).toEqual([false, true, true, true]);
    expect(hints('create_contacts')).toEqual([false, true, false, true]);
    expect(hints('export_contact_list')).toEqual([false, true, false, true]);
    expect(hints('delete_contact')).toEqual([false, true, true, false]);
    expect(hints('send_email_blast_now')).toEqual([false, true, false, true]);
    expect(hints('activate_email_flow')).toEqual([false, true, false, true]);
    // Makes a new email each time.
    expect(hints('set_email_blast_email')).toEqual([false, true, false, false]);
    for (const { definition, operation } of tools)
      if (operation.method === 'delete' || /^(delete|remove)/.test(operation.operationId))
        expect(definition.annotations?.destructiveHint).toBe(true);
  });

  it('tells of its errors, and names others by the names of their tools', () => {
    const { description } = named('send_email_blast_now').definition;
    expect(description).toContain('you can resume (`resume_email_blast`) it');
    expect(description).toMatch(/- 400 \(.*campaign_not_ready\): The blast is not ready/);
    expect(named('create_email').definition.description).toContain('poll `get_email_generation`');
  });

  it('reads a tree that leads back to itself', () => {
    const fits = strict.compile(named('search_contacts').definition.inputSchema);
    const condition = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' };
    const group = (conditions: unknown[]) => ({ kind: 'group', operator: 'and', conditions });
    const [example] = Object.values(exampleBodies(named('search_contacts').operation)) as object[];
    const rules = Object.keys(example as object).find((name) => /rule/i.test(name)) as string;
    expect(fits({ ...example, [rules]: group([group([condition]), condition]) }), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...example, [rules]: group([group([{ ...condition, source: 'nowhere' }])]) })).toBe(false);
  });
});

describe('sets of tools', () => {
  const bytes = (sets: string) => JSON.stringify([...toolbox.offer(sets).values()].map(({ definition }) => definition)).length;

  it('are small by default, and whole on demand', () => {
    // A token is about four of them.
    expect(bytes('journeys,explore')).toBeLessThan(24_000);
    expect(bytes('all')).toBeGreaterThan(300_000);
  });

  it('follow the tags of the document', () => {
    const names = [...toolbox.offer('contact_lists, suppressions').keys()];
    expect(names).toContain('create_contact_list');
    expect(names).toContain('add_suppressions');
    expect(names).toContain('read_guide');
    expect(names).not.toContain('list_contacts');
    expect(() => toolbox.offer('contacs')).toThrow('The request is not valid at `tools`');
  });

  it('are offered once each, made once, and only as many as there are', () => {
    const all = toolbox.offer('all');
    expect(toolbox.offer(` all,${'all,'.repeat(200)}all `)).toBe(all);
    expect(toolbox.offer('explore,journeys')).toBe(toolbox.offer('journeys,explore,journeys'));
    expect(() => toolbox.offer('all,'.repeat(300))).toThrow('The request is not valid at `tools`');
  });

  it('have schemas that stand by themselves', () => {
    for (const { definition } of toolbox.offer('journeys,explore').values()) {
      expect(JSON.stringify(definition)).not.toMatch(/"x-|#\/components/);
      if (isAtLength) strict.compile(definition.inputSchema);
    }
  });
});
