/**
 * Makes links of what our texts name: operations (`GET /v1/contacts`, or `[some words](op:listContacts)`), error codes (`not_found`,
 * `404 not_found`, `[words](error:not_found)`), sections of the guide (`[some words](section:Rule-trees)`) and tutorials
 * (`[some words](tutorial:first-blast)`). They lead to anchors of the document: `#tag/Contacts/operation/listContacts`, `#error/not_found`,
 * `#section/Rule-trees`, `#tutorial/first-blast`.
 */
import { type Document, operationsOf } from '../../src/http/contract.ts';
import { sectionPlace, TUTORIALS } from './places.ts';

/** A name that leads nowhere, or one that would be no link. */
export interface Finding {
  /** The line that it stands in. */
  line: string;
  problem: string;
}

export type Linker = (text: string) => { linked: string; findings: Finding[] };

/** A line of the table of errors, as it is written and as it is once it has its anchor. */
const ERROR_ROW = /^\| (?:<span [^>]*><\/span>)?`(\w+)` \| \d{3} \| /;
const HEADING = /^###? (.+)$/;
const FENCE = /^```/;
/** The rest of a line is prose, in which every name must be a link. */
const LINK_OR_CODE = /!?\[[^\]]*\]\([^)]*\)|^ {0,3}\[[^\]]+\]:\s*\S+|`[^`]+`/g;
/** Inline code, which is as it is; where a link or an image leads, in the line or in a definition; and the same in HTML. */
const TARGET = /`[^`]+`|\]\(([^)]*)\)|^ {0,3}\[[^\]]+\]:\s*(\S+)|<a\b[^>]*\bhref=["']?([^"'\s>]*)/g;
/** The only addresses that lead to the same place from wherever a text is read. */
const ABSOLUTE = /^(?:https?:\/\/|mailto:)[^\s]+$/;
const OPERATION = /\b(?:GET|PUT|POST|PATCH|DELETE) \/v1\/[^\s,;)]*/;

const NAME = /^(?:op|error|section|tutorial):/;
const WHAT_LEADS = 'write op:, error:, section: or tutorial: with a name, or a whole address (https://…)';

const operationAnchor = (tag: string, operationId: string): string => `tag/${tag.replaceAll(' ', '-')}/operation/${operationId}`;

/** The lines of a text that are not code, with their indices. */
const proseLines = (text: string): [index: number, line: string][] => {
  let isCode = false;
  return text.split('\n').flatMap((line, index): [number, string][] => {
    if (FENCE.test(line)) isCode = !isCode;
    return isCode || FENCE.test(line) ? [] : [[index, line]];
  });
};

/** The headings of a guide. */
const sectionsOf = (guide: string): string[] => proseLines(guide).flatMap(([, line]) => HEADING.exec(line)?.[1] ?? []);
const sectionName = (heading: string): string => heading.replaceAll(' ', '-');

/** A linker for the texts of a document, whose guide may be linked already. */
export function linkerOf(document: Document): Linker {
  const guide = document.info.description ?? '';
  const codes = proseLines(guide).flatMap(([, line]) => ERROR_ROW.exec(line)?.[1] ?? []);
  const sections = sectionsOf(guide);
  const operations = operationsOf(document).map(({ operationId, method, path }) => {
    const [tag = ''] = document.paths?.[path]?.[method as 'get']?.tags ?? [];
    return { operationId, call: `${method.toUpperCase()} ${path}`, anchor: operationAnchor(tag, operationId) };
  });
  /** By the address that a link is written with, and by the name that inline code is. */
  const anchors = new Map([
    ...operations.flatMap(({ operationId, call, anchor }) =>
      [`op:${operationId}`, operationId, call].map((name) => [name, anchor] as const),
    ),
    ...codes.flatMap((code) => [`error:${code}`, code].map((name) => [name, `error/${code}`] as const)),
    ...sections.map((heading) => [`section:${sectionName(heading)}`, sectionPlace(heading).anchor] as const),
    ...TUTORIALS.map((name) => [`tutorial:${name}`, `tutorial/${name}`] as const),
  ]);

  // A code that is also a word of English says nothing by itself.
  const bareNames = [...operations.map(({ operationId }) => operationId), ...codes].filter((name) => /[_A-Z]/.test(name));
  const bareName = new RegExp(`\\b(?:${bareNames.join('|')})\\b`);
  const bareSection = new RegExp(`\\b[Ss]ee (?:the section )?(${sections.join('|')})\\b`);

  return (text) => {
    const findings: Finding[] = [];
    const lines = text.split('\n');
    for (const [index, line] of proseLines(text)) {
      const find = (problem: string) => findings.push({ line, problem });
      const led = line.replaceAll(TARGET, (link, inLine?: string, inDefinition?: string, inHtml?: string) => {
        const name = inLine ?? inDefinition ?? inHtml;
        if (name === undefined || ABSOLUTE.test(name)) return link;
        const anchor = NAME.test(name) ? anchors.get(name) : undefined;
        if (anchor) return link.replace(name, () => `#${anchor}`);
        find(NAME.test(name) ? `there is no ${name}` : `${name || 'an empty link'} leads nowhere: ${WHAT_LEADS}`);
        return link;
      });
      if (line.startsWith('#')) continue;
      const prose = line.replaceAll(LINK_OR_CODE, ' ');
      const bare = OPERATION.exec(prose)?.[0] ?? bareName.exec(prose)?.[0];
      if (bare) find(`${bare} is no link: write it in backticks, or as a link`);
      const section = bareSection.exec(prose)?.[1];
      if (section) find(`the section ${section} is no link: write [${section}](section:${sectionName(section)})`);

      const own = ERROR_ROW.exec(line)?.[1];
      lines[index] = led.replaceAll(/(?<!\[)`(\d{3} )?([^`]+)`/g, (words, status: string | undefined, name: string) => {
        const anchor = anchors.get(name);
        if (name === own) return `<span id="${anchor}" data-section-id="${anchor}"></span>${words}`;
        if (!anchor && (OPERATION.test(name) || (status && /^[a-z]+_[a-z_]+$/.test(name)))) find(`there is no ${name}`);
        return anchor ? `[${words}](#${anchor})` : words;
      });
    }
    return { linked: lines.join('\n'), findings };
  };
}
