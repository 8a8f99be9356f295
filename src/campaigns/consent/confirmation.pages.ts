import type { ConfirmationView } from './confirmations.service.ts';
import { inHtml, inText, recipientPage } from './layout.ts';
import type { Wording } from './phrases.ts';

const wordsOf = ({ workspaceName, email, topicNames }: ConfirmationView) => ({ name: workspaceName, email, topics: topicNames.join(', ') });

export const questionOf = (view: ConfirmationView, { phrases }: Wording): string => inText(phrases.confirm, wordsOf(view));

export function confirmationPage(view: ConfirmationView, { language, phrases }: Wording): string {
  if (view.isExpired && !view.confirmedAt)
    return recipientPage(phrases.confirmTitle, `<h1>${phrases.confirmTitle}</h1>\n<p>${phrases.expired}</p>`, language);
  return recipientPage(
    phrases.confirmTitle,
    `<h1>${phrases.confirmTitle}</h1>
<p>${inHtml(phrases.confirm, wordsOf(view))}</p>
<form method="post">
<button type="submit">${phrases.confirmButton}</button>
</form>`,
    language,
  );
}

export const confirmedPage = (view: ConfirmationView, { language, phrases }: Wording, preferences: string): string =>
  recipientPage(
    phrases.thanks,
    `<h1>${phrases.thanks}</h1>
<p>${inHtml(phrases.confirmed, wordsOf(view))}</p>
<p><a href="${preferences}">${phrases.preferences}</a></p>`,
    language,
  );
