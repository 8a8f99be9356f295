import { notThere } from './answers.ts';
import type { Asked } from './asked.ts';
import type { Clients } from './clients.ts';
import type { Pages } from './pages.types.ts';

/** What a visitor sends to a form: `/submit/{tent_id}/{form_id}`. */
export async function answerSubmission({ response }: Asked, _pages: Pages, _clients: Clients): Promise<void> {
  notThere(response);
}
