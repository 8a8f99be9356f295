import type { FillAsset } from './filler.ts';
import type { Picture } from './question.ts';

const MOST_PICTURES = 4;
const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024;
/** That all providers read. */
const READABLE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** The first pictures among the files of a request, for models that see. A file that cannot be read is left out. */
export async function picturesOf(assets: readonly FillAsset[]): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const { read, contentType, fileName } of assets) {
    if (pictures.length === MOST_PICTURES) break;
    const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
    if (read === undefined || !READABLE.has(mediaType)) continue;
    const bytes = await read().catch(() => undefined);
    if (bytes && bytes.byteLength > 0 && bytes.byteLength <= LARGEST_PICTURE_BYTES) pictures.push({ name: fileName, mediaType, bytes });
  }
  return pictures;
}
