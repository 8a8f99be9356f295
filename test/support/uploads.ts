/** Files on their way to a signed address. */
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import { expect } from 'vitest';

export const CSV = { 'content-type': 'text/csv' };

/** Addresses begin with BASE_URL, which is not where a service of the tests listens. */
export const at = (base: string, url: string): string => `${base}${url.slice(new URL(url).origin.length)}`;

export const put = (url: string, body: string, headers: Record<string, string> = CSV): Promise<Response> =>
  fetch(url, { method: 'PUT', body, headers });

export async function expectRefusal(response: Response | Promise<Response>, status: number, code: string, what?: string): Promise<void> {
  const answer = await response;
  const { error, error_code } = (await answer.json()) as { error: string; error_code: string };
  expect([answer.status, error_code, typeof error], what).toEqual([status, code, 'string']);
}

export interface Begun {
  request: ClientRequest;
  answer: Promise<{ status: number | undefined; body: string }>;
}

/** An upload whose bytes the test sends piece by piece, without a length when none is given. */
export function begin(url: string, headers: Record<string, string> = CSV): Begun {
  const request = open(url, { method: 'PUT', headers, agent: false });
  const answer = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request.on('error', reject);
    request.once('response', (response: IncomingMessage) =>
      response.toArray().then((chunks) => resolve({ status: response.statusCode, body: chunks.join('') }), reject),
    );
  });
  // Tests that abort an upload do not read its answer.
  answer.catch(() => {});
  return { request, answer };
}
