import { _, Ajv2020, type CodeKeywordDefinition, type FuncKeywordDefinition } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isMoment, momentOf } from '../shared/dates.ts';
import { isHtmlDocument } from '../shared/html.ts';
import { NOT_A_NAME, nameOf } from '../shared/text.ts';
import { LOWER_CASE } from './contract.ts';

interface AjvOptions {
  allErrors?: boolean;
  useDefaults?: boolean;
  verbose?: boolean;
  /** `optimize: false` compiles in two thirds of the time, for code that runs seldom. */
  code?: { optimize: boolean };
  /** Normalises names in place. For requests. */
  keepNames?: boolean;
}

/** An Ajv over the document's dialect. The whole document is one schema in it, `contract`, so that each component is compiled once. */
export function createAjv(document: object, { keepNames, ...options }: AjvOptions): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, validateSchema: false, ...options });
  for (const keyword of LENGTHS) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
  addFormats.default(ajv);
  // ajv-formats also takes `urn:uuid:…`, which the database does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  ajv.addFormat('date-or-moment', (text) => momentOf(text) !== null);
  ajv.addFormat('moment', isMoment);
  ajv.addFormat('html-document', isHtmlDocument);
  // Before the lengths, which count the normalised name.
  if (keepNames) ajv.addKeyword({ keyword: 'x-name', type: 'string', modifying: true, before: 'maxLength', validate: keepName });
  ajv.addKeyword(LOWER_CASED);
  ajv.addSchema(document, 'contract');
  return ajv;
}

/** In place of Ajv's own, which count the characters of every text: tens of milliseconds for 2 MiB. The errors are the same. */
const LENGTHS: CodeKeywordDefinition[] = [
  length('maxLength', 'more', (text, most) => text.length <= most || (text.length <= 2 * most && charactersOf(text) <= most)),
  length('minLength', 'fewer', (text, least) => text.length >= 2 * least || (text.length >= least && charactersOf(text) >= least)),
];

/** A character is one or two UTF-16 units, so the length of the string mostly decides. */
function length(keyword: string, comparison: string, fits: (text: string, limit: number) => boolean): CodeKeywordDefinition {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    error: {
      message: ({ schema }) => `must NOT have ${comparison} than ${schema} characters`,
      params: ({ schema }) => _`{limit: ${schema}}`,
    },
    code: (context) => context.pass(_`${context.gen.scopeValue('func', { ref: fits })}(${context.data}, ${context.schema})`),
  };
}

function charactersOf(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** Written into the compiled code: nearly every request has an identifier in its path. */
const LOWER_CASED: CodeKeywordDefinition = {
  keyword: LOWER_CASE,
  type: 'string',
  code: ({ gen, data, it: { parentData, parentDataProperty } }) =>
    gen.if(_`${parentData} !== undefined`, () => gen.assign(_`${parentData}[${parentDataProperty}]`, _`${data}.toLowerCase()`)),
};

const keepName: Extract<FuncKeywordDefinition['validate'], object> = (_schema, text: string, _parent, at) => {
  const name = nameOf(text);
  // A new object each time, since Ajv writes the place into it.
  if (name === null) keepName.errors = [{ keyword: 'x-name', message: NOT_A_NAME }];
  else if (at && name !== text) at.parentData[at.parentDataProperty] = name;
  return name !== null;
};
