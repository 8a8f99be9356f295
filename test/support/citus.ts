/** Databases of tests on a Citus cluster: one of the same name on every node, cloned there from a distributed template. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
}

export function databaseOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The coordinator first. */
export const nodesOf = (url: string): Promise<Node[]> =>
  onServer(url, async (client) => {
    const { rows } = await client.query<Node>(
      'SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node ORDER BY groupid',
    );
    return rows;
  });

/** Runs a statement in the databases of a name. */
export async function onNodes(url: string, name: string, ...statements: string[]): Promise<void> {
  for (const { host, port } of await nodesOf(url)) {
    const address = new URL(databaseOf(url, name));
    address.host = `${host}:${port}`;
    await onServer(address.href, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }
}

export async function createOnCitus(url: string, name: string, template: string): Promise<void> {
  await dropOnCitus(url, name);
  for (let attempt = 1; ; attempt++) {
    try {
      // The extension keeps a process in each of its databases, and starts it again.
      await onNodes(
        url,
        'postgres',
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${template}'`,
        `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`,
      );
      return;
    } catch (error) {
      if (attempt === 5) throw error;
      await dropOnCitus(url, name);
      await pause(500);
    }
  }
}

export const dropOnCitus = (url: string, name: string): Promise<void> =>
  onNodes(url, 'postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
