/** Few values of `Accept-Encoding` cover most browsers. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 200;

/** Of two equally welcome encodings, the smaller one is sent. */
export function prefersBrotli(header: string | undefined): boolean {
  if (!header) return false;
  let prefers = known.get(header);
  if (prefers === undefined) {
    prefers = weighed(header);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(header, prefers);
  }
  return prefers;
}

function weighed(header: string): boolean {
  const weights = weightsIn(header);
  const brotli = weights.get('br') ?? weights.get('*') ?? 0;
  // Unnamed, it is the last resort.
  const identity = weights.get('identity') ?? 0;
  return brotli > 0 && brotli >= identity;
}

/** The entries of a header such as `Accept`, in lower case, with their weights from 0 to 1. */
export function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : weightOf(weight.slice(2)));
  }
  return weights;
}

const weightOf = (text: string): number => (/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0);
