// Light, dark, or as the system has it. Runs before anything is drawn, so nothing flashes.

{
  const NAME = 'bivouac-scheme';
  const SCHEMES = ['auto', 'light', 'dark'];
  const DARK_PARTS = { light: '0%', dark: '100%' };
  const root = document.documentElement;

  // Where storage is closed to a page, the choice lasts as long as the page.
  const remembered = () => {
    try {
      return localStorage.getItem(NAME);
    } catch {
      return null;
    }
  };
  const remember = (scheme) => {
    try {
      localStorage.setItem(NAME, scheme);
    } catch {}
  };

  const show = (scheme) => {
    root.dataset.scheme = SCHEMES.includes(scheme) ? scheme : 'auto';
    root.style.colorScheme = scheme in DARK_PARTS ? scheme : '';
    root.style.setProperty('--dark-part', DARK_PARTS[scheme] ?? '50%');
  };
  show(remembered());

  addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('button.scheme');
    const name = () => {
      const title = `Colours: ${root.dataset.scheme === 'auto' ? 'as your system' : root.dataset.scheme}`;
      button.title = title;
      button.setAttribute('aria-label', title);
    };
    button.hidden = false;
    name();
    button.addEventListener('click', () => {
      show(SCHEMES[(SCHEMES.indexOf(root.dataset.scheme) + 1) % SCHEMES.length]);
      remember(root.dataset.scheme);
      name();
    });
    // Another window changes it.
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== NAME) return;
      show(newValue);
      name();
    });
  });
}
