import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { Edit } from '../../content/generation/verify/edits.ts';

/** Without a slash at the end. */
export interface FileOrigins {
  /** The API's, whose addresses documents hold. */
  api: string;
  pages: string;
}

/** The keys of stored files that a page names at the API's address. */
export const fileKeysIn = (html: string, { api }: FileOrigins): string[] => [...new Set(found(html, api).map(({ key }) => key))];

/**
 * A page loads its files from its own origin, so that it depends on one host. Addresses that are read without the page, such as a
 * preview's, stay whole; text for people stays as it is.
 * @param keys of the files that are served there
 */
export function toOwnFiles(html: string, keys: readonly string[], { api, pages }: FileOrigins): Edit[] {
  const own = new Set(keys);
  const places = found(html, api).flatMap(({ at, key }) => (own.has(key) ? at : []));
  if (places.length === 0) return [];
  const edits: Edit[] = [];
  let next = 0;
  const lead: Lead = (begin, end, origin) => {
    for (; next < places.length && (places[next] as number) < end; next++) {
      const at = places[next] as number;
      if (at >= begin) edits.push({ begin: at, end: at + api.length, text: origin });
    }
  };
  const tokenizer = new Tokenizer({}, new Walk(html, lead, pages));
  tokenizer.write(html);
  tokenizer.end();
  return edits;
}

const FILE = /\/(assets\/[0-9a-f]{32})\//y;

function found(html: string, api: string): { at: number; key: string }[] {
  const places: { at: number; key: string }[] = [];
  for (let at = html.indexOf(api); at >= 0; at = html.indexOf(api, at + 1)) {
    FILE.lastIndex = at + api.length;
    const key = FILE.exec(html)?.[1];
    if (key) places.push({ at, key });
  }
  return places;
}

/** Replaces the origin of the addresses between two positions. */
type Lead = (begin: number, end: number, origin: string) => void;

/** Decides for each tag, style and script which origin its addresses get. */
class Walk implements TokenizerCallbacks {
  readonly #html: string;
  readonly #lead: Lead;
  readonly #pages: string;
  #name = '';
  #begin = 0;
  /** Of the text between tags; undefined where people read it. */
  #origin: string | undefined;

  constructor(html: string, lead: Lead, pages: string) {
    this.#html = html;
    this.#lead = lead;
    this.#pages = pages;
  }

  onopentagname(begin: number, end: number): void {
    this.#name = this.#html.slice(begin, end).toLowerCase();
    this.#begin = begin;
  }

  onopentagend(end: number): void {
    this.#lead(this.#begin, end, this.#name === 'meta' ? this.#pages : '');
    if (this.#name === 'script') this.#origin = /ld\+json/i.test(this.#html.slice(this.#begin, end)) ? this.#pages : '';
    else this.#origin = this.#name === 'style' ? '' : undefined;
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(): void {
    this.#origin = undefined;
  }

  ontext(begin: number, end: number): void {
    if (this.#origin !== undefined) this.#lead(begin, end, this.#origin);
  }

  onattribname(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  ontextentity(): void {}
  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
