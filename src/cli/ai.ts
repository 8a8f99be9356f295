import type { Commands, Row } from './arguments.ts';
import { commandConfig } from './session.ts';

export const aiCommands: Commands = {
  'ai check': {
    about: 'Tries the configured models: a small page, an edit, a look at a picture and, with AI_IMAGE_MODEL, one of their own',
    async run() {
      const { ai } = commandConfig();
      if (ai.provider === 'library') {
        return [{ check: 'library', result: 'yes', detail: 'The library that is built in writes pages and emails. No model is set.' }];
      }
      // Other commands need no models.
      const { tryModel } = await import('../content/generation/models/trial.ts');
      const tried = await tryModel(ai, AbortSignal.timeout(3 * ai.timeoutMs));
      // A model without vision, token counts or schemas still writes.
      const isUsable = tried.every(({ check, result }) => result === 'yes' || !['reachable', 'page', 'edit'].includes(check));
      if (!isUsable) process.exitCode = 1;
      const rows: Row[] = tried.map((line) => ({ ...line }));
      return rows;
    },
  },
};
