/*
 * Parsers disagree about where raw text, drawings and comments end, so kept documents contain markup only where it is markup. The policy of
 * published pages protects visitors even if something slips through.
 */

export type Kind = 'page' | 'email';

/** Told to the author. */
export type Repair = 'script' | 'frame' | 'handler' | 'address' | 'form' | 'field' | 'redirect' | 'oddity' | 'unsubscribe';

export interface Tag {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Inside an `<svg>` or `<math>`. */
  foreign: boolean;
  /** The source of the tag contains a `<`. */
  odd: boolean;
}

export type Judgement =
  | { what: 'keep' }
  /** With its contents. */
  | { what: 'remove'; why: Repair }
  /** Without its contents. */
  | { what: 'unwrap'; why: Repair }
  /** Depends on the contents of the script. */
  | { what: 'script' }
  | { what: 'rewrite'; attributes: Record<string, string>; why: Repair[] };

const FRAMES = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal', 'fencedframe']);
const FIELDS = new Set(['form', 'input', 'select', 'textarea']);
/** Obsolete raw text, formulas, and elements that end elsewhere when scripts run. */
const ODDITIES = new Set(['math', 'noscript', 'xmp', 'noembed', 'noframes', 'plaintext']);
/** Any other element may end the drawing in one parser and not in another. */
const DRAWN = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textpath title desc metadata image a view switch style ' +
    'lineargradient radialgradient stop clippath mask pattern marker filter animate animatetransform animatemotion mpath set ' +
    'feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood ' +
    'fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight ' +
    'fetile feturbulence'
  ).split(' '),
);
const ADDRESSES = new Set(
  'href xlink:href src action formaction data poster background cite longdesc manifest ping code codebase from to by values'.split(' '),
);

export function judge({ name, attributes, foreign, odd }: Tag, kind: Kind): Judgement {
  if (name === 'script') {
    if (kind === 'email' || 'src' in attributes || 'href' in attributes || 'xlink:href' in attributes)
      return { what: 'remove', why: 'script' };
    // In drawings, parsers read the contents of a script as elements.
    if (foreign) return { what: 'remove', why: 'script' };
    return isProgram(attributes.type) ? { what: 'script' } : { what: 'keep' };
  }
  if (ODDITIES.has(name) || ODD_NAME.test(name) || (foreign && !DRAWN.has(name.toLowerCase()))) return { what: 'remove', why: 'oddity' };
  if (name === 'link' && loadsScript(attributes)) return { what: 'remove', why: 'script' };
  if (name === 'base') return { what: 'remove', why: 'address' };
  if (name === 'meta' && attributes['http-equiv']?.trim().toLowerCase() === 'refresh') return { what: 'remove', why: 'redirect' };
  if (FRAMES.has(name)) return { what: 'remove', why: 'frame' };
  if (kind === 'email' && FIELDS.has(name)) return { what: 'remove', why: 'field' };
  if (kind === 'email' && name === 'button') return { what: 'unwrap', why: 'field' };
  return judgeAttributes(name, attributes, kind, odd);
}

function judgeAttributes(name: string, attributes: Readonly<Record<string, string>>, kind: Kind, odd: boolean): Judgement {
  const kept: Record<string, string> = {};
  const why: Repair[] = [];
  let isOdd = odd;
  for (const [attribute, value] of Object.entries(attributes)) {
    isOdd ||= ODD_NAME.test(attribute);
    if (ODD_NAME.test(attribute)) continue;
    if (/^on[a-z]/.test(attribute) && (kind === 'email' || reachesElsewhere(value))) why.push('handler');
    else if (ADDRESSES.has(attribute) && runsScript(value)) why.push('address');
    else if ((attribute === 'formaction' || (name === 'form' && attribute === 'action')) && !OWN_PAGE.test(value)) why.push('form');
    else kept[attribute] = value;
  }
  // Input of visitors must not end up in an address.
  if (name === 'form' && !/^(post|dialog)$/i.test(kept.method ?? '')) {
    kept.method = 'post';
    why.push('form');
  }
  return isOdd || why.length > 0 ? { what: 'rewrite', attributes: kept, why } : { what: 'keep' };
}

const ODD_NAME = /[<>"'=`]/;

/** Nothing, a place on the page, its query, or the service's form endpoint. */
const OWN_PAGE = /^\s*(?:$|[#?]|\/submit\/[\w-]+(?:\/[\w-]+)?\s*$)/;

/** True if a script names a foreign address, or hides what it does or where it ends. XML namespaces are no addresses. */
export const reachesElsewhere = (script: string): boolean =>
  /(?:https?|wss?):(?!\/\/www\.w3\.org\/)/i.test(script) ||
  /["'`(]\s*(?:\/|\\)(?:\/|\\)[a-z\d[]/i.test(script) ||
  /\\(?:x2f|u002f|57)|\batob\b|\beval\b|fromCharCode|fromCodePoint|\bimportScripts\b|<!--|<\/?script/i.test(script);

/** Browsers ignore blanks and control characters before a scheme, and line breaks and tabs within it. */
function runsScript(address: string): boolean {
  return /(?:^|;)(?:(?:java|vb|live)script:|data:(?:text\/html|application\/xhtml|text\/xml))/i.test(address.replace(/[\0-\x20]+/g, ''));
}

const isProgram = (type = ''): boolean => /^\s*(?:$|module\b|importmap\b|speculationrules\b)|(?:java|ecma|j|live)script/i.test(type);

function loadsScript({ rel = '', as = '' }: Readonly<Record<string, string>>): boolean {
  const relations = rel.toLowerCase().split(/\s+/);
  const isEarly = relations.includes('preload') || relations.includes('prefetch');
  return relations.includes('modulepreload') || relations.includes('import') || (isEarly && /script|worker/i.test(as));
}
