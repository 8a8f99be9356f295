import { POSTMARK_METADATA } from '../../platform/mail/postmark.ts';
import { addressOf, type FeedbackEvent, type FeedbackKind, kindOfRefusal, momentOf, wordsOf } from './event.ts';
import { isSame, type Json, jsonOf, notSigned, objectOf, type Provider, textOf } from './provider.ts';

/** Postmark does not sign its webhooks: their address has a user and a password. @param credentials `user:password` */
export function postmark(credentials: string): Provider {
  return {
    name: 'postmark',
    judge({ header }) {
      const [, encoded = ''] = /^Basic ([\w+/]{1,2000}={0,2})$/i.exec(header('authorization') ?? '') ?? [];
      if (!isSame(Buffer.from(encoded, 'base64').toString('utf8'), credentials)) throw notSigned();
    },
    async read({ body }, now) {
      return [eventOf(objectOf(jsonOf(body)), now) ?? []].flat();
    },
  };
}

function eventOf(event: Json, now: Date): FeedbackEvent | null {
  const kind = kindOf(event);
  if (!kind) return null;
  const delivery = textOf(objectOf(event.Metadata)[POSTMARK_METADATA]);
  return {
    kind,
    address: addressOf(event.Email ?? event.Recipient),
    reason: wordsOf(event.Details) ?? wordsOf(event.Description),
    at: momentOf(event.BouncedAt ?? event.DeliveredAt, now),
    messageId: delivery && `<${delivery}@metadata.invalid>`,
    returnPath: null,
  };
}

function kindOf({ RecordType, Type, Details }: Json): FeedbackKind | null {
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return 'complained';
  if (RecordType === 'Delivery') return 'delivered';
  if (RecordType !== 'Bounce') return null;
  switch (Type) {
    case 'BadEmailAddress':
      return 'bounced';
    case 'HardBounce':
      return kindOfRefusal(textOf(Details), null, 'bounced');
    case 'SoftBounce':
    case 'Blocked':
    case 'DnsError':
    case 'DMARCPolicy':
    case 'SpamNotification':
    case 'VirusNotification':
      return 'failed';
    case 'Transient':
      return 'delayed';
    default:
      return null; // Auto-replies, changes of address and the like.
  }
}
