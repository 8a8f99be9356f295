import { ApiError, ToolError } from '../api.ts';
import { askedFirst } from '../confirmation.ts';
import { outlookOfFlows } from '../outlook.ts';
import { objectOf } from '../schemas.ts';
import type { Context, Journey } from './journey.types.ts';

/** As many as an upsert takes. */
const BATCH = 100;
const MOST_PEOPLE = 500;

const fieldOf = (name: string) => ({ $ref: `#/components/schemas/ContactUpsertItem/properties/${name}` });

interface Person {
  email?: string | null;
  [field: string]: unknown;
}

interface Input {
  name?: string;
  list_id?: string;
  description?: string;
  people: Person[];
  confirmation?: string;
}

/** What putting people on a list may fire. */
const FIRED = ['contact_created', 'contact_updated', 'date_based', 'added_to_static_list'];

export const makeList: Journey<Input> = {
  name: 'make_list',
  title: 'Make a list of people',
  description:
    'Puts people on a list: a new one by "name", or one that is there by "list_id". A new person becomes a contact; a contact with the same ' +
    'email, or without one the same phone, gets the given fields. It names those who were refused and why; the others are on the list. Repeating it with the ' +
    '"list_id" does no harm. Put only people on a list who have agreed to get mail. Where an active flow waits for them and would mail them, the first call ' +
    'does nothing: it says so and gives a "confirmation" for a second call.',
  input: objectOf(['people'], {
    name: { type: 'string', minLength: 1, maxLength: 255, description: 'What the new list is called. Has to be free.' },
    list_id: { $ref: '#/components/schemas/Uuid', description: 'A static list to add to, in place of a new one.' },
    description: { type: 'string', maxLength: 1000, description: 'What the new list is for.' },
    confirmation: {
      type: 'string',
      minLength: 1,
      maxLength: 2_000,
      description: 'What the first call has given, as it is, after the person you work for has agreed.',
    },
    people: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_PEOPLE,
      description: 'Each has an email, or a phone.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          ['email', 'phone', 'first_name', 'last_name', 'company', 'job_title', 'city', 'country', 'custom_fields'].map((name) => [
            name,
            fieldOf(name),
          ]),
        ),
      },
    },
  }),
  // An active flow may mail those who are new.
  hints: { destroys: true, leaves: true },
  async run({ confirmation, ...given }, context) {
    const { name, list_id, description, people } = given;
    const { api } = context;
    if ((name === undefined) === (list_id === undefined))
      throw new ToolError('Send either the "name" of a new list or the "list_id" of one that is there.');
    const outlook = await outlookOfFlows(context, FIRED, {
      people: `${people.length} ${people.length === 1 ? 'contact' : 'contacts'}`,
      listId: list_id ?? null,
    });
    const asked = outlook && askedFirst(context, 'make_list', given, outlook, confirmation);
    if (asked) return asked;
    // First of all, so that nobody is written down for a list that cannot be.
    const listId = list_id ?? (await createList(api, name as string, description));
    try {
      const { contactIds, created, updated, refused } = await write(api, people);
      const path = { listId };
      const added = contactIds.length > 0 ? await api.ask('addContactListMembers', { path, body: { contact_ids: contactIds } }) : undefined;
      const list = await api.ask('getContactList', { path });
      const count = added?.added_count ?? 0;
      return {
        words: [
          `Added to the list "${list.name}" (list_id ${listId}): ${count} of ${people.length}. It now has ${list.member_count} ${list.member_count === 1 ? 'member' : 'members'}.`,
          `New contacts: ${created}. Known before: ${updated}. On the list before: ${added?.already_member_count ?? 0}.`,
          ...refused.map(({ index, message }) => `Refused: ${people[index]?.email ?? `person ${index}`}: ${message}`),
        ].join('\n'),
        data: { list_id: listId, name: list.name, member_count: list.member_count, added: count, created, updated, refused },
      };
    } catch (error) {
      if (list_id !== undefined || !(error instanceof ToolError)) throw error;
      throw new ToolError(
        `${error.message}\nThe new list is there. Call again with "list_id": "${listId}" in place of the name; that does no harm.`,
      );
    }
  },
};

async function createList(api: Context['api'], name: string, description: string | undefined): Promise<string> {
  try {
    return (await api.ask('createContactList', { body: { kind: 'static', name, description } })).list_id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'contact_list_name_exists') throw error;
    throw new ToolError(
      `${error.message}\nTo add to the list that is there, find its identifier with the operation list_contact_lists (call_reading_operation) and send it as "list_id".`,
    );
  }
}

async function write(api: Context['api'], people: Person[]) {
  const contactIds = new Set<string>();
  const refused: { index: number; message: string }[] = [];
  let [created, updated] = [0, 0];
  for (let from = 0; from < people.length; from += BATCH) {
    // Each person is judged on its own by the service, which says what is wrong.
    const items = people.slice(from, from + BATCH);
    const result = await api.ask('upsertContacts', { body: { items } });
    created += result.created_count;
    updated += result.updated_count;
    for (const item of result.items) {
      if (item.status !== 'rejected') contactIds.add(item.contact_id);
      else {
        const issues = item.issues?.map(({ path, message }) => `${path} ${message}`).join(', ');
        refused.push({ index: from + item.index, message: [item.message, issues].filter(Boolean).join(' ') });
      }
    }
  }
  return { contactIds: [...contactIds], created, updated, refused };
}
