import { eventReceived as received } from '../../../audience/events.ts';
import { filterIssues, fitsFilters } from '../../../audience/rules/events.ts';
import { sql } from '../../../platform/db.ts';
import type { Trigger } from '../definition.ts';
import { counted, quote } from '../report/texts.ts';
import { unset } from '../targets.ts';
import type { TriggerKind } from '../trigger.kind.ts';

export const eventReceived: TriggerKind<Extract<Trigger, { type: 'event_received' }>> = {
  type: 'event_received',
  shape({ type, name = null, property_filters = [] }, wrong) {
    for (const { path, message } of filterIssues(property_filters, 'property_filters')) wrong(path, message);
    return { type, name, property_filters };
  },
  references: ({ name }) => (name === null ? unset('name', 'No event is set.') : []),
  subject: ({ name }) => name ?? '',
  happened: ({ of }) => of(received).map(({ name }) => name),
  contacts: (subject, { of }) =>
    of(received)
      .filter(({ name }) => name === subject)
      .map(({ contactId }) => contactId),
  contexts: ({ subject }, { of }) =>
    of(received)
      .filter(({ name }) => name === subject)
      .map(({ contactId, properties }) => [contactId, { event: properties }] as const),
  supplies: 'event',
  condition: ({ trigger: { property_filters } }) =>
    property_filters.length === 0 ? null : fitsFilters(property_filters, sql`(e.context::jsonb -> 'event')`),
  words({ name, property_filters }) {
    const fitting = property_filters.length === 0 ? '' : ` and ${counted(property_filters.length, 'filters')} fit`;
    return name === null ? 'An event happens, no name yet' : `${quote(name)} happens${fitting}`;
  },
};
