import type { components } from '../../../generated/api.d.ts';
import { identifiersOf } from '../../audience/visitors/identifiers.ts';
import type { Asset } from '../../content/assets/assets.repo.ts';
import { toAsset } from '../../content/assets/assets.view.ts';
import type { Face } from '../../content/documents/documents.handlers.ts';
import { toGenerationError, toStory } from '../../content/documents/documents.view.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Started } from '../../content/generation/generations.service.ts';
import { toUlid } from '../../platform/ids.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import type { PageForm } from '../forms/find.ts';
import { addressesOf, type PagesHost } from '../publishing/addresses.ts';
import type { PageHead } from '../publishing/head.ts';
import { type AddressOf, toPublication } from '../publishing/publications.view.ts';
import type { Schedule } from '../publishing/schedules.repo.ts';
import type { Tent, TentGeneration } from './tents.repo.ts';
import type { CreatedTent } from './tents.service.ts';

type Schemas = components['schemas'];

/** @param slug the workspace's */
export const toTentSummary = (host: PagesHost, slug: string): ((tent: Tent) => Schemas['TentSummary']) =>
  summaryAt(addressesOf(host, slug));

const summaryAt =
  (addressOf: AddressOf) =>
  ({ id, name, status, currentVersion, generation, publication, createdAt, updatedAt }: Tent): Schemas['TentSummary'] => ({
    id,
    name,
    status,
    current_version: currentVersion,
    generation: generation && toGeneration(generation, `/v1/tents/${id}`),
    publication: publication && toPublication(publication, addressOf),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  });

const toGeneration = (
  { id, type, status, version, createdAt, completedAt, ...outcome }: TentGeneration,
  address: string,
): Schemas['TentGeneration'] => ({
  generation_id: toUlid(id),
  status,
  type: type as Schemas['TentGenerationType'],
  version,
  content_path: status === 'completed' ? `${address}/generations/${toUlid(id)}/content` : null,
  ...toGenerationError({ status, ...outcome }),
  created_at: createdAt.toISOString(),
  completed_at: completedAt?.toISOString() ?? null,
  ...toStory(outcome),
});

export const TENTS: Face<{ parameter: 'tentId'; id: 'id'; draft: Schemas['PageDraft']; generation: Schemas['TentGeneration'] }> = {
  kind: TENT,
  parameter: 'tentId',
  id: 'id',
  address: '/v1/tents',
  showsUlids: false,
  toGeneration,
};

export interface TentHost extends PagesHost {
  links: PageLinks;
}

/** @param slug the workspace's */
export function toTent(
  host: TentHost,
  slug: string,
  tent: Tent,
  { forms, assets, head, schedule }: { forms: PageForm[]; assets: Asset[]; head: PageHead; schedule: Schedule },
): Schemas['Tent'] {
  const addressOf = addressesOf(host, slug);
  return {
    ...summaryAt(addressOf)(tent),
    meta_title: head.metaTitle,
    meta_description: head.metaDescription,
    noindex: head.noindex,
    language: head.language,
    publish_at: schedule.publishAt?.toISOString() ?? null,
    publish_alias: schedule.publishAlias,
    publish_remove_branding: schedule.publishRemoveBranding,
    unpublish_at: schedule.unpublishAt?.toISOString() ?? null,
    expired_redirect_url: schedule.expiredRedirectUrl,
    forms: forms.map((form) => toForm(form, addressOf(`submit/${tent.id}/${form.formId}`))),
    assets: assets.map(toAsset(host.baseUrl)),
    preview_url: host.links.preview(TENT.name, tent),
    report_url: host.links.report(TENT.name, tent),
  };
}

export function toForm({ formId, fields }: PageForm, submitUrl: string): Schemas['TentForm'] {
  const { email, phone } = identifiersOf(fields);
  return {
    form_id: formId,
    submit_url: submitUrl,
    fields: fields.map(({ name, type, label, required }) => ({ name, type, label, required })),
    email_field: email ?? null,
    phone_field: phone ?? null,
  };
}

export const toCreated = ({ documentId, generationId, createdAt }: CreatedTent, now: Date): Schemas['TentCreated'] => ({
  id: documentId,
  generation_id: toUlid(generationId),
  status: 'pending',
  created_at: createdAt.toISOString(),
  updated_at: now.toISOString(),
});

export const toEdited = ({ documentId, generationId }: Started, now: Date): Schemas['TentEdited'] => ({
  id: documentId,
  generation_id: toUlid(generationId),
  status: 'pending',
  updated_at: now.toISOString(),
});
