import type { components } from '../../generated/api.d.ts';
import type { SendingDomain, Workspace } from '../../generated/prisma/client.ts';
import type { usageOf } from './budget/budget.ts';
import { LIMITED } from './budget/resources.ts';
import type { RetentionDays } from './retention.ts';

type Schemas = components['schemas'];

export function toWorkspace(whole: Workspace, domains: SendingDomain[], usage: Usage, publishedHost: string): Schemas['Workspace'] {
  const {
    id,
    name,
    slug,
    plan,
    credits,
    defaultCountry,
    timezone,
    emailsPerSecond,
    brand,
    legalName,
    postalAddress,
    website,
    defaultLanguage,
    tracking,
    eventFeed,
    eventTypes,
    eventDays,
    auditDays,
    requestLog,
    createdAt,
  } = whole;
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
    brand: toBrand(brand),
    legal_name: legalName,
    postal_address: postalAddress,
    website,
    default_language: defaultLanguage,
    tracking: tracking as Schemas['TrackingMode'],
    sending_domains: domains.map(({ domain, verifiedAt }) => ({
      domain,
      verified: verifiedAt !== null,
      verified_at: verifiedAt?.toISOString() ?? null,
    })),
    ...budgetOf(usage),
    event_feed: eventFeed,
    event_types: eventTypes as Schemas['EventTypeFilter'][],
    retention: { events_days: eventDays, audit_days: auditDays, ...toRetention(whole) },
    request_log: requestLog,
    created_at: createdAt.toISOString(),
  };
}

export const toRetention = (workspace: Workspace) => ({
  activities_days: workspace.activityDays,
  deliveries_days: workspace.deliveryDays,
  visits_days: workspace.visitDays,
  results_days: workspace.resultDays,
  versions_days: workspace.versionDays,
});

/** What is left out stays as it is; null keeps the data without end. */
export const retentionIn = (patch: { [Setting in keyof ReturnType<typeof toRetention>]?: number | null } = {}): RetentionDays => ({
  ...(patch.activities_days !== undefined && { activityDays: patch.activities_days }),
  ...(patch.deliveries_days !== undefined && { deliveryDays: patch.deliveries_days }),
  ...(patch.visits_days !== undefined && { visitDays: patch.visits_days }),
  ...(patch.results_days !== undefined && { resultDays: patch.results_days }),
  ...(patch.versions_days !== undefined && { versionDays: patch.versions_days }),
});

type Usage = Awaited<ReturnType<typeof usageOf>>;

export const budgetOf = ({ used, limits, resetsAt }: Usage): Pick<Schemas['Workspace'], 'limits' | 'usage'> => ({
  limits: Object.fromEntries(LIMITED.map((resource) => [resource, limits[resource]])) as Schemas['WorkspaceLimits'],
  usage: { ...used, resets_at: resetsAt.toISOString() },
});

export function toBrand(brand: Workspace['brand']): Schemas['WorkspaceBrand'] {
  const { primaryColor, logoUrl } = looksOf(brand);
  return { primary_color: primaryColor ?? null, logo_url: logoUrl ?? null };
}

export interface Looks {
  /** As `#rrggbb` or `#rgb`. */
  primaryColor?: string;
  logoUrl?: string;
}

/** Values that could not be put into HTML as they are, are left out. */
export function looksOf(brand: Workspace['brand']): Looks {
  const { colors, logo_url: logo } = (brand ?? {}) as { colors?: { primary?: unknown } | null; logo_url?: unknown };
  const colour = colors?.primary;
  return {
    ...(typeof colour === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) && { primaryColor: colour }),
    ...(typeof logo === 'string' && /^https?:\/\/[^\s"'<>]+$/i.test(logo) && { logoUrl: logo }),
  };
}
