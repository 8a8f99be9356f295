import type { Client } from './calls.ts';
import { type Fetch, type Patience } from './retries.ts';
export interface ClientOptions {
    /**
     * The key of the workspace to work in: `bvk_…`. It does not belong in a browser: there, give the address of a proxy of yours as
     * `baseUrl`, which adds the key, and null here.
     */
    apiKey: string | null;
    /** Where the service is, without `/v1`: `https://api.example.com`; in a browser also a path of your own site, `/api`. */
    baseUrl: string;
    /** Headers for every request. */
    headers?: Record<string, string> | undefined;
    /** Sends one request; the platform's `fetch` by default. Bring your own for proxies, certificates or tests. */
    fetch?: Fetch | undefined;
    /** How often a call is repeated at most while the service cannot be reached or asks for patience; 5 by default, 0 for never. */
    retries?: number | undefined;
    /**
     * How long a call may take until its answer begins, all attempts and pauses together, in milliseconds; 60000 by default.
     * Past that it is rejected with a `TimeoutError`.
     */
    timeoutMs?: number | undefined;
}
/** @throws TypeError when the client was not made by `createClient` */
export declare function senderOf(client: Client): {
    send: Fetch;
} & Patience;
/**
 * Makes a client. Every request carries the key; every POST that writes, and every PUT that may make something beside what it
 * puts in its place, gets an `Idempotency-Key` where it has none, the same for all of its attempts. A call rejects when no answer
 * came, with a `ConnectionError` or your `signal`'s reason, or when a success cannot be read, with an `ApiError`.
 *
 * @throws TypeError when the key or the address is missing or cannot be one
 */
export declare function createClient({ apiKey, baseUrl, headers, fetch, retries, timeoutMs }: ClientOptions): Client;
