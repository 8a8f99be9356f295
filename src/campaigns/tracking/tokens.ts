import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { FIRST_ID } from '../../platform/chunks.ts';
import {
  type ContactId,
  type DeliveryId,
  type MessageId,
  type TopicId,
  uuidBytes,
  uuidFromBytes,
  type WorkspaceId,
} from '../../platform/ids.ts';

/**
 * Signed tokens in the addresses that emails carry. They name the workspace and the delivery, so that a hit costs one look-up by key. The
 * kind is signed too, so one cannot be turned into another.
 */
export interface Tokens {
  /** @param isAnonymous whether the hit is a figure only */
  open(of: DeliveryRef, isAnonymous?: boolean): string;
  /** Names the message too: its links never change, so they can be kept. */
  click(of: DeliveryRef & { messageId: MessageId }, position: number, isAnonymous?: boolean): string;
  /** Names the contact too, if there is one: it works when the blast and its report are gone. */
  unsubscribe(of: DeliveryRef & { contactId: ContactId | null; topicId?: TopicId | null | undefined }): string;
  /** The message as a page. */
  view(of: DeliveryRef): string;
  /** Of a person, whichever mail they got it by. */
  preferences(of: ContactRef): string;
  /** Names a request for confirmation, and when it expires. */
  confirmation(of: ConfirmationRef): string;
  readOpen(token: string): HitRef | null;
  readClick(token: string): Click | null;
  readUnsubscribe(token: string): (DeliveryRef & { contactId: ContactId | null; topicId?: TopicId | undefined }) | null;
  readView(token: string): DeliveryRef | null;
  readPreferences(token: string): ContactRef | null;
  readConfirmation(token: string): ConfirmationRef | null;
}

export interface ContactRef {
  workspaceId: WorkspaceId;
  /** Null in a test. */
  contactId: ContactId | null;
}

export interface ConfirmationRef {
  workspaceId: WorkspaceId;
  confirmationId: string;
}

export interface DeliveryRef {
  workspaceId: WorkspaceId;
  deliveryId: DeliveryId;
}

export interface HitRef extends DeliveryRef {
  isAnonymous?: boolean;
}

export interface Click extends HitRef {
  /** Null in a token of versions before 0.8. */
  messageId: MessageId | null;
  position: number;
}

const MAC_BYTES = 12;
const UUID_BYTES = 16;
const NO_CONTACT = FIRST_ID;
/** They name the delivery too, since a person may wish for less meanwhile. */
const [ANONYMOUS_OPEN, ANONYMOUS_LINK] = ['anonymous open', 'anonymous link'];

export function createTokens(secret: string): Tokens {
  // Prepared once: that costs more than a signature.
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
  const delivery = ({ workspaceId, deliveryId }: DeliveryRef) => Buffer.concat([uuidBytes(workspaceId), uuidBytes(deliveryId)]);
  const uuidAt = (payload: Buffer, index: number) => uuidFromBytes(payload.subarray(index * UUID_BYTES, (index + 1) * UUID_BYTES));
  const personAt = (payload: Buffer, index: number) => {
    const id = uuidAt(payload, index);
    return id === NO_CONTACT ? null : id;
  };
  const refOf = (payload: Buffer): DeliveryRef => ({ workspaceId: uuidAt(payload, 0), deliveryId: uuidAt(payload, 1) });

  return {
    open: (of, isAnonymous) => seal(isAnonymous ? ANONYMOUS_OPEN : 'open', delivery(of)),
    click: (of, position, isAnonymous) =>
      seal(
        isAnonymous ? ANONYMOUS_LINK : 'link',
        Buffer.concat([delivery(of), uuidBytes(of.messageId), Buffer.from([position >> 8, position & 255])]),
      ),
    unsubscribe: (of) =>
      seal(
        'unsubscribe',
        Buffer.concat([delivery(of), uuidBytes(of.contactId ?? NO_CONTACT), ...(of.topicId ? [uuidBytes(of.topicId)] : [])]),
      ),
    view: (of) => seal('view', delivery(of)),
    preferences: ({ workspaceId, contactId }) =>
      seal('preferences', Buffer.concat([uuidBytes(workspaceId), uuidBytes(contactId ?? NO_CONTACT)])),
    confirmation: ({ workspaceId, confirmationId }) =>
      seal('confirmation', Buffer.concat([uuidBytes(workspaceId), uuidBytes(confirmationId)])),
    readOpen(token) {
      const payload = unseal('open', token, 2 * UUID_BYTES);
      if (payload) return refOf(payload);
      const anonymous = unseal(ANONYMOUS_OPEN, token, 2 * UUID_BYTES);
      return anonymous && { ...refOf(anonymous), isAnonymous: true };
    },
    readClick(token) {
      for (const kind of ['link', ANONYMOUS_LINK]) {
        const payload = unseal(kind, token, 3 * UUID_BYTES + 2);
        if (payload)
          return {
            ...refOf(payload),
            messageId: uuidAt(payload, 2),
            position: payload.readUInt16BE(3 * UUID_BYTES),
            ...(kind === ANONYMOUS_LINK && { isAnonymous: true }),
          };
      }
      // Mail of versions before 0.8 is still in mailboxes.
      const older = unseal('click', token, 2 * UUID_BYTES + 2);
      return older && { ...refOf(older), messageId: null, position: older.readUInt16BE(2 * UUID_BYTES) };
    },
    readUnsubscribe(token) {
      const ofTopic = unseal('unsubscribe', token, 4 * UUID_BYTES);
      const payload = ofTopic ?? unseal('unsubscribe', token, 3 * UUID_BYTES);
      if (!payload) return null;
      return { ...refOf(payload), contactId: personAt(payload, 2), topicId: ofTopic ? uuidAt(ofTopic, 3) : undefined };
    },
    readView(token) {
      const payload = unseal('view', token, 2 * UUID_BYTES);
      return payload && refOf(payload);
    },
    readPreferences(token) {
      const payload = unseal('preferences', token, 2 * UUID_BYTES);
      return payload && { workspaceId: uuidAt(payload, 0), contactId: personAt(payload, 1) };
    },
    readConfirmation(token) {
      const payload = unseal('confirmation', token, 2 * UUID_BYTES);
      return payload && { workspaceId: uuidAt(payload, 0), confirmationId: uuidAt(payload, 1) };
    },
  };
}
