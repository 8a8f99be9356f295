import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import { attachment } from '../platform/signed-addresses.ts';
import type { Storage } from '../platform/storage.ts';
import { DomainError } from '../shared/errors.ts';
import { isStorable } from '../shared/text.ts';
import { replyWithError } from './reply.ts';

export interface AssetOptions {
  storage: Storage;
  /**
   * What is known of a stored file that everybody may read who knows its key and its name.
   * @param asked with the workspace whose host it is asked at; undefined where the files of all are served
   */
  find: (asked: {
    key: string;
    name: string;
    workspaceId: string | undefined;
  }) => Promise<{ name: string; contentType: string; sizeBytes: number } | undefined>;
}

/** Whatever is in a file, and whatever takes it for a page: nothing in it runs, asks, or belongs to this origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Headers that speak of the bytes that are sent. */
const OF_FILE = ['ETag', 'Accept-Ranges', 'Content-Range', 'Content-Disposition'];

const notThere = () => new DomainError('not_found', 'There is no such file.');

/** The files that pages and emails show, at addresses that nobody can guess. They never change; what is deleted is gone in a day. */
export function assetRoutes({ storage, find }: AssetOptions): Router {
  const routes = Router();

  routes.get('/assets/:file/:name', async (request, response) => {
    response.locals.operation = 'showAsset';
    try {
      await answer(request as Request<AssetPath>, response);
    } catch (error) {
      // Who has gone away needs no answer.
      if (response.destroyed) return;
      if (!response.headersSent) {
        for (const name of OF_FILE) response.removeHeader(name);
        // That it cannot be had is so at this moment: nobody keeps that, least of all for as long as the file.
        response.set('Cache-Control', 'no-store');
      }
      replyWithError(response, error);
    }
  });

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
      // Emails and pages show them at other origins, and fonts are asked for by CORS.
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
      // A reader of PDFs within the browser runs what is in them.
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

/** The bytes that are asked for: all of them, unless it is one part of this very file; `none` when there are none such. */
function rangeOf(request: Request<AssetPath>, etag: string, size: number): Range | 'none' {
  const whole = { start: 0, end: size - 1, part: false };
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== etag) return whole;
  const ranges = request.range(size);
  if (ranges === -1) return 'none';
  const [first] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
  return first ? { ...first, part: true } : whole;
}
