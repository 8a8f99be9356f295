import { generationEnded } from '../../content/events.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Subscription, subscription } from '../../platform/events.ts';
import { settleCredits } from '../../workspaces/credits.service.ts';

/** A credit that was reserved for a generation is spent when it has made a version, and returned when it has not. */
export const creditSubscription = ({ clock }: { clock: Clock }): Subscription =>
  subscription(generationEnded, async (scope, ended) => {
    const tents = ended.filter(({ kind }) => kind === 'tent');
    const tx = { ...scope, now: clock.now() };
    const ids = (completed: boolean) =>
      tents.filter(({ version }) => (version !== null) === completed).map(({ generationId }) => generationId);
    await settleCredits(tx, 'consumed', ids(true));
    await settleCredits(tx, 'refunded', ids(false));
  });
