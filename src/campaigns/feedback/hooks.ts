import type { Config } from '../../config.ts';
import type { Hook } from '../../http/hooks.types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { FetchText } from '../../platform/fetch-text.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { DomainError } from '../../shared/errors.ts';
import { bounces } from './bounce-mail.ts';
import { type ReadReturnPath, recordFeedback } from './feedback.service.ts';
import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import type { Provider } from './provider.ts';
import { sendgrid } from './sendgrid.ts';
import { ses } from './ses.ts';

interface FeedbackDependencies {
  db: Db;
  clock: Clock;
  metrics: Pick<Metrics, 'feedback' | 'feedbackUnmatched'>;
  allowed: Config['hooks'];
  fetchText: FetchText;
  readReturnPath: ReadReturnPath;
}

/** By the name in their address. Only configured providers have one. */
export function feedbackHooks({ allowed, ...dependencies }: FeedbackDependencies): Record<string, Hook> {
  const { sesTopics, sendgridPublicKey, postmarkCredentials, mailgunSigningKey, bouncesSecret } = allowed;
  const providers = [
    sesTopics.length > 0 && ses(sesTopics, dependencies.fetchText),
    sendgridPublicKey && sendgrid(sendgridPublicKey),
    postmarkCredentials && postmark(postmarkCredentials),
    mailgunSigningKey && mailgun(mailgunSigningKey),
    bouncesSecret && bounces(bouncesSecret, dependencies.readReturnPath),
  ];
  return Object.fromEntries(providers.flatMap((provider) => (provider ? [[provider.name, hookOf(provider, dependencies)]] : [])));
}

function hookOf(provider: Provider, { db, clock, metrics, readReturnPath }: Omit<FeedbackDependencies, 'allowed' | 'fetchText'>): Hook {
  return {
    mostBytes: provider.mostBytes,
    judge: (head) => provider.judge?.(head, clock.now()),
    take: async (request) => {
      const now = clock.now();
      const events = await provider.read(request, now);
      const { known, unmatched, busy } = await recordFeedback(db, events, { source: provider.name, readReturnPath, now });
      for (const { kind } of events) metrics.feedback.inc({ provider: provider.name, kind });
      for (const [reason, count] of Object.entries(unmatched)) metrics.feedbackUnmatched.inc({ provider: provider.name, reason }, count);
      const unread = events.filter(({ kind }) => kind === 'unread').length;
      request.log.info({ provider: provider.name, events: events.length, known, unread, unmatched, busy }, 'feedback');
      // The rest is written, and repeating it does no harm.
      if (busy > 0) throw new DomainError('contended', 'A delivery that these events refer to is being written; send the request again.');
    },
  };
}
