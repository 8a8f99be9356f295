/** Prism, as a library: it picks one of an operation's documented answers, or makes one up from its schema. */
import { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
import { bundleTarget } from '@stoplight/json';
import { createInstance, type IHttpConfig, type IHttpResponse, type PrismHttpInstance } from '@stoplight/prism-http';
import { type Document, type Operation, readDocument } from '../../src/http/contract.ts';
import { openLog } from '../../src/platform/log.ts';
import { invalid } from '../../src/shared/errors.ts';
import { once } from '../../src/shared/once.ts';
import { closed } from '../closed-document.ts';
import type { Choice } from './prefer.ts';

export type Prism = (operation: Operation, choice: Choice) => Promise<IHttpResponse>;

type IHttpOperation = Parameters<PrismHttpInstance['request']>[1][number];

/**
 * An operation is put into Prism's form when it is first asked for. References are left in place, which Prism's own way through the
 * whole document would resolve first, in seconds; they are needed where an answer is made up, and gathered there.
 */
export function openPrism(): Prism {
  const document = readDocument();
  // Answers are open objects, and a generated one would be full of random fields.
  const strict = once(() => closed(document));
  const resources = new Map<string, IHttpOperation>();
  const config: IHttpConfig = {
    isProxy: false,
    // The service's own validator checks requests before Prism.
    validateRequest: false,
    checkSecurity: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  };
  const logger = Object.assign(openLog('silent'), { success() {} });
  logger.child = (() => logger) as never;
  const prism = createInstance(config, { logger: logger as never });

  return async (operation, { code, example, dynamic, seed }) => {
    const { method, path } = operation;
    const name = `${operation.operationId} ${dynamic}`;
    const resource = resources.get(name) ?? (dynamic ? withReferences(strict(), operation) : alone(document, operation));
    resources.set(name, resource);
    const result = await prism.request({ method: method as 'get', url: { path } }, [resource], {
      ...config,
      mock: {
        dynamic,
        // Nothing is negotiated: each answer has one type.
        mediaTypes: Object.values(operation.responses).flatMap(({ content = {} }) => Object.keys(content)),
        ...(code !== undefined && { code }),
        ...(example !== undefined && { exampleKey: example }),
        ...(seed !== undefined && { seed }),
      },
    })();
    // Its generator gives up on some values of recursive schemas.
    if ('left' in result && dynamic) throw invalid({ path: 'Prefer', message: 'cannot be made up here: try another seed, or an example' });
    if ('left' in result) throw result.left;
    return result.right.output;
  };
}

/** The operation in Prism's form. */
function alone(document: Document, { path, method }: Operation): IHttpOperation {
  const item = document.paths?.[path];
  const paths = { [path]: { parameters: item?.parameters, [method]: item?.[method as 'get'] } };
  // Its types are those of OpenAPI 3.0; its output covers 3.1 as well.
  const [resource] = transformOas3Operations({ ...document, paths } as never);
  return resource as IHttpOperation;
}

/** The same, with all that it refers to beside it. */
const withReferences = (document: Document, operation: Operation): IHttpOperation =>
  bundleTarget({ document: { ...document, __target__: alone(document, operation) }, path: '#/__target__' });
