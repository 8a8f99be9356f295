import { anyCase } from './patterns.ts';
import { capital } from './split.ts';

/** What a link of a prompt is called, by the words before it. */

const ACTIONS: [RegExp, string][] = [
  [/\b(?:donat\p{L}*|giving|fund|collection|gofundme|just ?giving|sponsor(?:ship)?)\b[^.;]{0,60}$/iu, 'Donate'],
  [/\btickets?\b[^.;]{0,60}$/iu, 'Get tickets'],
  [/\b(?:register|registration|sign[- ]?up)\b[^.;]{0,40}$/iu, 'Register'],
  [/\b(?:book|booking)\b[^.;]{0,40}$/iu, 'Book'],
  [/\bapply\b[^.;]{0,40}$/iu, 'Apply'],
  [/\b(?:shop|store|etsy)\b[^.;]{0,20}$/iu, 'Visit the shop'],
  [/\bdownload\b[^.;]{0,40}$/iu, 'Download'],
];

/** What the button to it says: "Donations to Marie Curie https://…" is to donate. */
export const linkAction = (before: string): string | undefined => ACTIONS.find(([pattern]) => pattern.test(before))?.[1];

const SITES: Readonly<Record<string, string>> = {
  ...{ instagram: 'Instagram', facebook: 'Facebook', linkedin: 'LinkedIn', youtube: 'YouTube', tiktok: 'TikTok', spotify: 'Spotify' },
  ...{ bandcamp: 'Bandcamp', soundcloud: 'SoundCloud', substack: 'Substack', etsy: 'Etsy', github: 'GitHub', behance: 'Behance' },
  ...{ vimeo: 'Vimeo', pinterest: 'Pinterest', threads: 'Threads', patreon: 'Patreon', strava: 'Strava', discord: 'Discord' },
};
const PROFILES = ['instagram', 'facebook', 'linkedin', 'tiktok', 'threads', 'pinterest', 'github', 'behance'];
const PROFILE = anyCase`(?:^|[/.])(${PROFILES.join('|')})\.`;
const SITE = anyCase`(?:^|[/.])(${Object.keys(SITES).join('|')})\.`;
export const isSocial = (url: string): boolean => PROFILE.test(url);

/** "shop https://…", "newsletter: https://…" */
const WORD = /(?:^|[,;.:(–-]\s{0,2}|\b(?:and|the|my|our)\s)(\p{L}[\p{L}'’]{2,20}(?:\s\p{L}[\p{L}'’]{1,14}){0,2})\s?[:–-]?\s*$/u;
const NO_WORD = /(?:^|\s)(?:at|on|to|is|here|via|see|link|links|visit|website|web|from|with|go|us|page|in|of|for)(?:$|\s)/iu;

export const isBeside = (before: string): boolean =>
  /\b(?:gifts?|presents?|registry|wish ?list|honeymoon|accommodation|hotels?|map|directions|parking|guidance|reel|showreel)\b[^.;]{0,40}$/iu.test(
    before,
  );

export function linkLabel(before: string, url: string): string | undefined {
  const word = WORD.exec(before.replace(/\s(?:is|at|on|here|via)\s*:?\s*$/iu, ''))?.[1];
  if (word !== undefined && !NO_WORD.test(word)) return capital(word);
  const site = SITE.exec(url)?.[1]?.toLowerCase();
  return site === undefined ? undefined : SITES[site];
}
