/**
 * Where things are in the reference: which page, and which anchor on it. The guide is the page without a slug; every tag has a page, and
 * every operation is on that of its tag, at an anchor that is its `operationId`; a webhook's is the type of its event. Anchors of the document (`tag/Contacts/operation/listContacts`,
 * `section/Pagination`, `error/not_found`, `tutorial/first-blast`) are what `openapi.json` links with; `placeOf` says where they lead.
 */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Document } from '../../src/http/contract.ts';

export interface Place {
  /** Slug of the page: `contacts`; the guide's is empty. */
  page: string;
  /** Id on the page, without `#`; empty for its beginning. */
  anchor: string;
}

export const GUIDE = '';
export const ERRORS = 'errors';
export const READINESS = 'readiness';

/** The pages of the tutorials in the order of reading, each named as its file below `openapi/workflows` is. */
export const TUTORIALS = [
  'first-blast',
  'import-and-segment',
  'page-with-form',
  'flow-from-trigger-to-email',
  'email-template-to-approved-email',
  'react-to-an-event',
  'consent-to-topic',
] as const;
export type TutorialSlug = (typeof TUTORIALS)[number];

/** `Email flows` is at `email-flows`. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** The page of an operation, and its place there; undefined when the document has no such operation. */
export function operationPlace(document: Document, operationId: string): Place | undefined {
  const tag = tagsOf(document).find((one) => one.operations.some((operation) => operation.operationId === operationId));
  return tag && { page: tag.slug, anchor: operationId };
}

/** A section of the guide, by its heading. */
export const sectionPlace = (heading: string): Place => ({ page: GUIDE, anchor: `section/${heading.replaceAll(' ', '-')}` });

/** An error code, on the page that says what to do about it. */
export const errorPlace = (code: string): Place => ({ page: ERRORS, anchor: code });

/** Where an anchor of the document leads; undefined when it is none. */
export function placeOf(document: Document, anchor: string): Place | undefined {
  const [kind, name = '', , operationId] = anchor.split('/');
  if (kind === 'section') return { page: GUIDE, anchor };
  if (kind === 'error') return errorPlace(name);
  if (kind === 'tutorial') return { page: name, anchor: '' };
  if (kind !== 'tag') return undefined;
  if (operationId) return operationPlace(document, operationId);
  const tag = tagsOf(document).find((one) => one.anchor === name);
  return tag && { page: tag.slug, anchor: '' };
}

export interface Tag {
  name: string;
  slug: string;
  /** As the document's anchors write it: `Email-flows`. */
  anchor: string;
  description: string;
  operations: { operationId: string; method: string; path: string; summary: string }[];
}

/** The method of events in the reference. */
export const EVENT = 'event';

/** The requests that the service sends: one for each type of event. */
export const webhooksOf = (document: Document): [type: string, request: OpenAPIV3_1.OperationObject][] =>
  Object.entries(document.webhooks ?? {}).flatMap(([type, item]) => ('post' in item && item.post ? [[type, item.post]] : []));

/** The tags of a document in its order, each with its operations. */
export function tagsOf(document: Document): Tag[] {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([method, value]) => {
      const { operationId, tags, summary } = value as OpenAPIV3_1.OperationObject;
      return operationId ? [{ operationId, method, path, summary: summary ?? path, tag: tags?.[0] }] : [];
    }),
  );
  const events = webhooksOf(document).map(([type, { tags, description }]) => ({
    operationId: type,
    method: EVENT,
    path: type,
    summary: description?.replaceAll('`', '') ?? type,
    tag: tags?.[0],
  }));
  return (document.tags ?? []).map(({ name, description }) => ({
    name,
    slug: slugOf(name),
    anchor: name.replaceAll(' ', '-'),
    description: description ?? '',
    operations: [...operations, ...events].filter(({ tag }) => tag === name).map(({ tag: _, ...operation }) => operation),
  }));
}

/** The tags in the groups that the document puts them in, `x-tagGroups`. */
export function tagGroupsOf(document: Document & { 'x-tagGroups'?: { name: string; tags: string[] }[] }): { name: string; tags: Tag[] }[] {
  const tags = tagsOf(document);
  const groups = document['x-tagGroups'] ?? [{ name: 'Operations', tags: tags.map(({ name }) => name) }];
  return groups.map((group) => ({ name: group.name, tags: group.tags.flatMap((name) => tags.find((tag) => tag.name === name) ?? []) }));
}
