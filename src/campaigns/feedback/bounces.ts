import { readBounceMail } from './bounce-mail.ts';
import type { FeedbackEvent } from './event.ts';
import type { ReadReturnPath } from './feedback.service.ts';
import { isSame, notSigned, type Provider } from './provider.ts';

/**
 * Mails that have come back, each posted as it is by the mail server that took it.
 * @param secret the bearer token of that server
 */
export function bounces(secret: string, readReturnPath: ReadReturnPath): Provider {
  return {
    name: 'bounces',
    // Many servers return the whole message.
    mostBytes: 5 * 1024 * 1024,
    judge({ header }) {
      const [, given = ''] = /^Bearer (\S+)$/i.exec(header('authorization') ?? '') ?? [];
      if (!isSame(given, secret)) throw notSigned();
    },
    async read({ query, body }, now) {
      const isReturnPath = (address: string) => readReturnPath(address) !== null;
      const events = await readBounceMail({ raw: body, recipient: query.get('recipient'), isReturnPath }, now);
      return events.length > 0 ? events : [{ ...UNREAD, at: now }];
    },
  };
}

const UNREAD = { kind: 'unread', address: null, reason: null, messageId: null, returnPath: null } as const satisfies Partial<FeedbackEvent>;
