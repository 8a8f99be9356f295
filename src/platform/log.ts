import { pino } from 'pino';
import { type DatabaseUnavailable, isUnavailable } from './database-errors.ts';
import { textOfLine } from './log-text.ts';

export type Log = pino.Logger;

/** Names of what no log line may tell, wherever they stand in it. */
const HIDDEN = new Set([
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'api_key',
  'apiKey',
  'connectionString',
  'email',
  'emails',
  'phone',
  'to',
  'recipients',
]);
const MOST_LEVELS = 6;

/** `auto`: text where somebody reads along on a terminal, else JSON. */
export type LogFormat = 'auto' | 'json' | 'text';

/**
 * Lines on standard output, of JSON or for people. Keys, addresses and bodies are never passed to the log; what is taken out here is
 * the second net, for errors that carry them.
 */
export const openLog = (level: string, destination: pino.DestinationStream = standardOutput(), format: LogFormat = 'json'): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => cleaned(fields, 0) as Record<string, unknown>,
      },
      // An error is one already when pino's own way to write it would come.
      serializers: { err: (error) => error },
      hooks: {
        logMethod([what, ...words], method) {
          // Without words of its own, pino takes those of the error.
          const said = words.length === 0 && typeof what === 'object' ? [messageOf(what)] : words;
          const parts = [what, ...said].map((part) => (typeof part === 'string' ? withoutSecrets(part) : part));
          method.apply(this, parts as Parameters<typeof method>);
        },
      },
    },
    written(destination, format),
  );

function written(output: pino.DestinationStream, format: LogFormat): pino.DestinationStream {
  const isText = format === 'auto' ? process.stdout.isTTY : format === 'text';
  if (!isText) return output;
  const colours = process.stdout.isTTY && process.stdout.hasColors();
  return { write: (line) => output.write(textOfLine(line, colours)) };
}

/** A terminal that was closed and a reader that has gone take no words any more. The service has to go on, or end, without. */
export function standardOutput(): pino.DestinationStream {
  const output = pino.destination(1);
  output.on('error', ({ code }: { code?: string }) => {
    // At the end of the process it would try for ever to write what it could not.
    output.flushSync = () => {};
    if (code === 'EIO' || code === 'EPIPE') output.write = () => true;
  });
  return output;
}

const messageOf = (what: { message?: unknown; err?: { message?: unknown } } | null) =>
  what instanceof Error ? what.message : what?.err?.message;

/** The same value, without what a line must not tell. Errors become what is worth knowing of them, their causes included. */
function cleaned(value: unknown, level: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level > MOST_LEVELS) return '[deeper]';
  if (isError(value)) return describe(value, level);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, level + 1));
  // Dates and the like know how to write themselves.
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, HIDDEN.has(name) ? '[redacted]' : cleaned(field, level + 1)]),
  );
}

/** Some libraries hand on a copy of an error, a plain object with every field that it had. */
const isError = (value: object): value is Error =>
  value instanceof Error ||
  ('stack' in value && 'message' in value && typeof value.stack === 'string' && typeof value.message === 'string');

/**
 * No other fields: a database error carries the statement's values in `detail`, an SMTP error the recipient in `response`. While the
 * database is away everything fails for the same reason, wherever it was: no place is worth its lines then.
 */
const describe = (error: Error & { code?: unknown }, level: number) => ({
  type: error.name,
  code: error.code,
  message: withoutSecrets(error.message),
  ...(isAway(error) ? { cause: brief(error.cause) } : { stack: stackOf(error), cause: causeOf(error, level) }),
});

/** Which of its statements was late is worth knowing. */
const isAway = (error: unknown): error is DatabaseUnavailable => isUnavailable(error) && error.trouble !== 'late';

const brief = (cause: unknown) => {
  const { name: type, code, message } = cause as Error & { code?: unknown };
  return { type, code, message: withoutSecrets(message) };
};

const stackOf = ({ stack }: Error) => stack && withoutSecrets(stack);
const causeOf = ({ cause }: Error, level: number) => (cause === undefined ? undefined : cleaned(cause, level + 1));

/** A place in a stack trace: `    at name (file:///…/node_modules/@scope/package/file.js:1:2)`. Its @ is no address. */
const PLACE = /^\s+at .*:\d+:\d+\)?$/;

function withoutSecrets(text: string): string {
  if (!text.includes('@') && !text.includes('bvk_') && !/bearer/i.test(text)) return text;
  return text
    .split('\n')
    .map((line) => (PLACE.test(line) ? line : withoutAddresses(line)))
    .join('\n')
    .replace(/\bBearer +[\w.~+/=-]{16,}/gi, 'Bearer [key]')
    .replace(/\bbvk_[\w-]+/g, '[key]');
}

const withoutAddresses = (text: string): string => text.replace(/[^\s@<>"'(/]+@[^\s@<>"')/]+/g, '[address]');
