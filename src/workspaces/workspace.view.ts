import type { components } from '../../generated/api.d.ts';
import type { SendingDomain, Workspace } from '../../generated/prisma/client.ts';
import type { usageOf } from './budget/budget.ts';
import { looksOf } from './looks.ts';

type Schemas = components['schemas'];

export function toWorkspace(
  { id, name, slug, plan, credits, defaultCountry, timezone, emailsPerSecond, brand, eventFeed, eventTypes, createdAt }: Workspace,
  domains: SendingDomain[],
  { used, limits, resetsAt }: Awaited<ReturnType<typeof usageOf>>,
  publishedHost: string,
): Schemas['Workspace'] {
  const { primaryColor, logoUrl } = looksOf(brand);
  return {
    workspace_id: id,
    name,
    slug,
    plan: plan as Schemas['Workspace']['plan'],
    page_host: `${slug}.${publishedHost}`,
    default_country: defaultCountry,
    timezone,
    emails_per_second: emailsPerSecond,
    credits: { balance: credits },
    brand: { primary_color: primaryColor ?? null, logo_url: logoUrl ?? null },
    sending_domains: domains.map(({ domain, verifiedAt }) => ({
      domain,
      verified: verifiedAt !== null,
      verified_at: verifiedAt?.toISOString() ?? null,
    })),
    limits: {
      stored_bytes: limits.stored_bytes,
      generations: limits.generations,
      model_tokens: limits.model_tokens,
      test_mails: limits.test_mails,
      thread_seconds: limits.thread_seconds,
      received_bytes: limits.received_bytes,
    },
    usage: {
      stored_bytes: used.stored_bytes,
      generations: used.generations,
      model_tokens: used.model_tokens,
      test_mails: used.test_mails,
      thread_seconds: used.thread_seconds,
      received_bytes: used.received_bytes,
      message_bytes: used.message_bytes,
      resets_at: resetsAt.toISOString(),
    },
    event_feed: eventFeed,
    event_types: eventTypes as Schemas['EventTypeFilter'][],
    created_at: createdAt.toISOString(),
  };
}
