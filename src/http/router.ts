import findMyWay from 'find-my-way';
import { DomainError } from '../shared/errors.ts';
import type { Operation } from './contract.ts';
import { methodNotAllowed } from './errors.ts';

export interface Route {
  operation: Operation;
  params: Record<string, string>;
}

export class ContractRouter {
  readonly #fixed = new Map<string, Map<string, Operation>>();
  readonly #templates = findMyWay({ maxParamLength: 4_096 });
  readonly #methods: string[];

  constructor(operations: readonly Operation[]) {
    this.#methods = [...new Set(operations.map(({ method }) => method.toUpperCase()))];
    for (const operation of operations) {
      const method = operation.method.toUpperCase();
      if (operation.path.includes('{')) {
        const path = operation.path.replace(/\{([^}]+)\}/g, ':$1');
        this.#templates.on(method as never, path, () => {}, operation);
      } else {
        const methods = this.#fixed.get(operation.path) ?? new Map<string, Operation>();
        this.#fixed.set(operation.path, methods.set(method, operation));
      }
    }
  }

  /**
   * A HEAD is routed as the GET of its path.
   * @throws not_found, method_not_allowed
   */
  find(method: string, path: string): Route {
    const asked = method === 'HEAD' ? 'GET' : method;
    // A literal path of the document never matches a template.
    const operation = this.#fixed.get(path)?.get(asked);
    if (operation) return { operation, params: {} };
    const match = this.#fixed.has(path) ? null : this.#templates.find(asked as never, path);
    if (!match) {
      const allowed = this.methodsOf(path);
      throw allowed.length > 0 ? methodNotAllowed(allowed) : noSuchPath(method, path);
    }
    return { operation: match.store as Operation, params: match.params as Record<string, string> };
  }

  methodsOf(path: string): string[] {
    const fixed = this.#fixed.get(path);
    return fixed ? [...fixed.keys()] : this.#methods.filter((method) => this.#templates.find(method as never, path));
  }
}

const LONGEST_PATH = 200;
const shortened = (path: string): string => (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path);

/** @param path without the query, which may contain secrets */
export function noSuchPath(method: string, path: string): DomainError {
  const twice = path.startsWith('/v1/v1') ? ' It begins with /v1 twice: give your client the address of the service without it.' : '';
  return new DomainError('not_found', `There is no such path: ${method} ${shortened(path)}.${twice}`);
}
