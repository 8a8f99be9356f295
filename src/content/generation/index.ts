import type { Config } from '../../config.ts';
import type { Generator } from './generator.ts';
import { localGenerator } from './local/index.ts';
import { createRemoteGenerator } from './remote/remote.ts';

/** Who writes, as the administrator chose. */
export function createGenerator({ ai }: Pick<Config, 'ai'>): Generator {
  return ai.provider === 'local' ? localGenerator : createRemoteGenerator({ ...ai, protocol: ai.provider });
}
