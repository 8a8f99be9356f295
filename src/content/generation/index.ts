import type { Config } from '../../config.ts';
import type { Generator } from './generator.ts';
import { library } from './library/index.ts';
import { createModelGenerator } from './models/index.ts';

export function createGenerator({ ai }: Pick<Config, 'ai'>): Generator {
  return ai.provider === 'library' ? library : createModelGenerator(ai);
}
