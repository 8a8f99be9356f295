/**
 * What a mail server calls a message that it has taken, by its words: `2.0.0 Ok: queued as 4F1A2B`, `Ok 0100018f…-000000` (SES),
 * `OK id=1abcDE-000123-4F` (Exim), `Ok: queued as <id>`. Null where it says nothing of the kind.
 */
export function providerId(words: string): string | null {
  const [, id] =
    /\bqueued as <?([^\s<>]{4,200})>?/i.exec(words) ??
    /\bid[=: ]\s*<?([^\s<>]{4,200})>?/i.exec(words) ??
    /^(?:2\.\d{1,3}\.\d{1,3} )?ok:? <?([\w.@+-]{16,200})>?$/i.exec(words) ??
    [];
  return id ?? null;
}
