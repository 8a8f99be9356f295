import { EXCUSES } from '../consent/excuses.ts';
import { inHtml, inText, recipientPage } from '../consent/layout.ts';
import type { Wording } from '../consent/phrases.ts';
import type { Subscription } from './tracking.repo.ts';

const wordsOf = ({ workspaceName, email, topicName }: Subscription) => ({ name: workspaceName, email, topics: topicName ?? '' });

export const confirmPage = (subscription: Subscription, { language, phrases }: Wording): string => {
  const words = wordsOf(subscription);
  const sentence = subscription.topicName ? phrases.unsubscribeTopic : phrases.unsubscribe;
  return recipientPage(
    inText(phrases.unsubscribeTitle, words)
      .replace(/\s*[?？]$/, '')
      .replace(/^¿/, ''),
    `<h1>${inHtml(phrases.unsubscribeTitle, words)}</h1>
<p>${inHtml(sentence, words)}</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">${phrases.button}</button>
</form>
<small>${phrases.changedMind}</small>`,
    language,
  );
};

/**
 * @param subscription undefined where the contact is gone
 * @param preferences where the person sees all choices
 */
export const donePage = (subscription: Subscription | undefined, { language, phrases }: Wording, preferences?: string): string => {
  const { workspaceName = 'We', topicName = null, isStopped = false } = subscription ?? {};
  const words = { name: workspaceName, topics: topicName ?? '' };
  const sentence = topicName && !isStopped ? phrases.doneTopic : phrases.done;
  const stopAll =
    topicName && !isStopped
      ? `\n<form method="post" action="?all=1"><button class="second" type="submit">${phrases.stopAll}</button></form>`
      : '';
  const link = preferences ? `\n<p><a href="${preferences}">${phrases.preferences}</a></p>` : '';
  return recipientPage(phrases.doneTitle, `<h1>${phrases.doneTitle}</h1>\n<p>${inHtml(sentence, words)}</p>${stopAll}${link}`, language);
};

/** A page that says why there is nothing to see. */
export function excusePage(why: 'gone' | 'test' | 'deleted' | 'later', { language }: Wording): string {
  const [title, sentence] = (EXCUSES[language] ?? EXCUSES.en)[why];
  return recipientPage(title, `<h1>${title}</h1>\n<p>${sentence}</p>`, language);
}
