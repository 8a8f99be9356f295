/** The guides of the repository as pages of the reference, and links between its files as links between pages. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Document } from '../../src/http/contract.ts';
import { type Place, sectionPlace } from './places.ts';

/** In the order of the menu. The one for contributors stays with the code that it is about. */
export const GUIDES = ['client', 'front-end', 'agents', 'pages', 'generation', 'deliverability', 'operations', 'configuration'] as const;

export type AddressOf = (place: Place) => string;

interface Linking {
  document: Document;
  addressOf: AddressOf;
  /** Where the linking file is in the repository. */
  folder: string;
}

const folderOf = (slug: string): string => (slug === 'configuration' ? 'docs' : 'docs/guides');

export function readGuide(document: Document, slug: string, addressOf: AddressOf): { title: string; markdown: string } {
  const folder = folderOf(slug);
  const text = readFileSync(new URL(`../../${folder}/${slug}.md`, import.meta.url), 'utf8');
  // Pictures and comments of the source are left out.
  const shown = text.replaceAll(/^.*!\[.*\n|<!--[\s\S]*?-->/gm, '');
  return { title: /^# (.+)$/m.exec(text)?.[1] ?? slug, markdown: linkFiles(shown, { document, addressOf, folder }) };
}

/** Links to files lead to the pages that show them; a file that is not shown leaves its words. */
export function linkFiles(markdown: string, { document, addressOf, folder }: Linking): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(([^):#]+)(?:#([^)]*))?\)/g, (_link, words: string, file: string, slug = '') => {
    const path = posix.join(folder, file);
    const guide = GUIDES.find((name) => path === `${folderOf(name)}/${name}.md`);
    const heading = path === 'openapi/guide.md' ? sectionWith(document, slug) : undefined;
    if (guide) return `[${words}](${addressOf({ page: guide, anchor: slug })})`;
    return heading ? `[${words}](${addressOf(sectionPlace(heading))})` : words;
  });
}

/** The section of the guide that has such a heading, or is one. */
function sectionWith(document: Document, slug: string): string | undefined {
  const [, ...sections] = (document.info.description ?? '').split(/^## /m);
  const found = sections.find((section) => `## ${section}`.match(/^#+ .+$/gm)?.some((heading) => slugOfHeading(heading) === slug));
  return found?.split('\n')[0];
}

/** As code hosts make it. */
export const slugOfHeading = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
