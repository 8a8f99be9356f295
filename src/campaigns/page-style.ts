import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const COMMON = readFileSync(new URL('page-style.css', import.meta.url), 'utf8');

/** The style of pages that people open at signed addresses. @param own the rules of one kind of page, which defines the colours */
export function pageStyle(own: URL): { style: string; source: string } {
  const style = `${COMMON}${readFileSync(own, 'utf8')}`;
  // For a policy that allows this style alone.
  return { style, source: `'sha256-${createHash('sha256').update(style).digest('base64')}'` };
}
