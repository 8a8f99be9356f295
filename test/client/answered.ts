/** Answers that a test makes up. */
import { type Client, createClient } from '../../src/client/index.ts';

/** A client that is answered with these bodies, one a request, and the paths that it asked for. */
export function answered(...bodies: object[]): { client: Client; asked: string[] } {
  const asked: string[] = [];
  const client = createClient({
    apiKey: 'bvk_test',
    baseUrl: 'http://bivouac.test',
    retries: 0,
    async fetch({ url }) {
      asked.push(url.slice('http://bivouac.test/v1'.length));
      const body = bodies[asked.length - 1];
      return body instanceof Response ? body : Response.json(body);
    },
  });
  return { client, asked };
}
export const error = (status: number, body: object | string, headers = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
