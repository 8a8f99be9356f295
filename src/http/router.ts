import findMyWay from 'find-my-way';
import { type Operation as BackendOperation, type Context, OpenAPIRouter, type ParsedRequest, type Request } from 'openapi-backend';
import type { Issue } from '../shared/errors.ts';
import type { Operation } from './contract.ts';

/** A request as the gateway hands it to openapi-backend. `body` is set once the caller is known and the body is read. */
export interface GatewayRequest extends Request {
  path: string;
  query: Record<string, string | string[]>;
  body: unknown;
  /** Query and body as the client sent them, for comparison under an idempotency key. */
  fingerprint: string;
  /** Filled in by routing. */
  params: Record<string, string>;
  /** Filled in by reading and validation, for batches with partial success. */
  itemIssues: (Issue[] | null)[];
}

/**
 * openapi-backend only carries the gateway's request and operation around, under types of its own that ask for more (raw
 * specification objects, cookies). The casts between the two stand here and nowhere else.
 */
export const requestOf = (context: Context): GatewayRequest => context.request as unknown as GatewayRequest;
export const operationOf = (context: Context): Operation => ownOperation(context.operation);
export const ownOperation = (operation: BackendOperation | string | undefined): Operation => operation as unknown as Operation;
const carried = (operation: Operation): BackendOperation => operation as unknown as BackendOperation;

/**
 * Routing tables that are built once. openapi-backend's own router compiles a pattern for every path on every request,
 * which costs more than a millisecond at a hundred operations.
 */
export class ContractRouter extends OpenAPIRouter {
  readonly #operations: Operation[];
  readonly #byId: Map<string, Operation>;
  readonly #fixed = new Map<string, Map<string, Operation>>();
  readonly #templates = findMyWay({ maxParamLength: 4_096 });
  readonly #methods: string[];

  constructor(definition: ConstructorParameters<typeof OpenAPIRouter>[0]['definition'], operations: Operation[]) {
    super({ definition });
    this.#operations = operations;
    this.#byId = new Map(operations.map((operation) => [operation.operationId, operation]));
    this.#methods = [...new Set(operations.map(({ method }) => method))];
    for (const operation of operations) {
      if (operation.path.includes('{')) {
        const path = operation.path.replace(/\{([^}]+)\}/g, ':$1');
        this.#templates.on(operation.method.toUpperCase() as never, path, () => {}, operation);
      } else {
        const methods = this.#fixed.get(operation.path) ?? new Map<string, Operation>();
        this.#fixed.set(operation.path, methods.set(operation.method, operation));
      }
    }
  }

  /** The methods that a path answers to, in capitals; empty when there is no such path. */
  allowed(path: string): string[] {
    const fixed = this.#fixed.get(path);
    const methods = fixed ? [...fixed.keys()] : this.#methods.filter((method) => this.#templates.find(method.toUpperCase() as never, path));
    return methods.map((method) => method.toUpperCase());
  }

  override matchOperation(request: Request): BackendOperation {
    const { method, path } = request as GatewayRequest;
    // A path that stands in the document word for word is never taken for an identifier in a template.
    const fixed = this.#fixed.get(path);
    if (fixed) {
      const operation = fixed.get(method.toLowerCase());
      if (!operation) throw new Error('405-methodNotAllowed');
      return carried(operation);
    }
    const match = this.#templates.find(method as never, path);
    // A template's place left empty is no identifier but another path.
    if (match && Object.values(match.params).includes('')) throw new Error('404-notFound');
    if (!match) throw new Error(this.allowed(path).length > 0 ? '405-methodNotAllowed' : '404-notFound');
    (request as GatewayRequest).params = match.params as Record<string, string>;
    return carried(match.store as Operation);
  }

  override getOperations(): BackendOperation[] {
    return this.#operations.map(carried);
  }

  override getOperation(operationId: string): BackendOperation | undefined {
    const operation = this.#byId.get(operationId);
    return operation && carried(operation);
  }

  /** Express has parsed the request; there is nothing to do again. */
  override parseRequest(request: Request): ParsedRequest {
    return request as unknown as ParsedRequest;
  }
}
