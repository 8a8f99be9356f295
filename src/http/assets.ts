import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import type { WorkspaceId } from '../platform/ids.ts';
import { attachment } from '../platform/signed-addresses.ts';
import type { Storage } from '../platform/storage.ts';
import { DomainError } from '../shared/errors.ts';
import { isStorable } from '../shared/text.ts';
import { answering } from './reply.ts';

export interface AssetOptions {
  storage: Storage;
  /**
   * Finds a stored file by its key and its name, which together permit reading it.
   * @param asked with the workspace of the host; undefined at the host that serves the files of all
   */
  find: (asked: {
    key: string;
    name: string;
    workspaceId: WorkspaceId | undefined;
  }) => Promise<{ name: string; contentType: string; sizeBytes: number } | undefined>;
}

/** A file that a browser takes for a page runs nothing, requests nothing and has an origin of its own. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const OF_FILE = ['ETag', 'Accept-Ranges', 'Content-Range', 'Content-Disposition'];

const notThere = () => new DomainError('not_found', 'There is no such file.');

/** The files of pages and emails, at addresses that cannot be guessed. They never change; deleted ones disappear within a day. */
export function assetRoutes({ storage, find }: AssetOptions): Router {
  const routes = Router();

  routes.get(
    '/assets/:file/:name',
    answering<AssetPath>('showAsset', async (request, response) => {
      try {
        await answer(request, response);
      } catch (error) {
        if (!response.headersSent) {
          for (const name of OF_FILE) response.removeHeader(name);
          // The failure is momentary: no cache may keep it as long as the file.
          response.set('Cache-Control', 'no-store');
        }
        throw error;
      }
    }),
  );

  async function answer(request: Request<AssetPath>, response: Response): Promise<void> {
    const { file, name } = request.params;
    if (!/^[0-9a-f]{32}$/.test(file) || !isStorable(name)) throw notThere();
    const key = `assets/${file}`;
    const found = await find({ key, name, workspaceId: response.locals.workspaceId });
    if (!found) throw notThere();
    const { contentType, sizeBytes } = found;
    const range = rangeOf(request, `"${file}"`, sizeBytes);
    response.set({
      ETag: `"${file}"`,
      'Cache-Control': 'public, max-age=86400, immutable',
      'Content-Security-Policy': POLICY,
      // Emails and pages show them at other origins, and fonts are fetched by CORS.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'X-Robots-Tag': 'noindex',
      'Accept-Ranges': 'bytes',
    });
    if (request.fresh) return void response.status(304).end();
    if (range === 'none') {
      response.status(416).set('Content-Range', `bytes */${sizeBytes}`).end();
      return;
    }
    response.set({
      'Content-Type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
      'Content-Length': String(range.end - range.start + 1),
      // The PDF reader of a browser runs scripts.
      'Content-Disposition': contentType === 'application/pdf' ? attachment(name) : 'inline',
    });
    if (range.part) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
    if (request.method === 'HEAD') return void response.end();
    const content = await storage.get(key, { from: range.start, to: range.end });
    if (!content) throw notThere();
    await pipeline(content, response);
  }

  return routes;
}

type AssetPath = { file: string; name: string };
type Range = { start: number; end: number; part: boolean };

/** All bytes, unless the request names one range of this very file; `none` when that range is empty. */
function rangeOf(request: Request<AssetPath>, etag: string, size: number): Range | 'none' {
  const whole = { start: 0, end: size - 1, part: false };
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== etag) return whole;
  const ranges = request.range(size);
  if (ranges === -1) return 'none';
  const [first] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
  return first ? { ...first, part: true } : whole;
}
