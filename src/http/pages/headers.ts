/**
 * What a published page may do. It is somebody's own HTML at that workspace's own origin: styles and scripts that stand in it
 * work, pictures, fonts and frames come from anywhere. No script comes from elsewhere, and a script speaks with its own origin
 * only, so that it can ask neither the API nor another workspace's page; forms are sent there only. Nobody else's page shows it
 * in a frame.
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

/** Of the pages that the listener writes itself. */
const ownPolicy = (forms: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; form-action ${forms}; frame-ancestors 'self'; base-uri 'none'`;

/** With every answer, whatever it is. */
export const SAFE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Workspaces are neighbours below one host: without this, a page could take the host's name in common for its own.
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), browsing-topics=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
} as const;

/**
 * Browsers ask each time whether what they have is still so, and are told in a few bytes that it is. A CDN may answer for a second
 * by itself: so it keeps a crowd away, and shows a change a second later. It may go on with what it has while nobody answers here.
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
/** Nobody keeps an answer that is about this moment. */
export const PASSING = { ...MISSING, 'Cache-Control': 'no-store' };
/** Says what is wrong with a form, and holds what was typed, to be sent once more. */
export const FORM = { ...PASSING, 'Content-Security-Policy': ownPolicy("'self'") };
