import type { WriteBehind } from '../platform/batch.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import type { Principal } from './admission.ts';
import type { Exchange } from './intake.ts';

/** A request as it is stored: without values that may be about a person. */
export interface LoggedRequest {
  id: string;
  workspaceId: WorkspaceId;
  at: Date;
  requestId: string;
  method: string;
  operation: string;
  path: string;
  /** JSON, as the body. */
  query: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  key: Principal['key'];
  isKeyed: boolean;
  isReplayed: boolean;
  body: string | null;
}

export interface RequestLog {
  /** After the answer. It costs a few microseconds: values are masked when they are written. */
  add(exchange: Exchange): void;
  /** Resolves when the requests of this process until now are written, if the database takes them. */
  flush(): Promise<void>;
  finish(): Promise<void>;
  behind: Pick<WriteBehind<unknown>, 'dropped' | 'held'>;
}
