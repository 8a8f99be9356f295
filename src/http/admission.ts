import type { BlockList } from 'node:net';
import type { Request, Response } from 'express';
import type { WorkspaceId } from '../platform/ids.ts';
import { DomainError } from '../shared/errors.ts';
import { includesAddress } from '../shared/networks.ts';
import type { KeyScope } from './contract.ts';
import { unauthorized } from './errors.ts';
import type { RateLimit, RefusalLimit } from './rate-limit.ts';

export interface Principal {
  workspaceId: WorkspaceId;
  key: { id: string; name: string };
  isTest?: boolean;
  isSuspended?: boolean;
  /** Whether the workspace keeps a log of its requests. */
  logsRequests?: boolean;
  /** Undefined for all of them. */
  scopes?: ReadonlySet<KeyScope> | undefined;
  /** Undefined for every address. */
  networks?: BlockList | undefined;
}

export interface AdmissionOptions {
  authenticate: (token: string) => Promise<Principal | null>;
  rateLimit: RateLimit;
  refusalLimit: RefusalLimit;
}

/** Authenticates a request before any of its body is read. @throws unauthorized, rate_limited, workspace_suspended, key_not_allowed */
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
    if (principal.isSuspended) throw new DomainError('workspace_suspended', 'The workspace is suspended. Ask the operator of the service.');
    if (principal.networks) requireAddress(principal.networks, request.ip ?? '');
    return principal;
  };
}

function requireAddress(networks: BlockList, address: string): void {
  if (includesAddress(networks, address)) return;
  throw new DomainError('key_not_allowed', `The key may not be used from the address ${address}.`);
}

/** @throws key_not_allowed */
export function requireScope({ scopes }: Principal, required_scope: KeyScope | undefined): void {
  if (!scopes || required_scope === undefined || scopes.has(required_scope)) return;
  const message = `This request needs the scope ${required_scope}, which the key does not have.`;
  throw new DomainError('key_not_allowed', message, { required_scope });
}
