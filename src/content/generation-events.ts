import { record } from '../outbound/event-log.ts';
import type { Clock } from '../platform/clock.ts';
import { type Subscription, subscription } from '../platform/events.ts';
import { type GenerationId, toUlid } from '../platform/ids.ts';
import { generationEnded } from './events.ts';

/** Writes into the event log how generations have ended. One that was cancelled has failed. */
export const generationEventLog = ({ clock }: { clock: Clock }): Subscription =>
  subscription(generationEnded, async (scope, ended) => {
    const tx = { ...scope, now: clock.now() };
    const completed = ended.flatMap(({ version, ...of }) => (version === null ? [] : { data: { ...about(of), version } }));
    const failed = ended.flatMap(({ version, reason, ...of }) => (version === null ? { data: { ...about(of), reason } } : []));
    await record(tx, 'generation.completed', completed);
    await record(tx, 'generation.failed', failed);
  });

const about = ({
  kind,
  documentId,
  generationId,
}: {
  kind: 'email' | 'email_template' | 'tent' | 'tent_template';
  documentId: string;
  generationId: GenerationId;
}) => ({
  generation_id: toUlid(generationId),
  kind,
  document_id: documentId,
});
