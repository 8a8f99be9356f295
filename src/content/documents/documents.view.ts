import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Note } from '../generation/draft/draft.ts';
import type { GenerationRow } from '../generation/generations.repo.ts';
import type { Started } from '../generation/generations.service.ts';
import type { VersionDiff } from '../versions/diff.service.ts';
import type { Version, VersionText } from '../versions/versions.repo.ts';
import type { Warning } from '../versions/warnings.ts';
import type { Document, WholeDocument } from './documents.repo.ts';
import type { SavedCode } from './documents.service.ts';
import type { SavedDraft } from './drafts.service.ts';
import type { DocumentText } from './texts.service.ts';

type Schemas = components['schemas'];

export const toState = (document: Document) => ({
  current_version: document.currentVersion,
  approved_version: document.approvedVersion,
  number_of_iterations: document.numberOfIterations,
  created_at: document.createdAt.toISOString(),
  updated_at: document.updatedAt.toISOString(),
  created_by_name: document.createdByName,
});

export const toTextState = (document: Document) => ({
  plain_text_overridden: document.plainTextOverriddenAt !== null,
  plain_text_overridden_at: document.plainTextOverriddenAt?.toISOString() ?? null,
  plain_text_stale_after_html_iteration: document.plainTextStale,
});

/** Of a single document. It has a generation: none of these kinds begins without. */
export const toGenerationState = (document: WholeDocument) => ({
  latest_generation_status: shownStatus(document.latestGenerationStatus as GenerationRow['status']),
  latest_generation_id: toUlid(document.latestGenerationId as string),
  approved_generation_id: document.approvedGenerationId && toUlid(document.approvedGenerationId),
});

/** Waiting and writing are one status to these kinds. */
const shownStatus = (status: GenerationRow['status']): Schemas['GenerationStatus'] => (status === 'pending' ? 'generating' : status);

export const toStory = ({ prompt, summary, notes, model, inputTokens, outputTokens, createdByName, hasDraft }: GenerationStory) => ({
  prompt,
  summary,
  notes: toNotes(notes),
  usage: model === null ? null : { model, input_tokens: inputTokens ?? 0, output_tokens: outputTokens ?? 0 },
  created_by_name: createdByName,
  has_draft: hasDraft,
});

export type GenerationStory = Pick<
  GenerationRow,
  'prompt' | 'summary' | 'notes' | 'model' | 'inputTokens' | 'outputTokens' | 'createdByName' | 'hasDraft'
>;

const toNotes = (notes: readonly Note[]): Note[] => notes.map(({ code, text, place }) => ({ code, text, place }));

export const toGeneration = (path: string, { id, status, version, createdAt, completedAt, ...outcome }: GenerationRow) => ({
  generation_id: toUlid(id),
  status: shownStatus(status),
  version,
  content_path: status === 'completed' ? `${path}/generations/${toUlid(id)}/content` : null,
  created_at: createdAt.toISOString(),
  completed_at: completedAt?.toISOString() ?? null,
  ...toGenerationError({ status, ...outcome }),
  ...toStory(outcome),
});

export const toGenerationError = ({ status, cancelled, errorMessage }: Pick<GenerationRow, 'status' | 'cancelled' | 'errorMessage'>) => {
  const error_code: Schemas['GenerationErrorCode'] = status !== 'failed' ? null : cancelled ? 'generation_cancelled' : 'generation_failed';
  return { error_code, error_message: errorMessage };
};

export const toMailPaths = (path: string) => ({ content_path: `${path}/content`, plain_text_path: `${path}/plain-text` });

export const toMailGeneration = (generation: GenerationRow, path: string) => ({
  type: generation.type as Schemas['EmailGenerationType'],
  ...toGeneration(path, generation),
  plain_text_path: generation.status === 'completed' ? `${path}/generations/${toUlid(generation.id)}/plain-text` : null,
  plain_text_source: generation.plainTextSource,
});

export const toStarted = ({ generationId, messageId }: Started) => ({
  generation_id: toUlid(generationId),
  message_id: toUlid(messageId),
  status: 'generating' as const,
});

export const toSaved = ({ generationId, version, warnings }: SavedCode) => ({
  generation_id: toUlid(generationId),
  version,
  warnings: toWarnings(warnings),
});

export const toSavedDraft = ({ generationId, version, notes }: SavedDraft) => ({
  generation_id: toUlid(generationId),
  version,
  notes: toNotes(notes),
});

export const toWarnings = (warnings: readonly Warning[]) =>
  warnings.map(({ code, message, tags }) => ({ code, message, ...(tags && { tags }) }));

export const toText = ({ document, text }: DocumentText) => ({
  ...toVersionText(text),
  overridden: document.plainTextOverriddenAt !== null,
  stale_after_html_iteration: document.plainTextStale,
});

export const toVersionText = ({ generationId, version, plainText, plainTextSource }: VersionText) => ({
  generation_id: toUlid(generationId),
  version,
  content: plainText ?? '',
  plain_text_source: plainTextSource ?? 'auto',
});

export const toDiff = ({ from, to, linesAdded, linesRemoved, changes, diff, truncated }: VersionDiff): Schemas['VersionDiff'] => ({
  from: toSide(from),
  to: toSide(to),
  lines_added: linesAdded,
  lines_removed: linesRemoved,
  changes: changes.map(({ part, change, before, after }) => ({ part, change, before, after })),
  diff,
  diff_truncated: truncated,
});

const toSide = ({ version, generationId }: Pick<Version, 'version' | 'generationId'>) => ({
  version,
  generation_id: toUlid(generationId),
});
