import type { Config } from '../../config.ts';
import type { Generator } from './generator.ts';
import { createRemoteGenerator } from './remote/remote.ts';

/** Who writes, as the administrator chose. */
export function createGenerator({ ai }: Pick<Config, 'ai'>, local: Generator): Generator {
  return ai.provider === 'local' ? local : createRemoteGenerator({ ...ai, protocol: ai.provider });
}
