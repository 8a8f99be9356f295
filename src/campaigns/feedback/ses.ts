import type { FetchText } from '../../platform/fetch-text.ts';
import { addressOf, type FeedbackEvent, type FeedbackKind, kindOfRefusal, momentOf, wordsOf } from './event.ts';
import { type Json, jsonOf, notSigned, objectOf, type Provider, textOf } from './provider.ts';
import { createSns } from './sns.ts';

const listed = (value: unknown): Json[] => (Array.isArray(value) ? value.slice(0, 1_000).map(objectOf) : []);

/**
 * Amazon SES, which publishes to topics of SNS: notifications of an identity and events of a configuration set alike.
 * @param topics ARNs of those that may post
 */
export function ses(topics: readonly string[], fetchText: FetchText): Provider {
  const sns = createSns(topics, fetchText);
  return {
    name: 'ses',
    judge({ header }) {
      // SNS repeats the topic in a header; a proxy may have left it out.
      const topic = header('x-amz-sns-topic-arn');
      if (topic !== undefined && !topics.includes(topic)) throw notSigned();
    },
    async read({ body, log }, now) {
      const message = objectOf(jsonOf(body));
      await sns.verify(message, now);
      if (message.Type === 'SubscriptionConfirmation') {
        await sns.confirm(message);
        log.info({ topic: message.TopicArn }, 'subscription to a topic confirmed');
      }
      if (message.Type !== 'Notification') return [];
      // SES sends plain words when a destination has been set up.
      const text = String(message.Message);
      return text.trimStart().startsWith('{') ? eventsOf(objectOf(jsonOf(text)), now) : [];
    },
  };
}

function eventsOf(notice: Json, now: Date): FeedbackEvent[] {
  const mail = objectOf(notice.mail);
  const of = { returnPath: textOf(mail.source), messageId: messageIdIn(mail) };
  const event = (kind: FeedbackKind, address: unknown, at: unknown, reason: string | null): FeedbackEvent => ({
    kind,
    address: addressOf(address),
    reason,
    at: momentOf(at, now),
    ...of,
  });
  switch (notice.eventType ?? notice.notificationType) {
    case 'Bounce': {
      const bounce = objectOf(notice.bounce);
      return listed(bounce.bouncedRecipients).map((recipient) =>
        event(
          kindOfBounce(bounce, recipient),
          recipient.emailAddress,
          bounce.timestamp,
          wordsOf(textOf(recipient.diagnosticCode) ?? `${bounce.bounceType} ${bounce.bounceSubType}`),
        ),
      );
    }
    case 'Complaint': {
      const complaint = objectOf(notice.complaint);
      // Sent for mail that SES itself held back after an earlier complaint.
      const words = wordsOf(textOf(complaint.complaintFeedbackType) ?? textOf(complaint.complaintSubType));
      return listed(complaint.complainedRecipients).map(({ emailAddress }) =>
        event('complained', emailAddress, complaint.arrivalDate ?? complaint.timestamp, words),
      );
    }
    case 'DeliveryDelay': {
      const delay = objectOf(notice.deliveryDelay);
      return listed(delay.delayedRecipients).map(({ emailAddress }) =>
        event('delayed', emailAddress, delay.timestamp, wordsOf(delay.delayType)),
      );
    }
    case 'Delivery': {
      const delivery = objectOf(notice.delivery);
      const recipients = Array.isArray(delivery.recipients) ? delivery.recipients.slice(0, 1_000) : [];
      return recipients.map((address) => event('delivered', address, delivery.timestamp, wordsOf(delivery.smtpResponse)));
    }
    default:
      return [];
  }
}

/** Out-of-office answers come as `Transient`, too: only where a server has given up is the message lost. */
function kindOfBounce({ bounceType, bounceSubType }: Json, { action, status, diagnosticCode }: Json): FeedbackKind {
  if (bounceType === 'Permanent') {
    // Their own lists of addresses that have bounced.
    if (bounceSubType === 'Suppressed' || bounceSubType === 'OnAccountSuppressionList' || bounceSubType === 'NoEmail') return 'bounced';
    return kindOfRefusal(textOf(diagnosticCode), textOf(status), 'bounced');
  }
  return action === 'failed' ? 'failed' : 'delayed';
}

/** With the original headers, where SES includes them. SES has an id of its own, which is not this one. */
function messageIdIn(mail: Json): string | null {
  const header = listed(mail.headers).find(({ name }) => /^message-id$/i.test(String(name)));
  return textOf(header?.value) ?? textOf(objectOf(mail.commonHeaders).messageId);
}
