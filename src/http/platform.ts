import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { once } from '../shared/once.ts';
import { createAdmission, type Principal } from './admission.ts';
import type { Document } from './contract.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';
import type { PlatformHandlers } from './platform.types.ts';
import { createKeyLimits } from './rate-limit.ts';

/** The bundled document of the operator's API, read once and never changed. */
export const readPlatformDocument = once(
  () => JSON.parse(readFileSync(new URL('../../generated/platform.json', import.meta.url), 'utf8')) as Document,
);

interface PlatformOptions extends Omit<GatewayOptions, 'document' | 'handlers' | 'admit' | 'received'> {
  platformKey: string | undefined;
  rateLimitRps: number;
  handlers: PlatformHandlers;
}

const PLATFORM: Principal = { workspaceId: '00000000-0000-0000-0000-000000000000', key: { id: 'platform', name: 'platform' } };

/** The operator's API, by the steps of that of workspaces: its own document, its own key. Without a key there are no such paths. */
export function platformRoutes({ platformKey, rateLimitRps, handlers, ...options }: PlatformOptions): RequestHandler[] {
  if (platformKey === undefined) return [];
  const wanted = digestOf(platformKey);
  const admit = createAdmission({
    // Digests have one length, and their comparison takes one time.
    authenticate: async (token) => (timingSafeEqual(digestOf(token), wanted) ? PLATFORM : null),
    ...createKeyLimits(rateLimitRps),
  });
  const gateway = createGateway({
    ...options,
    document: readPlatformDocument(),
    handlers: handlers as GatewayOptions['handlers'],
    async admit(request, response) {
      const principal = await admit(request, response);
      // The log shows no workspace where there is none.
      response.locals.principal = undefined;
      return principal;
    },
  });
  return [(request, response, next) => (request.path.startsWith('/admin/') ? gateway(request, response, next) : next())];
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
