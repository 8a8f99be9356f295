/**
 * The differences between two states of the API document that clients notice: in operations, parameters and answers. Differences of
 * schemas are in `contract-schemas.ts`.
 */
import { isDeepStrictEqual as isSame } from 'node:util';
import { METHODS } from '../src/http/contract.ts';
import { type Direction, FOR_PEOPLE, type Kind, type Node, type Report, resolve, SchemaComparison } from './contract-schemas.ts';

export interface Change {
  kind: Kind;
  /** The component and the field, or the part of the operation. */
  place: string;
  what: string;
  /** The direction: what clients send, or what they get. */
  side: 'requests' | 'answers' | undefined;
  operations: string[];
}

export interface Comparison {
  changes: Change[];
  /** Numbers of differences in texts for people. */
  other: { descriptions: number; examples: number };
}

export function compareDocuments(before: Node, after: Node): Comparison {
  const changes = new Map<string, Change>();
  const old = operationsOf(before);
  const now = operationsOf(after);
  for (const [key, operation] of old) {
    const next = now.get(key);
    const title = operation.title;
    const report: Report = (kind, place, what, direction) => {
      const side = direction && (direction === 'request' ? 'requests' : 'answers');
      const id = `${kind} ${place} ${what} ${side}`;
      const change = changes.get(id) ?? { kind, place, what, side, operations: [] };
      if (!change.operations.includes(title)) change.operations.push(title);
      changes.set(id, change);
    };
    if (next) new OperationComparison(before, after, report).run(operation, next);
    else report('breaking', title, 'is gone');
  }
  for (const [key, { title }] of now) {
    if (old.has(key)) continue;
    changes.set(`new ${title}`, { kind: 'additive', place: title, what: 'is new', side: undefined, operations: [title] });
  }
  for (const change of renamedTypes(before, after)) changes.set(change.place, change);
  return { changes: [...changes.values()], other: differencesForPeople(before, after) };
}

/** Clients that are generated name their types after the components. */
function renamedTypes(before: Node, after: Node): Change[] {
  const now = after.components?.schemas ?? {};
  return Object.keys(before.components?.schemas ?? {})
    .filter((name) => !(name in now))
    .map((name) => ({
      kind: 'breaking',
      place: `schema ${name}`,
      what: 'is gone: clients name their types so',
      side: undefined,
      operations: [],
    }));
}

interface Operation {
  title: string;
  node: Node;
  parameters: Map<string, Node>;
  security: unknown;
}

/** By method and path. The name of a path parameter does not matter, only its place. */
function operationsOf(document: Node): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of Object.entries<Node>(document.paths ?? {})) {
    const places = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name);
    for (const method of METHODS.filter((name) => item[name])) {
      const node = item[method] as Node;
      const parameters = new Map<string, Node>();
      for (const raw of [...(item.parameters ?? []), ...(node.parameters ?? [])]) {
        const parameter = resolve(document, raw);
        parameters.set(`${parameter.in} ${parameter.in === 'path' ? places.indexOf(parameter.name) : parameter.name}`, parameter);
      }
      operations.set(`${method} ${path.replace(/\{.+?\}/g, '{}')}`, {
        title: `${method.toUpperCase()} ${path}`,
        node,
        parameters,
        security: node.security ?? document.security ?? [],
      });
    }
  }
  return operations;
}

class OperationComparison {
  readonly #before: Node;
  readonly #after: Node;
  readonly #report: Report;
  readonly #schemas: SchemaComparison;

  constructor(before: Node, after: Node, report: Report) {
    this.#before = before;
    this.#after = after;
    this.#report = report;
    this.#schemas = new SchemaComparison(before, after, report);
  }

