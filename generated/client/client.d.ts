import { type Client as FetchClient } from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { type Fetch } from './retries.ts';
/** `GET`, `POST`, `PUT`, `PATCH` and `DELETE` for every path of the document; each answers `{ data, error, response }`. */
export type Client = FetchClient<paths>;
export interface ClientOptions {
    /** The key of the workspace to work in: `bvk_…`. It does not belong in a browser. */
    apiKey: string;
    /** Where the service is, without `/v1`: `https://api.example.com`. */
    baseUrl: string;
    /** Headers for every request. */
    headers?: Record<string, string>;
    /** Sends one request; the platform's `fetch` by default. Bring your own for proxies, certificates or tests. */
    fetch?: Fetch;
    /** How often a call is repeated at most while the service cannot be reached or asks for patience; 5 by default, 0 for never. */
    retries?: number;
    /**
     * How long a call may take until its answer begins, all attempts and pauses together, in milliseconds; 60000 by default.
     * Past that it is rejected with a `DOMException` named `TimeoutError`.
     */
    timeoutMs?: number;
}
/**
 * Makes a client. Every request carries the key; every POST that writes, and every PUT that may make something beside what it
 * puts in its place, gets an `Idempotency-Key` where it has none, the same for all of its attempts. A call rejects only when no
 * answer came: the network failed to the last, the time ran out, or your `signal` aborted.
 */
export declare function createClient({ apiKey, baseUrl, headers, fetch, retries, timeoutMs }: ClientOptions): Client;
