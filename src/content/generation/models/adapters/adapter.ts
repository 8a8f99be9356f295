import type { ImageModelV4, LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Plan } from '../abilities.ts';
import type { ModelSettings } from '../settings.ts';

export interface OpenedModel {
  model: LanguageModelV4;
  options?: SharedV4ProviderOptions;
}

/** The SDK is loaded with the first call, since installations that use the library never need it. */
export interface Adapter {
  open(settings: ModelSettings, model: string, plan: Plan, fetch: typeof globalThis.fetch): Promise<OpenedModel>;
  /** Marks the stable part of a request, for providers that cache only what is marked. */
  cacheMark?: SharedV4ProviderOptions;
  openPictures?(settings: ModelSettings, model: string, fetch: typeof globalThis.fetch): Promise<OpenedPictures>;
}

export interface OpenedPictures {
  model: ImageModelV4;
  /** Some protocols take a size, others an aspect ratio. */
  shape: { size: `${number}x${number}` } | { aspectRatio: `${number}:${number}` };
  options: SharedV4ProviderOptions;
}
