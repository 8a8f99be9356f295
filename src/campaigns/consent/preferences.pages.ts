import type { components } from '../../../generated/api.d.ts';
import type { Standing } from '../../audience/consent/consent.repo.ts';
import { CONTACT_FIELDS, FIELD_NAMES } from '../../audience/contact-field-catalogue.ts';
import type { ContactRow } from '../../audience/contacts/contacts.repo.ts';
import { escapeHtml } from '../../shared/html.ts';
import { inHtml, recipientPage } from './layout.ts';
import { LANGUAGE_NAMES, type Wording } from './phrases.ts';
import { STORED_LABELS } from './stored-labels.ts';

export interface Preferences {
  workspaceName: string;
  contact: ContactRow;
  standing: Standing;
}

type TopicState = Standing['topics'][number];

/** Private ones only where the person has, or had, something to do with them. */
export const shownTopics = ({ topics }: Standing): TopicState[] =>
  topics.filter(({ visibility, state, default: fallback }) => visibility === 'public' || state !== 'none' || fallback === 'opt_out');

export const getsMail = ({ state, default: fallback }: TopicState): boolean =>
  state === 'subscribed' || (state === 'none' && fallback === 'opt_out');

/** Names of the fields of the form. */
export const FIELDS = {
  topic: 'topic',
  shown: 'shown',
  nothing: 'nothing',
  page: 'page',
  language: 'language',
  untracked: 'untracked',
  /** That the page asks about tracking: a box that is not ticked is not sent. */
  asksTracking: 'asks_tracking',
} as const;

export function preferencesPage(
  { workspaceName, contact, standing }: Preferences,
  { language, phrases }: Wording,
  isSaved: boolean,
): string {
  const topics = shownTopics(standing);
  const choice = (name: string, value: string, { label, note, checked }: { label: string; note: string | null; checked: boolean }) =>
    `<label class="choice"><input type="checkbox" name="${name}" value="${value}"${checked ? ' checked' : ''}><span>${escapeHtml(label)}${
      note ? `<em>${escapeHtml(note)}</em>` : ''
    }</span></label>`;
  const choices = topics.map((topic) => {
    const note = topic.state === 'pending' ? phrases.waiting : topic.description;
    return choice(FIELDS.topic, topic.id, { label: topic.name, note, checked: getsMail(topic) });
  });
  const nothing = choice(FIELDS.nothing, '1', { label: phrases.nothing, note: null, checked: standing.state === 'unsubscribed' });
  const untracked = choice(FIELDS.untracked, '1', { label: phrases.untracked, note: null, checked: contact.tracking === 'off' });
  return recipientPage(
    phrases.preferences,
    `<h1>${phrases.preferences}</h1>
${isSaved ? `<p role="status">${phrases.saved}</p>` : ''}<p>${inHtml(phrases.intro, { name: workspaceName, email: contact.email })}</p>
<form method="post">
<input type="hidden" name="${FIELDS.page}" value="1">
<input type="hidden" name="${FIELDS.shown}" value="${topics.map(({ id }) => id).join(' ')}">
<fieldset><legend>${phrases.topics}</legend>
${[...choices, nothing].join('\n')}
</fieldset>
<input type="hidden" name="${FIELDS.asksTracking}" value="1">
<div class="apart">${untracked}</div>
<label class="field">${phrases.language}
<select name="${FIELDS.language}">${languageOptions(contact.language, phrases.notSet)}</select></label>
<button type="submit">${phrases.save}</button>
</form>
<details><summary>${phrases.stored}</summary>
<dl>${storedAbout(contact, language)}</dl>
</details>`,
    language,
  );
}

function languageOptions(current: string | null, notSet: string): string {
  const option = (tag: string, name: string) =>
    `<option value="${escapeHtml(tag)}"${tag === (current ?? '') ? ' selected' : ''}>${escapeHtml(name)}</option>`;
  const known = Object.entries(LANGUAGE_NAMES);
  const own = current !== null && !Object.hasOwn(LANGUAGE_NAMES, current) ? [[current, nameOfLanguage(current)] as const] : [];
  return [option('', notSet), ...[...own, ...known].map(([tag, name]) => option(tag, name))].join('');
}

function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Fields of the workspace's own are shown by their names. */
function storedAbout(contact: ContactRow, language: string): string {
  const labels = STORED_LABELS[language];
  const standard = FIELD_NAMES.map((name): [string, unknown] => [labels?.[name] ?? CONTACT_FIELDS[name].label, contact[name]]);
  const custom = Object.entries(contact.custom_fields as components['schemas']['CustomFields']).map(([name, value]): [string, unknown] => [
    name.replaceAll('_', ' '),
    value,
  ]);
  return [...standard, ...custom]
    .flatMap(([label, value]) => {
      const text = shown(value);
      return text === '' ? [] : `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`;
    })
    .join('\n');
}

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : value instanceof Date
      ? value.toISOString()
      : Array.isArray(value)
        ? value.join(', ')
        : typeof value === 'boolean'
          ? value
            ? '✓'
            : '–'
          : String(value);
