import { createEmailHandlers, type EmailDependencies } from './emails/emails.handlers.ts';

/** What is written and sent or published. */
export const createContent = (dependencies: EmailDependencies) => ({ handlers: createEmailHandlers(dependencies) });
