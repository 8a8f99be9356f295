import { type Request, type Response, Router } from 'express';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Db, isPassing } from '../../platform/db.ts';
import { expiryIn, keyOf, type PagePlace, placeIn } from '../../platform/page-links.ts';
import { ExpiredAddressError, PLACES, type SignedAddresses } from '../../platform/signed-addresses.ts';
import { NotDoneInTime } from '../../platform/threads.ts';
import { DomainError } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { messagePage, PAGE_POLICY } from './layout.ts';

export interface SharedPageOptions {
  requests: Db;
  clock: Clock;
  addresses: SignedAddresses;
  /** Seconds until this client address may open a page again; 0: now. */
  pageLimit: (address: string) => number;
}

export interface Answer {
  status: number;
  html: string;
  /** Of the page, unless it holds no document. */
  policy?: string;
  retryAfter?: number;
  /** For a page whose figures still change. */
  refreshSeconds?: number;
}

/** An address whose signature is right. Its resource may be gone, and the address revoked. */
export interface Opened extends PagePlace {
  ctx: Ctx;
  /** The signed parameters. */
  facts: Record<string, string>;
  /** The parameters that a reader may change. */
  choices: URLSearchParams;
  /** The address with another choice. */
  withChoice: (name: string, value: string) => string;
  expiresAt: Date;
}

const HEADERS = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/** The parameters of a page that are not signed. */
const CHOICES = ['view', 'refresh'];

export const GONE: Answer = {
  status: 410,
  html: messagePage('This is gone', 'It was deleted after this address was made.'),
};

const REVOKED: Answer = {
  status: 410,
  html: messagePage('This address was revoked', 'The sender has withdrawn it. Ask for a new one.'),
};

/** @returns why a genuine address shows nothing, or undefined. @param revocations undefined for a resource that is gone */
export function refusalOf({ facts }: Opened, revocations: number | undefined): Answer | undefined {
  if (revocations === undefined) return GONE;
  return facts.r === String(revocations) ? undefined : REVOKED;
}

/** Pages at signed addresses, without a key. Nothing of a visit is recorded. */
export function pageRoutes(
  use: 'PREVIEW' | 'REPORT',
  show: (opened: Opened) => Promise<Answer>,
  { requests, clock, addresses, pageLimit }: SharedPageOptions,
): Router {
  const routes = Router();
  routes.get(`${PLACES[use]}*key`, async (request, response) => {
    response.locals.operation = use === 'PREVIEW' ? 'showPreview' : 'showReport';
    send(response, await answer(request).catch(failure));
  });

  async function answer(request: Request): Promise<Answer> {
    const wait = Math.ceil(pageLimit(request.ip ?? ''));
    if (wait > 0)
      return { status: 429, html: messagePage('Please wait', `Pages were opened too often. Try again in ${wait} s.`), retryAfter: wait };
    const place = placeIn(use, request.path, request.params.key);
    const url = new URL(request.originalUrl, 'http://localhost');
    const choices = new URLSearchParams();
    for (const name of CHOICES) {
      const value = url.searchParams.get(name);
      if (value !== null) choices.set(name, value);
      url.searchParams.delete(name);
    }
    const facts = addresses.read(use, keyOf(place), url.searchParams);
    if (!isUuid(place.workspaceId) || !isUuid(place.id)) return GONE;
    const ctx = { db: requests, workspaceId: place.workspaceId, now: clock.now() };
    const withChoice = (name: string, value: string) =>
      `?${new URLSearchParams([...url.searchParams, ...[...choices].filter(([other]) => other !== name), [name, value]])}`;
    return show({ ...place, ctx, facts, choices, withChoice, expiresAt: expiryIn(url) });
  }

  return routes;
}

function send(response: Response, { status, html, policy = PAGE_POLICY, retryAfter, refreshSeconds }: Answer): void {
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  if (refreshSeconds !== undefined) response.set('Refresh', String(refreshSeconds));
  // A sandboxed document has no origin; with these headers, browsers would refuse it in a tab of its own.
  if (policy !== PAGE_POLICY) {
    response.removeHeader('Cross-Origin-Opener-Policy');
    response.removeHeader('Origin-Agent-Cluster');
  }
  response
    .status(status)
    .set({ ...HEADERS, 'Content-Security-Policy': policy })
    .type('html')
    .send(html);
}

/** The reader has a browser, not a program. */
function failure(error: unknown): Answer {
  if (error instanceof ExpiredAddressError)
    return { status: 410, html: messagePage('This address has expired', 'It worked for a limited time. Ask for a new one.') };
  if (error instanceof DomainError && error.code === 'invalid_signature')
    return { status: 404, html: messagePage('This address does not work', 'It may be incomplete, or it was changed. Ask for a new one.') };
  if (error instanceof DomainError && error.code === 'budget_exceeded')
    return {
      status: 429,
      html: messagePage('Please try again later', 'The workspace has shown as much as its plan allows today.'),
      retryAfter: error.retryAfter ?? 3_600,
    };
  if (error instanceof DomainError && error.code === 'validation_failed')
    return { status: 422, html: messagePage('This cannot be shown', 'With these values it becomes too large.') };
  if (isPassing(error) || error instanceof NotDoneInTime)
    return {
      status: 503,
      html: messagePage('Please try again', 'We cannot show this right now. Try it again in a minute.'),
      retryAfter: 5,
    };
  throw error;
}
