import type { FillAsset } from './filler.ts';
import type { Picture } from './question.ts';

const MOST_PICTURES = 4;
const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024;
/** Base64 adds a third, and providers accept requests of 20 MB. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Formats that all providers read. */
const READABLE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Skips files that are too large or unreadable. */
export async function picturesOf(assets: readonly FillAsset[], signal: AbortSignal): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let left = MOST_BYTES;
  for (const asset of assets) {
    if (pictures.length === MOST_PICTURES) break;
    const mediaType = asset.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
    if (asset.read === undefined || !READABLE.has(mediaType)) continue;
    const most = Math.min(left, LARGEST_PICTURE_BYTES);
    const bytes = await asset.read(most, signal).catch(() => undefined);
    if (!bytes || bytes.byteLength === 0 || bytes.byteLength > most) continue;
    left -= bytes.byteLength;
    pictures.push({ name: asset.fileName, mediaType, bytes });
  }
  return pictures;
}
