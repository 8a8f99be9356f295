import type { components } from '../../../generated/api.d.ts';
import type { ActivityRow } from './activities.repo.ts';

/** Metadata is stored in the form that the document gives for its type. */
export const toActivity = ({ type, occurred_at, metadata }: ActivityRow): components['schemas']['ContactActivity'] =>
  ({ type, timestamp: occurred_at.toISOString(), metadata }) as components['schemas']['ContactActivity'];
