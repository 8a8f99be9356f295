/** By their names in lower case, the time zones that were asked for so far: there are some hundreds. */
const zones = new Map(Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name]));

/** The words for a text that names no time zone, to follow the name of a field. */
export const NOT_A_TIMEZONE = 'must be the IANA name of a time zone, such as Europe/Stockholm';

/**
 * The IANA name of a time zone. Older names, such as `Asia/Calcutta`, stay as they are.
 * @returns null for what is none; an offset such as `+02:00` is none, because it says nothing about summer time
 */
export function timezoneOf(text: string): string | null {
  const key = text.trim().toLowerCase();
  const known = zones.get(key);
  if (known !== undefined) return known;
  if (!/^[a-z][a-z0-9_+/-]*$/.test(key)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: key }).resolvedOptions();
    const name = /^[A-Z]/.test(text.trim()) ? text.trim() : timeZone;
    zones.set(key, name);
    return name;
  } catch {
    return null;
  }
}

/** The words for a text that names no language, to follow the name of a field. */
export const NOT_A_LANGUAGE = 'must be a BCP 47 language tag, such as pt-BR';

/** A language tag (BCP 47) in canonical form: `PT_br` is `pt-BR`. Null for what is none. */
export function languageOf(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}
