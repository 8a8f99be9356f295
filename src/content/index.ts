import { createEmailTemplateHandlers } from './email-templates/email-templates.handlers.ts';
import { createEmailHandlers, type FindEmailHold } from './emails/emails.handlers.ts';
import { type GenerationDependencies, generationSweep, generationWorker } from './generation/generations.jobs.ts';
import { waking } from './generation/generations.service.ts';
import { createTentTemplateHandlers } from './tent-templates/tent-templates.handlers.ts';

export type { Generator } from './generation/generator.ts';
export { createGenerator } from './generation/index.ts';

export interface ContentDependencies extends GenerationDependencies {
  findEmailHold: FindEmailHold;
}

/** What is written and sent or published. */
export function createContent(dependencies: ContentDependencies) {
  const { findEmailHold, enqueue } = dependencies;
  const wake = waking(enqueue);
  return {
    handlers: {
      ...createEmailHandlers({ findEmailHold, wake }),
      ...createEmailTemplateHandlers({ wake }),
      ...createTentTemplateHandlers({ wake }),
    },
    workers: [generationWorker(dependencies)],
    sweeps: [generationSweep(dependencies)],
  };
}
