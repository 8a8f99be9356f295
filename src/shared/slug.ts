import { asciiOf } from './text.ts';

/** A name in lower-case letters, digits and hyphens, for addresses. One without any of them becomes `fallback`. */
export const slugOf = (name: string, fallback: string): string => asciiOf(name, '-').replace(/^-|-$/g, '') || fallback;
