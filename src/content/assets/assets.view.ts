import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Asset } from './assets.repo.ts';

type Schemas = components['schemas'];

/** The name is for people who read or save it. */
export const assetUrl = (baseUrl: string, { storageKey, fileName }: Pick<Asset, 'storageKey' | 'fileName'>): string =>
  `${baseUrl}/${storageKey}/${encodeURIComponent(fileName)}`;

export const toAsset =
  (baseUrl: string) =>
  (asset: Asset): Schemas['Asset'] => ({
    asset_id: toUlid(asset.id),
    file_name: asset.fileName,
    content_type: asset.contentType as Schemas['AssetContentType'],
    size_bytes: asset.sizeBytes,
    url: assetUrl(baseUrl, asset),
    created_at: asset.createdAt.toISOString(),
  });
