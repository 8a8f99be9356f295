// Buttons that copy: a text of their own, the code beside them, or the address of a place on this page.

{
  const SHOWN_MS = 1500;

  const textOf = ({ dataset, parentElement }) => {
    if ('copyLink' in dataset) return new URL(`#${dataset.copyLink}`, location.href).href;
    return dataset.copy || parentElement.querySelector('pre').textContent;
  };

  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('button[data-copy], button[data-copy-link]');
    if (!button) return;
    const label = button.dataset.label ?? button.textContent;
    button.dataset.label = label;
    try {
      await navigator.clipboard.writeText(textOf(button));
      button.textContent = 'Copied';
    } catch {
      // Browsers keep the clipboard closed to pages that came without TLS from another machine.
      button.textContent = 'Not allowed here';
    }
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
