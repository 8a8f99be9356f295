import type { RequestHandler } from 'express';
import { methodNotAllowed } from './errors.ts';
import { noSuchPath } from './router.ts';

/** What Express keeps of each route of a router. */
interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** Answers what no mount has answered: `405` where another method would have been, else `404`. */
export const unanswered =
  (mounts: RequestHandler[]): RequestHandler =>
  ({ method, path }) => {
    const layers = mounts.flatMap((mount) => (mount as { stack?: Layer[] }).stack ?? []);
    const methods = layers.flatMap((layer) => (layer.route && layer.match(path) ? Object.keys(layer.route.methods) : []));
    throw methods.length > 0 ? methodNotAllowed([...new Set(methods)].map((method) => method.toUpperCase())) : noSuchPath(method, path);
  };
