// New mail comes into the list by itself, while the page is visible, and the choice of a workspace applies at once.

{
  const EVERY_MS = 3_000;
  const choice = document.querySelector('[role=search] select');
  choice?.addEventListener('change', () => choice.form.requestSubmit());
  if (choice?.nextElementSibling) choice.nextElementSibling.hidden = true;
  document.querySelector('.clear')?.addEventListener('submit', (event) => {
    if (!confirm('Delete all of this mail?')) event.preventDefault();
  });

  const newestShown = () => document.querySelector('.list')?.dataset.newest ?? '';
  let newest = newestShown();

  const look = async () => {
    const answer = await fetch('/mailbox/newest.json', { cache: 'no-store' });
    const { id } = await answer.json();
    if ((id ?? '') === newest) return;
    newest = id ?? '';
    const page = await (await fetch(location.href, { cache: 'no-store' })).text();
    const next = new DOMParser().parseFromString(page, 'text/html');
    const [shown, list] = [document.querySelector('.list'), next.querySelector('.list')];
    // The first message changes the whole page, and so does the last one that goes.
    if (!shown || !list) {
      if (!document.querySelector('article.reader')) location.reload();
      return;
    }
    const focused = document.activeElement?.getAttribute?.('href');
    const top = shown.scrollTop;
    shown.innerHTML = list.innerHTML;
    shown.dataset.newest = newest;
    shown.scrollTop = top;
    if (focused) shown.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };

  const isFirstPage = !new URLSearchParams(location.search).has('before');
  if (isFirstPage && !location.pathname.endsWith('/check-links'))
    setInterval(() => {
      if (document.visibilityState === 'visible') look().catch(() => {});
    }, EVERY_MS);
}
