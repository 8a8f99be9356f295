import { migrate } from '../platform/migrations.ts';
import type { Commands } from './arguments.ts';
import { commandConfig, withDatabase } from './session.ts';

export const migrateCommands: Commands = {
  migrate: {
    about: 'Brings the tables of the database up to this version, as a start of the service does',
    run: () =>
      withDatabase(commandConfig(), {}, async (url) => {
        const onWait = (migration: string) => process.stderr.write(`A table is in use; ${migration} tries again.\n`);
        return (await migrate(url, { onWait })).map((migration) => ({ migration }));
      }),
  },
};
