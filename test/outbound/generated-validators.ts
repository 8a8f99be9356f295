/** Validators that another generator than ours makes from the document alone, for the requests of each type of event. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Received } from './receiver.ts';

interface Validator {
  parse(request: { body: unknown; headers: unknown }): { body: Received['event'] };
}

/** `list.member_added` is `zPostListMemberAddedWebhookRequest`. Custom events of all names have one. */
const nameOf = (type: string): string =>
  `zPost${type.replace(/^custom\..*/, 'custom.by_name').replaceAll(/(?:^|[._])(\w)/g, (_sign, letter: string) => letter.toUpperCase())}WebhookRequest`;

/** @param folder in the tree, whose packages the validators need; it is emptied */
export async function generateValidators(folder: string): Promise<(type: string) => Validator> {
  await createClient({
    input: structuredClone(document) as never,
    output: { path: folder, header: [] },
    logs: { level: 'silent', file: false },
    plugins: ['zod'],
  });
  const validators = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'zod.gen.ts')).href)) as Record<string, Validator>;
  return (type) => {
    const validator = validators[nameOf(type)];
    if (!validator) throw new Error(`There is no ${nameOf(type)}`);
    return validator;
  };
}
