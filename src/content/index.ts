import type { Db } from '../platform/db.ts';
import { createPageLinks } from '../platform/page-links.ts';
import type { SignedAddresses } from '../platform/signed-addresses.ts';
import type { FindUsers } from '../workspaces/references.ts';
import { retentionSweep } from '../workspaces/retention.ts';
import { createAssetHandlers } from './assets/assets.handlers.ts';
import { type Asked, findServed } from './assets/assets.repo.ts';
import { looseFileSweep } from './assets/loose-files.jobs.ts';
import { createUploads } from './assets/uploads.ts';
import { createEmailTemplateHandlers } from './email-templates/email-templates.handlers.ts';
import { createEmailHandlers } from './emails/emails.handlers.ts';
import { fontFile } from './generation/draft/fonts.ts';
import { type GenerationDependencies, generateWork } from './generation/generate.work.ts';
import { waking } from './generation/generations.service.ts';
import { generationEventLog } from './generation-events.ts';
import { createTentTemplateHandlers } from './tent-templates/tent-templates.handlers.ts';
import { keptVersions } from './versions/kept-versions.ts';

export type { Generator } from './generation/generator.ts';
export { createGenerator } from './generation/index.ts';

export interface ContentDependencies extends GenerationDependencies {
  /** Asks the wing above, which sees blasts and flows. */
  findUsers: FindUsers;
  /** For requests; `db` is for work in the background. */
  requests: Db;
  addresses: SignedAddresses;
}

/** What is written and sent or published. */
export function createContent(dependencies: ContentDependencies) {
  const { findUsers, events, enqueue, requests, addresses } = dependencies;
  const documents = { findUsers, events, wake: waking(enqueue), links: createPageLinks(addresses) };
  return {
    handlers: {
      ...createEmailHandlers(documents),
      ...createEmailTemplateHandlers(documents),
      ...createTentTemplateHandlers(documents),
      ...createAssetHandlers(dependencies),
    },
    work: [generateWork(dependencies)],
    sweeps: [looseFileSweep(dependencies), retentionSweep(dependencies, keptVersions)],
    subscriptions: [generationEventLog(dependencies)],
    uploads: createUploads({ ...dependencies, db: requests }),
    findAsset: (asked: Asked) => findServed(requests, asked),
    findFont: fontFile,
  };
}
