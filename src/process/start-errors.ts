import { ConfigError } from '../config.ts';
import { isUnavailable } from '../platform/db.ts';
import { DataDirInUse } from '../platform/embedded-postgres.ts';

/** What kept the service from starting, in words where the reason is known. */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataDirInUse) return error.message;
  const { code, port, path } = error as { code?: string; port?: number; path?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken; choose another with PORT.`;
  if (!path && isUnavailable(error)) return `The database can not be reached (${code ?? (error as Error).message}); check DATABASE_URL.`;
  if (path && code && ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOSPC'].includes(code)) {
    return `${path} can not be written (${code}); choose another folder with DATA_DIR.`;
  }
  return error;
}
