import type { WorkspaceId } from './ids.ts';
import { notOurs, pathOf, type SignedAddresses } from './signed-addresses.ts';

/* Addresses of pages that people open without a key: previews of documents, and reports. */

type PageUse = 'PREVIEW' | 'REPORT';

const STANDING_DAYS = 7;

export interface PageLinks {
  /** The newest version of a document, whenever it is opened. */
  preview(kind: string, document: { workspaceId: string; id: string; previewRevocations: number }): string;
  report(kind: string, work: { workspaceId: string; id: string; reportRevocations: number }): string;
}

/** Nothing is stored: an address holds how often the links of its resource had been revoked, and works as long as that is still so. */
export function createPageLinks(addresses: SignedAddresses): PageLinks {
  const standing = (use: PageUse, place: PagePlace, revocations: number): string =>
    addresses.signForDays(use, keyOf(place), { r: String(revocations) }, STANDING_DAYS);
  return {
    preview: (kind, { workspaceId, id, previewRevocations }) => standing('PREVIEW', { workspaceId, kind, id }, previewRevocations),
    report: (kind, { workspaceId, id, reportRevocations }) => standing('REPORT', { workspaceId, kind, id }, reportRevocations),
  };
}

export interface PagePlace {
  workspaceId: string;
  kind: string;
  id: string;
}

export const keyOf = ({ workspaceId, kind, id }: PagePlace): string => `${workspaceId}/${kind}/${id}`;

/** @throws invalid_signature for another spelling of the path, so that an address has one form */
export function placeIn(use: PageUse, path: string, key: unknown): PagePlace & { workspaceId: WorkspaceId } {
  const [workspaceId, kind, id, ...more] = [key].flat() as string[];
  if (!workspaceId || !kind || !id || more.length > 0) throw notOurs();
  const place = { workspaceId: workspaceId as WorkspaceId, kind, id };
  if (path !== pathOf(use, keyOf(place))) throw notOurs();
  return place;
}

export const expiryIn = ({ searchParams }: URL): Date => new Date(Number(searchParams.get('expires')) * 1_000);
