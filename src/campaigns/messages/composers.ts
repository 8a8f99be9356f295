import { LRUCache } from 'lru-cache';
import { type Db, isPassing } from '../../platform/db.ts';
import type { MessageId, WorkspaceId } from '../../platform/ids.ts';
import { StorageUnavailable } from '../../platform/storage.ts';
import { findReturnPathDomain, findSigningKeys } from '../../workspaces/dkim-keys.ts';
import type { Tokens } from '../tracking/tokens.ts';
import { type Composer, type ComposerOptions, createComposer } from './composer.ts';
import { createSigner } from './dkim.ts';
import { findMessage, insertLinks, type StoredMessage } from './messages.repo.ts';
import { encodedFiles } from './own.ts';
import { createReturnPaths } from './return-path.ts';
import type { EncodedFile } from './structure.ts';

export interface Prepared {
  message: StoredMessage;
  composer: Composer;
}

/** Prepares a message, or says why it cannot be written. @param edition which message of this id; null: the current one, read anew */
export type FindComposer = (
  workspaceId: WorkspaceId,
  messageId: MessageId,
  edition: string | null,
) => Promise<Prepared | { error: string }>;

/** Their next turn is soon. */
const KEPT = 20;
/** Signing keys change now and then. */
const KEPT_MS = 60_000;

interface ComposerDependencies {
  db: Db;
  baseUrl: string;
  tokens: Tokens;
  /** Opens the keys of domains, and signs return paths. */
  secret: string;
  /** For domains without a return path of their own; undefined: bounces go to the sender. */
  bounceDomain?: string | undefined;
  /** The stored attachments of a message; null when they are gone. */
  readFiles?: ((key: string) => Promise<Buffer | null>) | undefined;
}

export function createComposers({ db, secret, bounceDomain, readFiles, ...how }: ComposerDependencies): FindComposer {
  const kept = new LRUCache<string, { prepared: Prepared; edition: string | null; until: number }>({ max: KEPT });

  /** A key that cannot be read fails the message: it does not go out unsigned. */
  async function ofDomain({ workspaceId, fromAddress }: StoredMessage): Promise<Pick<ComposerOptions, 'signer' | 'returnPath'>> {
    const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase();
    const keys = await findSigningKeys({ db, workspaceId }, secret, domain);
    const returnDomain = (await findReturnPathDomain({ db, workspaceId }, domain)) ?? bounceDomain;
    const paths = returnDomain === undefined ? undefined : createReturnPaths(secret, returnDomain);
    return {
      signer: keys.length > 0 ? createSigner({ domain, keys }) : undefined,
      returnPath: paths && ((deliveryId) => paths.write({ workspaceId, deliveryId })),
    };
  }

  async function filesOf({ own }: StoredMessage): Promise<EncodedFile[]> {
    if (!own || own.files.length === 0) return [];
    const stored = own.filesKey === null ? null : await readFiles?.(own.filesKey);
    if (!stored) throw new Error('its attachments are gone');
    return encodedFiles(own, stored);
  }

  async function prepare(workspaceId: WorkspaceId, messageId: MessageId): Promise<Prepared | { error: string }> {
    const message = await findMessage({ db, workspaceId }, messageId);
    if (!message) return { error: 'What it says has been deleted.' };
    try {
      const composer = await createComposer(message, { ...how, ...(await ofDomain(message)), files: await filesOf(message) });
      // Before a recipient gets one of them.
      if (composer.links.length > 0) await insertLinks(db, message, composer.links);
      return { message, composer };
    } catch (error) {
      if (isPassing(error) || error instanceof StorageUnavailable) throw error;
      return { error: `The message cannot be written: ${(error as Error).message}` };
    }
  }

  return async (workspaceId, messageId, edition) => {
    const key = workspaceId + messageId;
    const known = kept.get(key);
    if (known && edition !== null && known.edition === edition && known.until > performance.now()) return known.prepared;
    const prepared = await prepare(workspaceId, messageId);
    // One to a single person is sent once, and may hold large files.
    if ('error' in prepared || prepared.message.own) kept.delete(key);
    else kept.set(key, { prepared, edition, until: performance.now() + KEPT_MS });
    return prepared;
  };
}
