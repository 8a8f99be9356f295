import type { operations } from '../../generated/platform.d.ts';
import type { Db } from '../platform/db.ts';
import type { Replies } from './handler.types.ts';

type OperationId = keyof operations;

type Part<Of, Name extends string> = Of extends { [name in Name]: infer Given } ? Given : Record<never, never>;
type Body<Of> = Of extends { requestBody: { content: { 'application/json': infer Json } } } ? Json : undefined;

export interface PlatformRequest<Id extends OperationId> {
  path: Part<operations[Id]['parameters'], 'path'>;
  query: NonNullable<operations[Id]['parameters']['query']>;
  body: Body<operations[Id]>;
}

/** One operation of the operator's API, which belongs to no workspace. */
export type PlatformHandler<Id extends OperationId> = (
  request: PlatformRequest<Id>,
  ctx: { db: Db; now: Date },
) => Promise<Replies<operations[Id]['responses']>[keyof Replies<operations[Id]['responses']>]>;

/** A missing or unknown operation does not compile. */
export type PlatformHandlers = { [Id in OperationId]: PlatformHandler<Id> };
