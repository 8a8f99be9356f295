import type { Database } from '../platform/db.ts';
import { isMigrated } from '../platform/migrations.ts';
import type { Pulse } from '../platform/pulse.ts';

export async function notReady(db: Database, { isReadOnly }: Pulse): Promise<string[]> {
  if (isReadOnly()) return ['writable database'];
  try {
    return (await isMigrated((text) => db.query({ text, values: [] }))) ? [] : ['migrations'];
  } catch {
    return ['database'];
  }
}