  run(old: Operation, now: Operation): void {
    if (old.node.operationId !== now.node.operationId) {
      this.#report(
        'breaking',
        old.title,
        `is called ${now.node.operationId} now, ${old.node.operationId} before: clients name their methods so`,
      );
    }
    if (!old.node.deprecated && now.node.deprecated) this.#report('additive', old.title, 'is deprecated now');
    if (!isSame(old.security, now.security)) this.#report('breaking', old.title, 'asks for another authentication');
    this.#parameters(old.parameters, now.parameters);
    const [body, nextBody] = [old.node.requestBody, now.node.requestBody];
    this.#body(body && resolve(this.#before, body), nextBody && resolve(this.#after, nextBody));
    this.#responses(old.node.responses ?? {}, now.node.responses ?? {});
  }

  #parameters(old: Map<string, Node>, now: Map<string, Node>): void {
    for (const [key, parameter] of old) {
      const next = now.get(key);
      const place = `${parameter.in} parameter ${parameter.name}`;
      if (!next) {
        this.#report('breaking', place, 'is no longer taken');
        continue;
      }
      this.#required(place, parameter.required, next.required);
      for (const keyword of ['style', 'explode', 'allowReserved']) {
        if (parameter[keyword] !== next[keyword]) this.#report('breaking', place, `is written in another way (${keyword})`);
      }
      this.#schemas.compare(place, parameter.schema ?? {}, next.schema ?? {}, 'request');
    }
    for (const [key, parameter] of now) {
      if (old.has(key)) continue;
      const place = `${parameter.in} parameter ${parameter.name}`;
      this.#report(parameter.required ? 'breaking' : 'additive', place, parameter.required ? 'is new and required' : 'is new');
    }
  }

  #body(old: Node | undefined, now: Node | undefined): void {
    const place = 'request body';
    if (old && now) {
      this.#required(place, old.required, now.required);
      this.#content(place, old.content ?? {}, now.content ?? {}, 'request');
    } else if (old) {
      this.#report('breaking', place, 'is no longer taken');
    } else if (now) {
      this.#report(now.required ? 'breaking' : 'additive', place, now.required ? 'is new and required' : 'is new');
    }
  }

  #responses(old: Node, now: Node): void {
    for (const [status, raw] of Object.entries<Node>(old)) {
      const place = `answer ${status}`;
      const isSuccess = status.startsWith('2');
      if (!now[status]) {
        this.#report(isSuccess ? 'breaking' : 'additive', place, 'is no longer given');
        continue;
      }
      const response = resolve(this.#before, raw);
      const next = resolve(this.#after, now[status]);
      this.#content(place, response.content ?? {}, next.content ?? {}, isSuccess ? 'answer' : 'error');
      for (const header of Object.keys(response.headers ?? {})) {
        if (!next.headers?.[header]) this.#report('breaking', place, `no longer has the header ${header}`);
      }
      for (const header of Object.keys(next.headers ?? {})) {
        if (!response.headers?.[header]) this.#report('additive', place, `has the new header ${header}`);
      }
    }
    for (const status of Object.keys(now)) {
      // A new error is covered by `default`, which every client has to expect. A new success is something to learn.
      if (!old[status]) this.#report(status.startsWith('2') ? 'breaking' : 'additive', `answer ${status}`, 'is new');
    }
  }

  #content(place: string, old: Node, now: Node, direction: Direction): void {
    for (const [type, media] of Object.entries<Node>(old)) {
      if (now[type]) this.#schemas.compare(place, media.schema ?? {}, now[type].schema ?? {}, direction);
      else this.#report('breaking', place, `is no longer ${type}`);
    }
    for (const type of Object.keys(now)) if (!old[type]) this.#report('additive', place, `may be ${type} now`);
  }

  #required(place: string, old: boolean | undefined, now: boolean | undefined): void {
    if (!old && now) this.#report('breaking', place, 'is required now');
    if (old && !now) this.#report('additive', place, 'is optional now');
  }
}

// Texts for people

/** Compares only parts that both documents have: texts of new or removed parts are no differences of their own. */
function differencesForPeople(before: Node, after: Node): Comparison['other'] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const count = (kind: 'descriptions' | 'examples') =>
    [...new Set([...old[kind].keys(), ...now[kind].keys()])].filter((place) => {
      const owner = (old[kind].get(place) ?? now[kind].get(place))?.owner ?? '';
      return old.places.has(owner) && now.places.has(owner) && old[kind].get(place)?.text !== now[kind].get(place)?.text;
    }).length;
  return { descriptions: count('descriptions'), examples: count('examples') };
}

interface Words {
  /** Where there is anything at all. */
  places: Set<string>;
  /** By their places, each with that of what it tells of. */
  descriptions: Map<string, { owner: string; text: string }>;
  examples: Map<string, { owner: string; text: string }>;
}

function wordsOf(document: Node): Words {
  const words: Words = { places: new Set(), descriptions: new Map(), examples: new Map() };
  const visit = (node: unknown, place: string): void => {
    words.places.add(place);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, part] of Object.entries(node)) {
      // In a list it is found by its name, wherever it stands.
      const at = `${place}/${(Array.isArray(node) && (part?.name ?? part?.$ref)) || key}`;
      if ((key === 'example' || key === 'examples') && !place.endsWith('/properties')) {
        const named = key === 'examples' ? Object.entries(part as Node) : [['', part]];
        for (const [name, example] of named) {
          // The components have those that are shared, each of which is a thing of its own.
          const owner = place === '/components' ? `${at}/${name}` : place;
          if (owner !== place) words.places.add(owner);
          words.examples.set(`${at}/${name}`, { owner, text: JSON.stringify(example) });
        }
      } else if (FOR_PEOPLE.includes(key) && typeof part === 'string') {
        words.descriptions.set(at, { owner: place, text: part });
      } else {
        visit(part, at);
      }
    }
  };
  visit(document, '');
  return words;
}
