import { wordsOf } from '../library/library.ts';
import type { Draft, EmailDraft, PageDraft } from './draft.ts';
import { renderEmail } from './email.ts';
import { normalised } from './normal.ts';
import { renderPage } from './page.ts';

export function rendered(draft: Draft, kind: 'page' | 'email'): { draft: Draft; html: string } {
  const whole = normalised(draft);
  const words = wordsOf(whole.lang);
  return { draft: whole, html: kind === 'page' ? renderPage(whole as PageDraft, words) : renderEmail(whole as EmailDraft, words) };
}
