import type { Request, Response } from 'express';
import type { WorkspaceId } from '../platform/ids.ts';
import { unauthorized } from './errors.ts';
import type { RateLimit, RefusalLimit } from './rate-limit.ts';

export interface Principal {
  workspaceId: WorkspaceId;
  key: { id: string; name: string };
}

export interface AdmissionOptions {
  authenticate: (token: string) => Promise<Principal | null>;
  rateLimit: RateLimit;
  refusalLimit: RefusalLimit;
}

/** Authenticates a request before any of its body is read. @throws unauthorized, rate_limited */
export type Admission = (request: Request, response: Response) => Promise<Principal>;

export function createAdmission({ authenticate, rateLimit, refusalLimit }: AdmissionOptions): Admission {
  return async (request, response) => {
    const { authorization } = request.headers;
    if (!authorization) throw unauthorized('missing');
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (!token) throw unauthorized('malformed');
    const principal = await authenticate(token);
    if (!principal) {
      refusalLimit(request.ip ?? '');
      throw unauthorized('refused');
    }
    response.locals.principal = principal;
    const headers = rateLimit(principal.key.id);
    for (const name in headers) response.setHeader(name, headers[name] as string);
    return principal;
  };
}
