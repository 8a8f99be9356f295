import type { FillAsset } from './filler.ts';
import type { Picture } from './question.ts';

const MOST_PICTURES = 4;
const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024;
/** Of all pictures of a request. Base64 makes them a third larger, and providers take requests of 20 MB. */
const MOST_BYTES = 8 * 1024 * 1024;
/** That all providers read. */
const READABLE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** The first pictures among the files of a request, for models that see. A file that is too large or cannot be read is left out. */
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
