/** Services that files of tests use one after the other. */
import { vi } from 'vitest';
import type { Generator } from '../../src/content/index.ts';
import type { TestService } from './service.ts';

export interface Shared {
  service: TestService;
  /** The generator of the present file, if it has one. */
  generator?: Generator;
}

/** Unused services. Emptying one costs a tenth of a start. */
export const idle = { plain: [] as Shared[], generating: [] as Shared[] };

/** For files with fake timers: those of idle services would be among them. */
export async function endIdleServices(): Promise<void> {
  const services = Object.values(idle).flatMap((unused) => unused.splice(0));
  await Promise.all(services.map(({ service }) => service.stop()));
}

const useFakeTimers = vi.useFakeTimers.bind(vi);
vi.useFakeTimers = (config) => {
  if (Object.values(idle).some(({ length }) => length > 0))
    throw new Error('Call endIdleServices() before the tests of a file with fake timers.');
  return useFakeTimers(config);
};
