import type { ImageModelV4, LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Plan } from '../abilities.ts';
import type { ModelSettings } from '../settings.ts';

export interface OpenedModel {
  model: LanguageModelV4;
  /** The protocol's own settings of a call. */
  options?: SharedV4ProviderOptions;
}

/** A provider by its SDK, which is loaded with the first call: services that use the library do without. */
export interface Adapter {
  open(settings: ModelSettings, model: string, plan: Plan, fetch: typeof globalThis.fetch): Promise<OpenedModel>;
  /** Marks what stays the same from one request to the next, where the provider keeps it only then. */
  cacheMark?: SharedV4ProviderOptions;
  /** Absent where the provider makes no pictures. */
  openPictures?(settings: ModelSettings, model: string, fetch: typeof globalThis.fetch): Promise<OpenedPictures>;
}

export interface OpenedPictures {
  model: ImageModelV4;
  /** Some protocols take a size, others a ratio. */
  shape: { size: `${number}x${number}` } | { aspectRatio: `${number}:${number}` };
  options: SharedV4ProviderOptions;
}
