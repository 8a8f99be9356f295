import { createEmailHandlers, type FindEmailHold } from './emails/emails.handlers.ts';
import { type GenerationDependencies, generationSweep, generationWorker } from './generation/generations.jobs.ts';
import { waking } from './generation/generations.service.ts';

export type { Generator } from './generation/generator.ts';

export interface ContentDependencies extends GenerationDependencies {
  findEmailHold: FindEmailHold;
}

/** What is written and sent or published. */
export function createContent(dependencies: ContentDependencies) {
  const { findEmailHold, enqueue } = dependencies;
  const wake = waking(enqueue);
  return {
    handlers: createEmailHandlers({ findEmailHold, wake }),
    workers: [generationWorker(dependencies)],
    sweeps: [generationSweep(dependencies)],
  };
}
