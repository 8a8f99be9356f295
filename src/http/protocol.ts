import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { DomainError } from '../shared/errors.ts';

/** Refuses what is HTTP in its form alone. */
export const wellFormed: RequestHandler = (request, _response, next) => {
  const hosts = hostsOf(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
    throw new DomainError('malformed_request', 'A request names one Host, no more and no less.');
  const { expect } = request.headers;
  if (expect && expect.toLowerCase() !== '100-continue')
    throw new DomainError('expectation_failed', 'The service can meet no expectation but 100-continue.');
  next();
};

/** Counted as they came: Node keeps the first of several, and a proxy before the service may have gone by another. */
export function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
