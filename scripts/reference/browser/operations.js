// Makes operations that were rendered ahead answer to their readers: Redoc takes over one after the other as they come near, so that no page
// is ever busy for long.

{
  const HYDRATED = 'data-alive';
  const kept = document.getElementById('operations');
  const { document: description, options } = JSON.parse(kept.textContent);

  drawOnlyOperations(Redoc.Redoc);
  const { insertRule } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.insertRule = function (rule, ...more) {
    return insertRule.call(this, inBothSchemes(rule), ...more);
  };

  const hydrate = (section) => {
    if (section.hasAttribute(HYDRATED)) return;
    section.setAttribute(HYDRATED, '');
    near.unobserve(section);
    const data = documentOfOne(description, section.dataset.operation);
    Redoc.hydrate({ menu: { activeItemIdx: 0 }, spec: { data }, options }, section.querySelector('.redoc'), (error) => {
      // The prerendered part differs from the one drawn here: Redoc repairs it, and the console shows our fault.
      console.error(`${section.id}: ${error.message}`);
    });
  };

  const waiting = new Set();
  const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 50));
  const next = () => {
    const [section] = waiting;
    if (!section) return;
    waiting.delete(section);
    hydrate(section);
    if (waiting.size > 0) idle(next);
  };
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) waiting.delete(target);
        else if (waiting.add(target).size === 1) idle(next);
      }
    },
    { rootMargin: '50%' },
  );

  for (const section of document.querySelectorAll('[data-operation]')) {
    near.observe(section);
    // A reader who is faster does not wait.
    for (const event of ['pointerdown', 'focusin']) section.addEventListener(event, () => hydrate(section), { once: true, capture: true });
  }
}
