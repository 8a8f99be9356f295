import type { Ctx, Tx } from '../platform/db.ts';
import type { Operation } from './contract.ts';

export interface AuditEntry {
  /** As `key.created`. */
  action: string;
  /** The id of a key, or the command line, or the platform. */
  actor: string;
  actorName: string | null;
  targetId: string | null;
  requestId: string | null;
}

/** Writes an entry in the transaction of what it is about. */
export type RecordAudit = (tx: Ctx<Tx>, entry: AuditEntry) => Promise<void>;

const IRREGULAR: Record<string, string> = { send: 'sent', set: 'set', override: 'overridden', cancel: 'cancelled', enrol: 'enrolled' };

/** Of the words of an operationId: `createEmailBlast` is `blast.created`. */
export function actionNamed(operationId: string): string {
  const [verb = '', ...nouns] = operationId.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const noun = nouns.join('_').replace(/^email_(blast|flow)/, '$1');
  const done = IRREGULAR[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb.replace(/([^aeiou])y$/, '$1i')}ed`);
  return `${noun}.${done}`;
}

/**
 * The resource that an entry is about: what an operation has made, else the first identifier of its path. Null where it is about several.
 * @param location of what the answer made
 */
export function targetOf(
  { operation, action }: { operation: Operation; action: string },
  params: object,
  location?: string,
): string | null {
  const made = location === undefined ? undefined : decodeURIComponent(location.split('/').at(-1) as string);
  const [name] = /(?<=\{)[^}]+/.exec(operation.path) ?? [];
  const named = name === undefined ? undefined : (params as Record<string, string>)[name];
  return (action.endsWith('.created') ? (made ?? named) : (named ?? made)) ?? null;
}

/** @param field such as `domain.verified`; undefined is met by every answer */
export const isMet = (field: string | undefined, body: unknown): boolean =>
  field === undefined || field.split('.').reduce<any>((node, key) => node?.[key], body) === true;
