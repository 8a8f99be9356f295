import { styleText } from 'node:util';

type Colour = Parameters<typeof styleText>[0];

const COLOURS: Record<string, Colour> = { warn: 'yellow', error: 'red', fatal: ['red', 'bold'] };

/**
 * Local time, level, message, then the other fields; an error from `describe` in log.ts is below them, with its causes.
 * @param line one JSON object
 */
export function textOfLine(line: string, colours: boolean): string {
  const { level, time, msg, err, request_id, workspace_id, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const paint = (colour: Colour | undefined, text: string) =>
    colours && colour ? styleText(colour, text, { validateStream: false }) : text;
  const at = new Date(String(time)).toTimeString().slice(0, 8);
  // The ids are long and serve look-ups.
  const all = Object.entries({ ...fields, workspace_id, request_id }).filter(([, value]) => value !== undefined);
  const rest = all.map(([name, value]) => `${name}=${shown(value)}`);
  const words = printable(String(msg ?? '')).replaceAll('\n', '\\n');
  const head = [paint('dim', at), paint(COLOURS[String(level)], String(level).padEnd(5)), words, paint('dim', rest.join(' '))];
  return `${[head.join(' ').trimEnd(), ...(isLoggedError(err) ? linesOf(err) : [])].join('\n')}\n`;
}

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"\p{Cc}]+$/u.test(value) ? value : printable(JSON.stringify(value) ?? '');

/** Input of clients may be in a line: a terminal would execute its control characters. Line breaks stay. */
const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\n]/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

interface LoggedError {
  type?: string;
  code?: string;
  message?: string;
  stack?: string;
  cause?: unknown;
}

const isLoggedError = (value: unknown): value is LoggedError => typeof value === 'object' && value !== null;

function linesOf({ type, code, message, stack, cause }: LoggedError): string[] {
  const words = printable(stack ?? `${type ?? 'Error'}: ${message ?? ''}`);
  const own = (code ? `${words} (${code})` : words).split('\n').map((line) => `  ${line}`);
  return isLoggedError(cause) ? [...own, '  because of', ...linesOf(cause)] : own;
}
