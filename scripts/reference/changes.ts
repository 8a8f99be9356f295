/** The changelog of the API: its versions, for the page of changes, and as a feed for who wants to hear of the next one. */
import { readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { v5 } from 'uuid';
import type { Document } from '../../src/http/contract.ts';
import { html } from '../../src/http/html.ts';
import { type AddressOf, linkFiles } from './guides.ts';

export interface Version {
  /** `1.0.0` */
  version: string;
  /** `2026-11-23`; undefined if unknown. */
  date: string | undefined;
  /** The text below the heading. */
  markdown: string;
}

const file = new URL('../../CHANGELOG.md', import.meta.url);

/** The changelog, with links that lead within the reference, where it has what they lead to. */
export const readChangelog = (document: Document, addressOf: AddressOf): string =>
  linkFiles(readFileSync(file, 'utf8'), { document, addressOf, folder: '' });

/** The versions of a changelog, the newest first, as it has them. */
export function versionsOf(changelog: string): Version[] {
  const [, ...versions] = changelog.split(/^## /m);
  return versions.map((text) => {
    const [heading = '', ...lines] = text.split('\n');
    const [version = '', date] = heading.split(', ');
    return { version, date, markdown: lines.join('\n').trim() };
  });
}

/** The anchor of a version on the page of changes: of its name alone, whatever stands beside it. */
export const versionAnchor = (heading: string): string => `v${heading.split(/[\s,]/)[0]}`;

/** One for all feeds of this API, so that the same entry has the same id in the feeds of two services. */
const NAMESPACE = '7c1f4b0e-3f0d-5d53-9a34-2f8c4c0a9b61';
const idOf = (name: string): string => `urn:uuid:${v5(name, NAMESPACE)}`;

/**
 * An Atom feed (RFC 4287) of the versions whose date is known, which an entry has to have.
 * @param self where the feed is
 * @param page where the page of changes is
 */
export function changesFeed(versions: Version[], { self, page }: { self: string; page: string }): string {
  const marked = new Marked();
  const dated = versions.flatMap(({ date, ...version }) => (date ? { ...version, updated: `${date}T00:00:00Z` } : []));
  const [newest] = dated;
  if (!newest) throw new Error('No version of the changelog has a date.');
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf('changes')}</id>
<title>Changes to the Bivouac API</title>
<author><name>Bivouac</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<updated>${newest.updated}</updated>
${dated.map(
  ({ version, updated, markdown }) => html`<entry>
<id>${idOf(`changes/${version}`)}</id>
<title>Bivouac API ${version}</title>
<link rel="alternate" type="text/html" href="${page}#${versionAnchor(version)}"/>
<updated>${updated}</updated>
<content type="html">${marked.parse(markdown, { async: false })}</content>
</entry>
`,
)}</feed>
`.markup;
}
