import type { Workspace } from '../../generated/prisma/client.ts';

export interface Looks {
  /** As `#rrggbb` or `#rgb`. */
  primaryColor?: string;
  logoUrl?: string;
}

/** How a workspace looks, as far as it has said so. What could not be put into HTML as it stands is left out. */
export function looksOf(brand: Workspace['brand']): Looks {
  const { colors, logo_url: logo } = (brand ?? {}) as { colors?: { primary?: unknown } | null; logo_url?: unknown };
  const colour = colors?.primary;
  return {
    ...(typeof colour === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) && { primaryColor: colour }),
    ...(typeof logo === 'string' && /^https?:\/\/[^\s"'<>]+$/i.test(logo) && { logoUrl: logo }),
  };
}
