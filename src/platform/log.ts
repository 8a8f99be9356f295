import { pino } from 'pino';
import { type DatabaseUnavailable, isUnavailable } from './database-errors.ts';
import { textOfLine } from './log-text.ts';

export type Log = pino.Logger;

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

export type LogFormat = 'auto' | 'json' | 'text';

/** Callers never pass keys, addresses or bodies to the log; redaction here is a second net, for errors that contain them. */
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
      // `cleaned` has described the error already.
      serializers: { err: (error) => error },
      hooks: {
        logMethod([what, ...words], method) {
          // Without a message, pino takes the error's, unredacted.
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

/** After its terminal or reader has gone, the service goes on, or ends, without output. */
export function standardOutput(): pino.DestinationStream {
  const output = pino.destination(1);
  output.on('error', ({ code }: { code?: string }) => {
    // At the end of the process, it would try to flush for ever.
    output.flushSync = () => {};
    if (code === 'EIO' || code === 'EPIPE') output.write = () => true;
  });
  return output;
}

const messageOf = (what: { message?: unknown; err?: { message?: unknown } } | null) =>
  what instanceof Error ? what.message : what?.err?.message;

function cleaned(value: unknown, level: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level > MOST_LEVELS) return '[deeper]';
  if (isError(value)) return describe(value, level);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, level + 1));
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, HIDDEN.has(name) ? '[redacted]' : cleaned(field, level + 1)]),
  );
}

/** Some libraries pass on a copy of an error as a plain object. */
const isError = (value: object): value is Error =>
  value instanceof Error ||
  ('stack' in value && 'message' in value && typeof value.stack === 'string' && typeof value.message === 'string');

/**
 * Other fields are left out: a database error has the values of the statement in `detail`, an SMTP error the recipient in `response`. While
 * the database is away everything fails for the same reason, so stacks are left out, too.
 */
const describe = (error: Error & { code?: unknown }, level: number) => ({
  type: error.name,
  code: error.code,
  message: withoutSecrets(error.message),
  ...(isAway(error) ? { cause: brief(error.cause) } : { stack: stackOf(error), cause: causeOf(error, level) }),
});

/** The stack shows which statement was late. */
const isAway = (error: unknown): error is DatabaseUnavailable => isUnavailable(error) && error.trouble !== 'late';

const brief = (cause: unknown) => {
  const { name: type, code, message } = cause as Error & { code?: unknown };
  return { type, code, message: withoutSecrets(message) };
};

const stackOf = ({ stack }: Error) => stack && withoutSecrets(stack);
const causeOf = ({ cause }: Error, level: number) => (cause === undefined ? undefined : cleaned(cause, level + 1));

/** A line of a stack trace: `    at name (file:///…/node_modules/@scope/package/file.js:1:2)`. Its @ is no address. */
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
