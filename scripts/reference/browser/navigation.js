// Leads links of the document, and those from before each tag had a page, to the right page; and shows in the menu where the reader is.

{
  const menu = document.getElementById('menu');
  const here = location.pathname;

  const lead = () => {
    const anchor = decodeURIComponent(location.hash.slice(1));
    const [kind, name, , operationId] = anchor.split('/');
    const link =
      kind === 'tag'
        ? menu.querySelector(`a[data-anchor="${CSS.escape(`tag/${name}`)}"]`)
        : { section: menu.querySelector('a[data-anchor="guide"]'), error: menu.querySelector('a[data-anchor="errors"]') }[kind];
    if (!link) return;
    const place = new URL(link.href);
    place.hash = { tag: operationId ?? '', error: name }[kind] ?? anchor;
    if (place.href !== location.href) location.replace(place);
  };
  addEventListener('hashchange', lead);
  lead();

  // A link per place on this page, in the order of the page.
  const links = new Map();
  for (const link of menu.querySelectorAll('a[href*="#"]')) {
    const { pathname, hash } = new URL(link.href);
    const target = pathname === here && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target) links.set(target, link);
  }
  let current;
  const mark = () => {
    const line = innerHeight / 3;
    const found = [...links].findLast(([target]) => target.getBoundingClientRect().top < line)?.[1];
    if (found === current) return;
    current?.removeAttribute('aria-current');
    found?.setAttribute('aria-current', 'location');
    current = found;
    // The menu alone is moved: scrollIntoView would move the page, too.
    if (!found) return;
    const { top, bottom } = found.getBoundingClientRect();
    const box = menu.getBoundingClientRect();
    if (top < box.top + 80 || bottom > box.bottom - 80) menu.scrollTop += top - box.top - box.height / 2;
  };
  let asked = false;
  const follow = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      mark();
    });
  };
  addEventListener('scroll', follow, { passive: true });
  addEventListener('resize', follow);
  follow();

  // On a phone the menu lies over the page. It opens where the reader is, and goes with the choice of another place.
  menu.addEventListener('toggle', () => current?.scrollIntoView({ block: 'center' }));
  menu.addEventListener('click', ({ target }) => {
    if (target.closest('a') && menu.matches(':popover-open')) menu.hidePopover();
  });
}
