// The mailbox by keyboard: j and k go to the next and the previous message, Enter opens, Escape goes back, / searches. Everything they do is
// a link of the page, too.

{
  // Live mail draws the list anew.
  const itemsNow = () => [...document.querySelectorAll('a.item')];
  const search = document.querySelector('[role=search] input');
  const isOpen = document.querySelector('article.reader') !== null;

  /** The message that the reader is at: the one in focus, else the one that is open. */
  const here = () => {
    const items = itemsNow();
    const focused = items.indexOf(document.activeElement);
    return focused >= 0 ? focused : items.findIndex((item) => item.ariaCurrent === 'true');
  };

  const step = (by) => {
    const items = itemsNow();
    const at = here() + by;
    // Past the last of this page come older ones.
    const target = items[Math.max(0, at)] ?? document.querySelector('a[rel=next]');
    if (!target || target === items[at - by]) return;
    if (isOpen || !items.includes(target)) target.click();
    else target.focus();
  };

  const KEYS = {
    j: () => step(1),
    k: () => step(-1),
    Escape: () => (document.querySelector('a.back') ?? (search.defaultValue && document.querySelector('a.brand')))?.click?.(),
    '/': () => search.select(),
  };
  // Arrows scroll, unless somebody is in the list.
  const IN_LIST = {
    ArrowDown: () => itemsNow()[here() + 1]?.focus(),
    ArrowUp: () => itemsNow()[here() - 1]?.focus(),
  };

  document.querySelector('.keys')?.removeAttribute('hidden');

  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (target.matches?.('input, select')) {
      if (key === 'Escape') target.blur();
      return;
    }
    const act = KEYS[key] ?? (itemsNow().includes(target) ? IN_LIST[key] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
