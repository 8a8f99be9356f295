import { escapeHtml } from '../../../../shared/html.ts';

/** Text of a prompt as it stands in a page. Straight quotes of inches and code stay as they are. */
export const text = (value: string): string => escapeHtml(value).replaceAll('&#39;', '’').replaceAll('{', '&#123;');

/** An attribute's value. */
export const attribute = (value: string): string => escapeHtml(value).replaceAll('{', '&#123;');

/** Lines without the empty ones, so that what is left out leaves no gap. */
export const lines = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join('\n');
