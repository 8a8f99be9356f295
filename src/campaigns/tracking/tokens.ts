import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { uuidBytes, uuidFromBytes } from '../../platform/ids.ts';

/**
 * Signed tokens in the addresses that emails carry. They name the workspace and the recipient, so that a hit costs one
 * look-up by key, and nobody can make one up or turn one into another: the kind is part of what is signed.
 */
export interface Tokens {
  open(of: RecipientRef): string;
  click(of: RecipientRef, position: number): string;
  /** Names the contact too, if there is one: it works when the blast and its report are gone. */
  unsubscribe(of: RecipientRef & { contactId: string | null }): string;
  readOpen(token: string): RecipientRef | null;
  readClick(token: string): (RecipientRef & { position: number }) | null;
  readUnsubscribe(token: string): (RecipientRef & { contactId: string | null }) | null;
}

export interface RecipientRef {
  workspaceId: string;
  recipientId: string;
}

const MAC_BYTES = 12;
const UUID_BYTES = 16;
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function createTokens(secret: string): Tokens {
  // As a key that is ready for use: made into one anew for each signature, it costs more than the signature.
  const key = createSecretKey(createHmac('sha256', secret).update('bivouac tracking tokens').digest());

  const seal = (kind: string, payload: Buffer): string => {
    const mac = createHmac('sha256', key).update(kind).update(payload).digest().subarray(0, MAC_BYTES);
    return Buffer.concat([payload, mac]).toString('base64url');
  };
  const unseal = (kind: string, token: string, length: number): Buffer | null => {
    const bytes = Buffer.from(token, 'base64url');
    // Another spelling of the same bytes is refused, so that a token has one form.
    if (bytes.length !== length + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const payload = bytes.subarray(0, length);
    const mac = createHmac('sha256', key).update(kind).update(payload).digest().subarray(0, MAC_BYTES);
    return timingSafeEqual(mac, bytes.subarray(length)) ? payload : null;
  };
  const recipient = ({ workspaceId, recipientId }: RecipientRef) => Buffer.concat([uuidBytes(workspaceId), uuidBytes(recipientId)]);
  const uuidAt = (payload: Buffer, index: number) => uuidFromBytes(payload.subarray(index * UUID_BYTES, (index + 1) * UUID_BYTES));
  const refOf = (payload: Buffer): RecipientRef => ({ workspaceId: uuidAt(payload, 0), recipientId: uuidAt(payload, 1) });

  return {
    open: (of) => seal('open', recipient(of)),
    click: (of, position) => seal('click', Buffer.concat([recipient(of), Buffer.from([position >> 8, position & 255])])),
    unsubscribe: (of) => seal('unsubscribe', Buffer.concat([recipient(of), uuidBytes(of.contactId ?? NOBODY)])),
    readOpen(token) {
      const payload = unseal('open', token, 2 * UUID_BYTES);
      return payload && refOf(payload);
    },
    readClick(token) {
      const payload = unseal('click', token, 2 * UUID_BYTES + 2);
      return payload && { ...refOf(payload), position: payload.readUInt16BE(2 * UUID_BYTES) };
    },
    readUnsubscribe(token) {
      const payload = unseal('unsubscribe', token, 3 * UUID_BYTES);
      if (!payload) return null;
      const contactId = uuidAt(payload, 2);
      return { ...refOf(payload), contactId: contactId === NOBODY ? null : contactId };
    },
  };
}
