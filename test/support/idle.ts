/** Services that files of tests use one after the other. */
import { vi } from 'vitest';
import type { Generator } from '../../src/content/index.ts';
import type { TestService } from './service.ts';

export interface Shared {
  service: TestService;
  /** Of the file that uses it now, where it has one of its own. */
  generator?: Generator;
}

/** Those that no file uses now. To empty one costs a tenth of a start with its cold connections. */
export const idle = { plain: [] as Shared[], generating: [] as Shared[] };

/** What an idle service puts off while a file has fake timers never comes: such a service is not used again. */
const useFakeTimers = vi.useFakeTimers.bind(vi);
vi.useFakeTimers = (config) => {
  for (const services of Object.values(idle)) services.length = 0;
  return useFakeTimers(config);
};
