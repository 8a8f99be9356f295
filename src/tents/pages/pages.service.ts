import { type Found, type LivePage, PageChanged, type Pages } from '../../http/pages/pages.types.ts';
import { DatabaseUnavailable } from '../../platform/database-errors.ts';
import type { Db } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type Metrics, watchBytes } from '../../platform/metrics.ts';
import { isUuid } from '../../shared/identifiers.ts';
import type { ForgetPages } from '../publishing/addresses.ts';
import { createBodies, type Form, openSpool } from './bodies.ts';
import type { Change } from './feed.ts';
import { createFeed } from './feed.ts';
import { createLookups } from './lookups.ts';
import { nameOf, slugBelow } from './page-domains.service.ts';
import { findByDomain, findBySlug, findElsewhere, findLive, type LiveRow, readBody } from './pages.repo.ts';

export interface PageDependencies {
  db: Db;
  /** A connection of its own for changes. */
  feed: Db;
  log: Log;
  metrics: Metrics;
  publishedHost: string;
  /** For the file with the pages that do not fit into memory. */
  folder: string;
  memoryBytes: number;
  diskBytes: number;
}

export interface PublishedPages {
  find: Pages['find'];
  serves(host: string): Promise<boolean>;
  /** A process need not wait for the feed to see its own changes. */
  forget: ForgetPages;
  close(): Promise<void>;
}

/** Cached answers of each kind, also for addresses without a page: about 25 MB at the most. */
const MOST_HOSTS = 20_000;
const MOST_PLACES = 100_000;

/** While the database is away, cached pages are served. After so long they are more likely wrong. */
const OLDEST_MS = 24 * 60 * 60 * 1_000;

/** A redirect of the workspace's own may have any path. */
const OTHER = /^\/[A-Za-z0-9._~!$&'()*+,;=:@%-][A-Za-z0-9._~!$&'()*+,;=:@%/-]{0,198}$/;
/** Redirects that follow each other within a workspace; more are taken for a circle. */
const MOST_HOPS = 5;

const ADDRESS = /^\/([a-z0-9][a-z0-9._-]{0,99})$/;
/** How people spell addresses that they were told. */
const NEARLY = /^\/([a-z0-9][a-z0-9._-]{0,99})\/?$/i;

/** Caches pages, and sees every change of another process. */
export async function openPages(dependencies: PageDependencies): Promise<PublishedPages> {
  const { db, log, metrics, publishedHost, folder, memoryBytes, diskBytes } = dependencies;
  const spool = await openSpool(folder, diskBytes).catch((error) => {
    log.warn({ err: error }, 'pages are kept in memory only: there is no place on disk');
    return openSpool(folder, 0);
  });
  const bodies = createBodies(memoryBytes, spool, (from) => metrics.pageReads.inc({ from }));
  watchBytes(metrics, { memory: bodies.bytesInMemory, disk: spool.size });

  const hosts = createLookups<string | null>(MOST_HOSTS, (host) => {
    const slug = slugBelow(host, publishedHost);
    return slug ? findBySlug(db, slug) : findByDomain(db, host);
  });
  const places = createLookups<Found>(MOST_PLACES, async (key) => {
    const [workspaceId, path] = key.split(' ') as [string, string];
    const live = await findLive({ db, workspaceId }, path, isUuid(path) ? path : undefined);
    if (!live) return elsewhere(workspaceId, path);
    if (live.path !== path) return { workspaceId, redirect: addressOf(live.path) };
    return { workspaceId, page: pageOf(workspaceId, live) };
  });

  async function elsewhere(workspaceId: WorkspaceId, place: string): Promise<Found> {
    const found = await findElsewhere({ db, workspaceId }, place);
    if (!found) return { workspaceId };
    return found.target === null ? { workspaceId, isGone: true } : { workspaceId, redirect: found.target, status: found.status };
  }

  function pageOf(workspaceId: WorkspaceId, live: LiveRow): LivePage {
    const { tentId, path, etag } = live;
    const read = (form: Form) => () =>
      bodies.get(`${workspaceId} ${tentId} ${etag} ${form}`, async () => {
        const bytes = await readBody({ db, workspaceId }, live, form);
        if (bytes) return bytes;
        places.forget(keyOf(workspaceId, path));
        throw new PageChanged();
      });
    return { tentId, etag: `"${etag}"`, html: read('html'), brotli: read('brotli') };
  }

  function forget(changes: Change[] | undefined): void {
    if (!changes) {
      hosts.forgetAll();
      places.forgetAll();
      return;
    }
    for (const { workspaceId, path } of changes) {
      if (path !== null) {
        places.forget(keyOf(workspaceId, path));
        continue;
      }
      // A host may have come to it, or left it.
      hosts.forgetWhere((_host, owner) => owner === workspaceId || owner === null);
      places.forgetWhere((_key, found) => found.workspaceId === workspaceId);
    }
  }

  const feed = createFeed({ db: dependencies.feed, log, forget });
  await feed.start();

  const workspaceOf = (host: string) => (host === '' ? null : hosts.get(host));

  async function find(host: string, path: string): Promise<Found | undefined> {
    if (feed.silentMs() > OLDEST_MS) throw new DatabaseUnavailable('unreachable', undefined);
    const workspaceId = await workspaceOf(host);
    if (workspaceId === null) return undefined;
    const found = await findAt(workspaceId, path);
    return (await isCircular(found)) ? { workspaceId } : found;
  }

  async function findAt(workspaceId: WorkspaceId, path: string): Promise<Found> {
    const name = path === '/' ? path : ADDRESS.exec(path)?.[1];
    if (name) return places.get(keyOf(workspaceId, name));
    const meant = NEARLY.exec(path)?.[1]?.toLowerCase();
    if (meant) {
      const found = await places.get(keyOf(workspaceId, meant));
      if (found.page) return { workspaceId, redirect: addressOf(meant) };
      if (found.redirect || found.isGone) return found;
    }
    return OTHER.test(path) ? places.get(keyOf(workspaceId, path)) : { workspaceId };
  }

  /** Circles are refused when redirects are made; this one came with a new domain, or a page that has expired since. */
  async function isCircular({ workspaceId, ...first }: Found): Promise<boolean> {
    let found: Omit<Found, 'workspaceId'> = first;
    for (let hops = 0; hops <= MOST_HOPS; hops++) {
      // Only the address of a live page has no status.
      if (found.redirect === undefined || found.status === undefined) return false;
      const path = await ownPath(workspaceId, found.redirect);
      if (path === undefined) return false;
      found = await findAt(workspaceId, path);
    }
    return true;
  }

  async function ownPath(workspaceId: WorkspaceId, target: string): Promise<string | undefined> {
    const url = URL.parse(target, 'https://own.invalid');
    if (!url) return undefined;
    return target.startsWith('/') || (await workspaceOf(nameOf(url.host))) === workspaceId ? url.pathname : undefined;
  }

  return {
    find,
    serves: async (host) => (await workspaceOf(host)) !== null,
    forget: (workspaceId, paths) => forget(paths.map((path) => ({ workspaceId, path }))),
    async close() {
      await feed.stop();
      await spool.close();
    },
  };
}

const keyOf = (workspaceId: WorkspaceId, path: string): string => `${workspaceId} ${path}`;
const addressOf = (path: string): string => (path === '/' ? path : `/${path}`);
