/** A name in lower-case letters, digits and hyphens, for addresses. One without any of them becomes `fallback`. */
export const slugOf = (name: string, fallback: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || fallback;
