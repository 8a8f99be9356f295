import { METHODS, resolve } from '../../src/http/contract.ts';

/**
 * Adds to the document what Redoc does not show: the type of a constant, short names for the alternatives of a union (the parts that the
 * names of their components do not share), the scope of each operation, and the names of answers, which select one in the mock. Removes
 * parts for programs: a pattern that repeats a format, and conditions between the fields of an object, which Redoc would draw as nameless
 * alternatives and which the descriptions explain. In place.
 */
export function readable(document: any): any {
  const schemas = document.components?.schemas ?? {};

  /** `SetEmailExisting` and `SetEmailInline` are called "Existing" and "Inline". */
  const shortNames = (names: string[]): string[] => {
    const split = names.map((name) => name.split(/(?<=[a-z0-9])(?=[A-Z])/));
    const shortest = Math.min(...split.map((words) => words.length));
    const shared = (end: 'first' | 'last'): number => {
      const at = (words: string[], index: number) => words.at(end === 'first' ? index : -1 - index);
      let count = 0;
      while (count < shortest && split.every((words) => at(words, count) === at(split[0] as string[], count))) count += 1;
      return count;
    };
    const after = Math.min(shared('last'), shortest - 1);
    const before = Math.min(shared('first'), shortest - after - 1);
    return split.map((words) => {
      const short = words
        .slice(before, words.length - after)
        .join(' ')
        .toLowerCase();
      return short.charAt(0).toUpperCase() + short.slice(1);
    });
  };

  const visit = (node: any): void => {
    if (!node || typeof node !== 'object') return;
    if ('const' in node && typeof node.const !== 'object') node.type ??= typeof node.const;
    if (node.format) delete node.pattern;
    if ('if' in node) for (const condition of ['if', 'then', 'else']) delete node[condition];
    for (const kind of ['oneOf', 'anyOf']) {
      const onlyRequires = (branch: any) => Object.keys(branch).every((key) => key === 'required' || key === 'not');
      if (Array.isArray(node[kind]) && node[kind].every(onlyRequires)) delete node[kind];
    }
    const names = [node.oneOf, node.anyOf].flatMap((branches) => branches ?? []).flatMap(({ $ref }) => $ref?.split('/').pop() ?? []);
    if (names.length > 1) {
      for (const [index, short] of shortNames(names).entries()) {
        const schema = schemas[names[index] as string];
        if (schema) schema.title ??= short;
      }
    }
    for (const [key, child] of Object.entries<any>(node)) {
      if (key === 'properties') Object.values(child).forEach(visit);
      else if (!/^(examples?|const|default|enum)$/.test(key)) visit(child);
    }
  };

  const nameExamples = ({ content = {} }: any): void => {
    for (const { examples = {} } of Object.values<any>(content)) {
      for (const [name, example] of Object.entries<any>(examples)) {
        const written = resolve<any>(document, example);
        // One that is shared may have other names elsewhere.
        examples[name] = { ...written, summary: `${name} · ${written.summary}` };
      }
    }
  };

  /** Redoc shows scopes only of schemes that it draws. */
  const nameScope = (operation: any): void => {
    const [scope] = operation.security?.[0]?.ApiKey ?? [];
    delete operation.security;
    operation.description = `${(operation.description ?? '').trimEnd()}\n\n${scope ? `The key needs the scope \`${scope}\`.` : 'Any key will do.'}`;
  };

  for (const item of Object.values<any>(document.paths ?? {})) {
    for (const operation of METHODS.flatMap((method) => item[method] ?? [])) {
      nameScope(operation);
      Object.values<any>(operation.responses).forEach(nameExamples);
    }
  }
  const { responses = {}, examples = {} } = document.components ?? {};
  Object.values(responses).forEach(nameExamples);
  const used = JSON.stringify([document.paths, responses]);
  for (const name of Object.keys(examples)) if (!used.includes(`"#/components/examples/${name}"`)) delete examples[name];
  visit(document.paths);
  Object.values(schemas).forEach(visit);
  return document;
}
