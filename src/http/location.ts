import type { Operation } from './contract.ts';

/** What the answer to a request holds, as far as a link may point into it. */
interface Answered {
  params: Record<string, unknown>;
  status: number;
  body?: unknown;
}

/** Where a link of the document takes the value of a parameter from: the path of the request, or a field of the answer. */
const SOURCE = /^\$(?:request\.path\.(\w+)|response\.body#\/(.+))$/;

/** The name of the link that leads from an answer to the read of what the request has begun or made. */
const READ = 'read';

/**
 * Finds where to read what a request has begun or made, for the header `Location`: the document says so by the link `read` of the
 * answer. Undefined for answers without one.
 */
export function createLocations(operations: readonly Operation[]): (operation: Operation, answered: Answered) => string | undefined {
  const byId = new Map(operations.map((operation) => [operation.operationId as string, operation]));
  return ({ responses }, { params, status, body }) => {
    const link = responses[status]?.links?.[READ];
    if (!link || '$ref' in link) return undefined;
    const { path } = byId.get(link.operationId ?? '') as Operation;
    return path.replace(/\{([^}]+)\}/g, (_place, name: string) => {
      const [, parameter, field = ''] = SOURCE.exec(link.parameters?.[name]) ?? [];
      const value = parameter ? params[parameter] : field.split('/').reduce<any>((node, key) => node?.[key], body);
      return encodeURIComponent(String(value));
    });
  };
}
