import type { Config } from '../../config.ts';
import type { Generator } from './generator.ts';
import { library } from './library/index.ts';
import { createRemoteGenerator } from './remote/remote.ts';

/** What writes, as the administrator chose. */
export function createGenerator({ ai }: Pick<Config, 'ai'>): Generator {
  if (ai.provider !== 'anthropic' && ai.provider !== 'openai-compatible') return library;
  return createRemoteGenerator({ ...ai, model: ai.models.pages, protocol: ai.provider });
}
