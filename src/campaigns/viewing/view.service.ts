import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { NotDoneInTime } from '../../platform/threads.ts';
import { DomainError } from '../../shared/errors.ts';
import { addressesFor, type PersonalAddresses, personalValues } from '../messages/merge-values.ts';
import { findMessage, type StoredMessage } from '../messages/messages.repo.ts';
import { renderMessage } from '../messages/rendered.ts';
import type { DeliveryRef } from '../tracking/tokens.ts';
import { findViewed, isPastRetention, type Viewed } from './view.repo.ts';

/** `busy`: too many are being rendered, or this one takes too long. */
type View = { html: string } | { reason: 'gone' | 'deleted' | 'busy'; language?: string | null };

/** Each takes some milliseconds, a large one a thread. Links to one message come in crowds. */
const AT_ONCE = 8;

interface ViewOptions extends PersonalAddresses {
  lookups: Db;
  clock: Clock;
  atOnce?: number;
}

/**
 * The message that was sent to a person, rendered from its fixed text with the person's present values, without a pixel and with its links
 * as they are. Nothing of it is stored.
 */
export function createViewer({ lookups, clock, atOnce = AT_ONCE, ...addresses }: ViewOptions): (of: DeliveryRef) => Promise<View> {
  let viewing = 0;

  async function view({ workspaceId, deliveryId }: DeliveryRef): Promise<View> {
    const scope = { db: lookups, workspaceId };
    const viewed = await findViewed(scope, deliveryId);
    if (!viewed) return { reason: (await isPastRetention(scope, deliveryId, clock.now())) ? 'deleted' : 'gone' };
    const { language } = viewed;
    const isErased = viewed.email === null;
    const isDeleted = viewed.hasContact ? viewed.contact === null : viewed.origin === 'blast' || viewed.origin === 'flow';
    if (isErased || isDeleted) return { reason: 'deleted', language };
    const message = await findMessage(scope, viewed.messageId);
    // What a message of its own said is forgotten once it is sent.
    if (!message || message.html === '') return { reason: 'gone', language };
    try {
      return { html: await htmlOf(message, viewed, deliveryId, addresses) };
    } catch (error) {
      if (error instanceof NotDoneInTime) return { reason: 'busy', language };
      // With the values of now it may come to more than can be shown.
      if (error instanceof DomainError) return { reason: 'gone', language };
      throw error;
    }
  }

  return async (of) => {
    if (viewing >= atOnce) return { reason: 'busy' };
    viewing += 1;
    try {
      return await view(of);
    } finally {
      viewing -= 1;
    }
  };
}

async function htmlOf(message: StoredMessage, viewed: Viewed, deliveryId: string, addresses: PersonalAddresses): Promise<string> {
  const { email, contactId, campaign } = viewed;
  const contact = viewed.contact ?? message.sample ?? { custom: {} };
  const values = personalValues(
    message,
    { deliveryId, email: email as string, contact, campaign },
    addressesFor(message, { deliveryId, contactId }, addresses),
  );
  const { html } = await renderMessage(message, values, addresses);
  return withoutIndex(html);
}

/** Mail has no line for search engines. The header says it too, for those that read that only. */
const withoutIndex = (html: string): string => html.replace(/<head\b[^>]*>/i, (head) => `${head}<meta name="robots" content="noindex">`);
