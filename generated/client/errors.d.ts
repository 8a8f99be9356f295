import type { components } from './api.d.ts';
type Schemas = components['schemas'];
type Code = Schemas['ErrorCode'];
/** Which request an answer is about, or the want of one. */
export interface Asked {
    method: string;
    /** Without its query, which may hold what is nobody's business: people's addresses, or a signature. */
    url: string;
}
export declare const askedOf: (request: {
    method: string;
    url: string;
}) => Asked;
/** A response does not know what it answers. */
export declare function remember(response: Response, request: Asked): void;
/**
 * An answer that is not a success, or not in the form that the document gives. `message` says what was asked for, how it was
 * answered and why, for people; programs go by `code`. Its `cause` is the body as it came.
 */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    /** `POST`, for example. */
    readonly method: string;
    /** The path that was asked for, with its identifiers and without its query. */
    readonly path: string;
    /** The HTTP status. */
    readonly status: number;
    /** The `error_code` of the document; undefined when something between you and the service answered. */
    readonly code: Code | undefined;
    /** The sentence of the service alone. */
    readonly reason: string | undefined;
    /** The `details` of the body: `issues` with `validation_failed`, for example. */
    readonly details: Schemas['ErrorDetails'] | undefined;
    /** The `X-Request-Id`, to quote when you ask for help. */
    readonly requestId: string | undefined;
    /** Where to read about the error, when the service says so. */
    readonly documentationUrl: string | undefined;
    constructor(response: Response, body: unknown);
    /** The body as it came: an object when it was JSON, else text. */
    get body(): unknown;
}
/** Whether something that was thrown is an error of the service, with one of these codes if any are named. */
export declare function isApiError(thrown: unknown): thrown is ApiError;
export declare function isApiError<C extends Code>(thrown: unknown, ...codes: [C, ...C[]]): thrown is ApiError & {
    readonly code: C;
};
/** No answer came: `message` names the request, what went wrong on the way and how often it was tried; `cause` is the last failure. */
export declare class ConnectionError extends Error {
    readonly name: string;
    readonly method: string;
    /** The address that was asked for, without its query. */
    readonly url: string;
    readonly attempts: number;
    constructor({ method, url }: Asked, attempts: number, cause: unknown, what?: string);
}
/** No answer came in time. `cause` is the failure of the attempt before, where there was one. */
export declare class TimeoutError extends ConnectionError {
    readonly name = "TimeoutError";
    constructor(request: Asked, attempts: number, timeoutMs: number, cause: unknown);
}
/** What a call of the client resolves to: `data` with a success, `error` with anything else. */
export interface Answer<T> {
    data?: T;
    error?: unknown;
    response: Response;
}
/** The `data` of a call, as in `await unwrap(client.GET('/v1/emails'))`. Throws `ApiError` when the answer is an error. */
export declare function unwrap<T>(call: Promise<Answer<T>>): Promise<T>;
/** The body of an answer that has begun. */
export declare function bodyOf(response: Response, signal: AbortSignal | null | undefined): Promise<string>;
export {};
