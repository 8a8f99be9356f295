import type { components } from '../../../generated/api.d.ts';
import { nameOf } from '../../shared/text.ts';

type Schemas = components['schemas'];

export type EventType = Schemas['EventType'];
/** The shape of an event's data, which its schema in the document gives. */
export type EventData<Type extends EventType> = Extract<Schemas['Event'], { type: Type }>['data'];

/** `listeners`: all that take the type. `endpoint`: one endpoint alone, whatever it takes. */
type Audience = 'listeners' | 'endpoint';

/** Custom events of one name. */
type CustomType = Schemas['CustomEventType'];

/** Every type of event but custom ones, by the name that its schema has, and who gets it. */
export const EVENT_TYPES = {
  'contact.created': 'listeners',
  'contact.updated': 'listeners',
  'contact.deleted': 'listeners',
  'contact.subscribed': 'listeners',
  'contact.unsubscribed': 'listeners',
  'contact.resubscribed': 'listeners',
  'list.member_added': 'listeners',
  'list.member_removed': 'listeners',
  'email.queued': 'listeners',
  'email.sent': 'listeners',
  'email.delivered': 'listeners',
  'email.opened': 'listeners',
  'email.clicked': 'listeners',
  'email.bounced': 'listeners',
  'email.complained': 'listeners',
  'email.failed': 'listeners',
  'blast.scheduled': 'listeners',
  'blast.sent': 'listeners',
  'blast.failed': 'listeners',
  'blast.paused': 'listeners',
  'blast.cancelled': 'listeners',
  'flow.entered': 'listeners',
  'flow.exited': 'listeners',
  'flow.step_failed': 'listeners',
  'form.submitted': 'listeners',
  'tent.published': 'listeners',
  'tent.unpublished': 'listeners',
  'generation.completed': 'listeners',
  'generation.failed': 'listeners',
  'bulk_job.completed': 'listeners',
  'import.completed': 'listeners',
  'import.failed': 'listeners',
  'export.completed': 'listeners',
  'export.failed': 'listeners',
  'webhook.test': 'endpoint',
  'webhook.disabled': 'listeners',
} as const satisfies Record<Exclude<EventType, CustomType>, Audience>;

const CUSTOM = 'custom.';

export const customType = (name: string): CustomType => `${CUSTOM}${name}`;

/** A type as it is stored; null for one that there is not. */
export function eventTypeOf(text: string): string | null {
  if (Object.hasOwn(EVENT_TYPES, text)) return text;
  if (!text.startsWith(CUSTOM)) return null;
  const name = nameOf(text.slice(CUSTOM.length));
  return name ? customType(name) : null;
}

/** Stands for all types, future ones included. */
export const ALL_TYPES = '*';
