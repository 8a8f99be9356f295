import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isUuid } from '../shared/identifiers.ts';
import type { Document } from './contract.ts';

interface AjvOptions {
  allErrors?: boolean;
  coerceTypes?: boolean;
  useDefaults?: boolean;
  strictNumbers?: boolean;
  verbose?: boolean;
}

/** An Ajv over the document's dialect. The whole document is one schema in it, `contract`, so that components compile once. */
export function createAjv(document: Document, options: AjvOptions): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, validateSchema: false, ...options });
  addFormats.default(ajv);
  // ajv-formats also takes `urn:uuid:…`, which the database does not.
  ajv.addFormat('uuid', isUuid);
  ajv.addSchema(document, 'contract');
  return ajv;
}
