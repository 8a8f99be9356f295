import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './cluster.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of one's own, cloned from the migrated template, or with nothing in it at all. */
export async function createDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template0' : TEMPLATE}`);
  return {
    url: clusterUrl.replace(/[^/]+$/, name),
    drop: () => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
