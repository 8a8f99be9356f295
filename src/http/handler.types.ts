import type { operations, queryDefaults } from '../../generated/api.d.ts';
import type { Ctx, Scope, Tx } from '../platform/db.ts';
import type { Issue } from '../shared/errors.ts';

export type OperationId = keyof operations;

/** The documented parameters of one kind; those with a default are always there, because validation fills them in. */
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

/** A request that fits the document. */
export interface ApiRequest<Id extends OperationId> {
  path: Path<Id>;
  query: Query<Id>;
  body: Body<Id>;
  /** For batches with partial success: what is wrong with each item, or null, in request order. */
  itemIssues: (Issue[] | null)[];
  /** Of an upload: its files, in their order. They are put away, and go again unless the handler takes them over. */
  files: UploadedFile[];
  /** The API key that it came with. */
  key: { id: string; name: string };
}

/** A file of a form, on its way in. */
export interface IncomingFile {
  /** Without folders; empty when there is none. */
  name: string;
  /** As it was declared; `text/plain` when it was not. */
  type: string;
  content: AsyncIterable<Buffer>;
}

/** A file of a form that is put away, and not yet anybody's. */
export interface UploadedFile {
  /** Names it among the stored files. */
  key: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** Where the files of uploads are put until their operation has decided about them. */
export interface Uploads {
  begin(workspaceId: string): Upload;
}

export interface Upload {
  /** @throws what is wrong with the file at this place */
  keep(file: IncomingFile, index: number): Promise<UploadedFile>;
  /** Deletes those that no operation has taken over. What cannot be deleted now is deleted later. */
  discard(): Promise<void>;
}

type ReplyOf<Status, Response> = Response extends { content: { 'application/json': infer Json } }
  ? { status: Status; body: Json }
  : Response extends { content: { 'text/html': string } }
    ? { status: Status; html: string }
    : Response extends { content: { 'text/csv': string } }
      ? { status: Status; csv: CsvFile }
      : { status: Status };

/** A file that is written as it is sent, and never held whole. */
export interface CsvFile {
  name: string;
  lines: AsyncIterable<string>;
}

type Replies<Responses> = {
  [Status in keyof Responses as Status extends number ? (`${Status}` extends `2${string}` ? Status : never) : never]: ReplyOf<
    Status,
    Responses[Status]
  >;
};

/** One of the operation's documented successes. Everything else is thrown as a `DomainError`. */
export type Reply<Id extends OperationId> = Replies<operations[Id]['responses']>[keyof Replies<operations[Id]['responses']>];

export interface Handler<Id extends OperationId> {
  /** @param ctx its `db` is a transaction already when the request carries an idempotency key or a condition */
  (request: ApiRequest<Id>, ctx: Ctx): Promise<Reply<Id>>;
  /**
   * It waits for a group of requests that are written together, which has bounds of its own: it takes none of the places that
   * workspaces share. With an idempotency key it is written by itself, and takes one.
   */
  readonly gathers?: true;
  /** Of a read that answers with an `ETag`: holds what it shows until the transaction ends, for a write with `If-Match`. */
  readonly hold?: (tx: Scope<Tx>, path: never) => Promise<unknown>;
}

/** A read whose resource can be held. */
export const holding = <Id extends OperationId>(
  read: Handler<Id>,
  hold: (tx: Scope<Tx>, path: Path<Id>) => Promise<unknown>,
): Handler<Id> => Object.assign(read, { hold });

/** One handler for each operation of the document: a missing or unknown one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
