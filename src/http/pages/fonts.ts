import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SAFE } from './headers.ts';

/** The file of a font, or undefined. @param name the rest of the path after `/assets/fonts/` */
export type FindFont = (name: string) => string | undefined;

const PATH = '/assets/fonts/';
const HEADERS = { ...SAFE, 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Fonts are the same for every workspace, few and small: each is read once.
 * @returns whether the request was for a font
 */
export function createFonts(find: FindFont): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = new Map<string, Buffer>();
  return ({ url = '', method }, response) => {
    const name = url.split('?', 1)[0]?.slice(PATH.length) ?? '';
    const file = url.startsWith(PATH) ? find(name) : undefined;
    if (file === undefined) return false;
    const body = files.get(name) ?? readFileSync(file);
    files.set(name, body);
    response.writeHead(200, { ...HEADERS, 'Content-Length': body.byteLength });
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  };
}
