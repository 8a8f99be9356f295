import { filesNeeded as filesOfAudience } from '../audience/stored-files.ts';
import type { Knowledge } from '../backup/snapshot.ts';
import { filesNeeded as filesOfMessages } from '../campaigns/stored-files.ts';
import { countUnderWay } from '../campaigns/under-way.ts';
import { filesNeeded as filesOfContent } from '../content/assets/stored-files.ts';

export const KNOWLEDGE: Knowledge = {
  filesNeeded: async (db) => [...(await filesOfAudience(db)), ...(await filesOfContent(db)), ...(await filesOfMessages(db))],
  underWay: countUnderWay,
};
