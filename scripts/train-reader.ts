/**
 * Trains the models of the prompt reader: the kinds of clauses, the purpose of a prompt, and the words that are its name, subject, place
 * and audience. Prints how often each is right about labelled prompts that it was not trained on.
 *
 *   node scripts/train-reader.ts [clauses] [purposes] [spans] [--write]
 */
import { trainClauses } from './training/clauses.ts';
import { trainPurposes } from './training/purposes.ts';
import { trainSpans } from './training/spans.ts';

const MODELS = { clauses: trainClauses, purposes: trainPurposes, spans: trainSpans };

const asked = process.argv.slice(2);
const writes = asked.includes('--write');
const names = asked.filter((name): name is keyof typeof MODELS => Object.hasOwn(MODELS, name));
for (const name of names.length > 0 ? names : (Object.keys(MODELS) as (keyof typeof MODELS)[])) MODELS[name](writes);
