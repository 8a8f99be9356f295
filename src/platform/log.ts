import { pino } from 'pino';

export type Log = pino.Logger;

/**
 * JSON lines on standard output. Keys, addresses and bodies are never passed to the log; the redaction below is the
 * second net, for errors that carry them.
 */
export const openLog = (level: string): Log =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['*.authorization', '*.password', '*.email', '*.to', '*.api_key', '*.connectionString'], censor: '[redacted]' },
    serializers: {
      // A database error carries the statement's values in `detail`, an SMTP error the recipient in `response`.
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        code: error.code,
        message: withoutAddresses(error.message ?? ''),
        stack: withoutAddresses(error.stack ?? ''),
      }),
    },
  });

const withoutAddresses = (text: string): string => text.replace(/[^\s@<>"'(]+@[^\s@<>"')]+/g, '[address]');
