import { distribute, type Placed, planDistribution } from '../platform/distribution.ts';
import type { Commands, Row } from './arguments.ts';
import { commandConfig, withDatabase } from './session.ts';

const rowOf = ({ table, kind, isDone }: Placed): Row => ({ table, place: kind, done: isDone });

export const databaseCommands: Commands = {
  'database distribute': {
    about: 'Spreads the tables of workspaces over the nodes of a Citus cluster, while the service is stopped',
    options: { 'dry-run': { about: 'Only shows where each table goes' } },
    run: ({ options }) =>
      withDatabase(commandConfig(), {}, async (url) => {
        if (options['dry-run']) return (await planDistribution(url)).map(rowOf);
        const placed = await distribute(url, ({ table, kind }) => process.stderr.write(`${table} (${kind})\n`));
        return placed.map((one) => rowOf({ ...one, isDone: true }));
      }),
  },
};
