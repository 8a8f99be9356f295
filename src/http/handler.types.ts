import type { operations, queryDefaults } from '../../generated/api.d.ts';
import type { Ctx, Scope, Tx } from '../platform/db.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import type { Issue } from '../shared/errors.ts';

export type OperationId = keyof operations;

/** Parameters with a default are never undefined: validation fills them in. */
type Query<Id extends OperationId> = WithDefaults<NonNullable<operations[Id]['parameters']['query']>, Id>;
type WithDefaults<Parameters, Id> = Id extends keyof queryDefaults
  ? Parameters & Required<Pick<Parameters, queryDefaults[Id] & keyof Parameters>>
  : Parameters;

type Path<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Parameters } ? Parameters : Record<never, never>;

type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: { 'application/json': infer Json } } }
  ? Json
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer Json } } }
    ? Json | undefined
    : operations[Id] extends { requestBody: { content: { 'text/plain': string } } }
      ? Buffer
      : undefined;

export interface ApiRequest<Id extends OperationId> {
  path: Path<Id>;
  query: Query<Id>;
  body: Body<Id>;
  /** In a batch with partial success: what is wrong with each item, or null, in request order. */
  itemIssues: (Issue[] | null)[];
  /** The files of an upload, in their order. They are stored, and deleted again unless the handler takes them over. */
  files: UploadedFile[];
  key: { id: string; name: string };
}

export interface IncomingFile {
  name: string;
  type: string;
  content: AsyncIterable<Buffer>;
}

/** A stored file of an upload, which no operation has taken over yet. */
export interface UploadedFile {
  key: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** Stores the files of uploads until their operation decides about them. */
export interface Uploads {
  begin(workspaceId: WorkspaceId): Upload;
}

export interface Upload {
  keep(file: IncomingFile, index: number): Promise<UploadedFile>;
  /** Deletes those that no operation has taken over; a sweep deletes the rest later. */
  discard(): Promise<void>;
}

type ReplyOf<Status, Response> = Response extends { content: { 'application/json': infer Json } }
  ? { status: Status; body: Json }
  : Response extends { content: { 'text/html': string } }
    ? { status: Status; html: string }
    : Response extends { content: { 'text/csv': string } }
      ? { status: Status; csv: CsvFile }
      : { status: Status };

/** Streamed, and never held whole. */
export interface CsvFile {
  name: string;
  lines: AsyncIterable<string>;
}

export type Replies<Responses> = {
  [Status in keyof Responses as Status extends number ? (`${Status}` extends `2${string}` ? Status : never) : never]: ReplyOf<
    Status,
    Responses[Status]
  >;
};

/** A documented success of the operation; everything else is thrown as a `DomainError`. */
export type Reply<Id extends OperationId> = Replies<operations[Id]['responses']>[keyof Replies<operations[Id]['responses']>];

export interface Handler<Id extends OperationId> {
  /** @param ctx its `db` is a transaction when the request has an idempotency key or a condition */
  (request: ApiRequest<Id>, ctx: Ctx): Promise<Reply<Id>>;
  /**
   * Waits for a group of requests that are written together, which has bounds of its own: it takes no place of the fair share. With an
   * idempotency key it is written by itself, and takes one.
   */
  readonly gathers?: true;
  /** Of a read with an `ETag`: locks the resource until the transaction ends, for a write with `If-Match`. */
  readonly hold?: (tx: Scope<Tx>, path: never) => Promise<unknown>;
}

export const holding = <Id extends OperationId>(
  read: Handler<Id>,
  hold: (tx: Scope<Tx>, path: Path<Id>) => Promise<unknown>,
): Handler<Id> => Object.assign(read, { hold });

/** A missing or unknown operation does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
