/**
 * A published page is foreign HTML at its workspace's own origin. Inline styles and scripts work; pictures, fonts and frames come from
 * anywhere. Scripts come from nowhere else, connect to their own origin only, and so reach neither the API nor another workspace; forms go
 * there only, too. No other page shows it in a frame.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline' https:",
  'img-src * data: blob:',
  'media-src * data: blob:',
  'font-src * data:',
  'frame-src https:',
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ');

const ownPolicy = (forms: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; form-action ${forms}; frame-ancestors 'self'; base-uri 'none'`;

export const SAFE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Workspaces are neighbours below one host: without this, a page could set `document.domain`.
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), browsing-topics=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
} as const;

/**
 * Browsers revalidate each time, which costs a few bytes. A CDN may answer by itself for a second: it absorbs a crowd, and shows a change a
 * second later. It may serve stale pages while the service is down.
 */
const FRESH = 'public, max-age=0, s-maxage=1, stale-if-error=86400';

export const PAGE = {
  ...SAFE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': FRESH,
  Vary: 'Accept-Encoding',
};
export const REDIRECT = { ...SAFE, 'Cache-Control': FRESH };
export const MISSING = {
  ...SAFE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': ownPolicy("'none'"),
  'Cache-Control': 'public, max-age=0, s-maxage=1',
};
/** An answer about this moment is not cached. */
export const PASSING = { ...MISSING, 'Cache-Control': 'no-store' };
/** The page that solves the challenge of a form, by scripts of the service, and sends the input. */
export const SOLVING = {
  ...PASSING,
  'Content-Security-Policy': `${ownPolicy("'self'")}; script-src 'self'; connect-src 'self'`,
};
/** The page of a refused form, which contains the input, to be sent again. */
export const FORM = { ...PASSING, 'Content-Security-Policy': ownPolicy("'self'") };
