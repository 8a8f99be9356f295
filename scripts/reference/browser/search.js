// The search: a button in the bar, `/` and Ctrl-K or Cmd-K open it. Its index is fetched when it is first opened, and ranked by find.js.

{
  const INDEX = new URL('search.json', document.currentScript.src);
  const WAIT_MS = 15_000;
  const SNIPPET = 160;
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

  /** An element with attributes and children; texts are texts. */
  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  const input = element('input', {
    type: 'search',
    role: 'combobox',
    'aria-label': 'Search the reference',
    'aria-expanded': 'false',
    'aria-controls': 'search-hits',
    'aria-autocomplete': 'list',
    placeholder: 'Operation, path, field or error code',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  });
  const close = element('button', { type: 'button', class: 'close' }, 'Close');
  const status = element('p', { role: 'status' });
  const list = element('div', { id: 'search-hits', role: 'listbox', 'aria-label': 'Found', hidden: '' });
  const dialog = element(
    'dialog',
    { class: 'search', 'aria-label': 'Search' },
    element('div', { class: 'ask' }, input, close),
    status,
    list,
  );
  const opener = element(
    'button',
    { type: 'button', class: 'search', 'aria-keyshortcuts': '/ Control+K Meta+K' },
    element('span', {}, 'Search'),
    element('kbd', { 'aria-hidden': 'true' }, isMac ? '⌘K' : 'Ctrl K'),
  );

  let index;
  const load = () => {
    index ??= fetch(INDEX, { signal: AbortSignal.timeout(WAIT_MS) }).then(async (answer) => {
      if (!answer.ok) throw new Error(`the index answered ${answer.status}`);
      const { entries } = await answer.json();
      return entries.map(prepareEntry);
    });
    return index;
  };

  const trouble = ({ message }) => {
    if (location.protocol === 'file:')
      return 'The search works where the reference comes from a web server: from a file, browsers may not read its index.';
    return `The search cannot be used right now: ${message}. Close it and open it again to try once more.`;
  };

  let options = [];
  let active = -1;
  const activate = (at) => {
    options[active]?.setAttribute('aria-selected', 'false');
    active = options.length === 0 ? -1 : (at + options.length) % options.length;
    const option = options[active];
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    input.setAttribute('aria-activedescendant', option.id);
    // With the first, the heading above it.
    if (active === 0) list.scrollTop = 0;
    else option.scrollIntoView({ block: 'nearest' });
  };

  const cut = (text) => (text.length > SNIPPET ? `${text.slice(0, SNIPPET).replace(/\s+\S*$/, '')} …` : text);

  /** The text around the word that is met last in it, likely the rarest of them, where it is longer than a line or two. */
  const snippet = (text, query) => {
    const places = query
      .toLowerCase()
      .split(/\s+/)
      .map((word) => text.toLowerCase().indexOf(word));
    const from = Math.max(...places) - 40;
    return text.length <= SNIPPET || from <= 0 ? cut(text) : `… ${cut(text.slice(text.indexOf(' ', from) + 1))}`;
  };

  /** The operations of a hit by their summaries, or how many they are. */
  const few = (operations, all) =>
    operations.length > 2 ? `${operations.length} operations` : operations.map((at) => all[at].entry.text).join(', ');

  const lines = {
    operation: ({ method, path, text }) => [
      element('b', { class: `method ${method.toLowerCase()}` }, method === 'DELETE' ? 'DEL' : method),
      element('code', {}, path),
      element('small', {}, text),
    ],
    event: ({ name, text }) => [element('b', { class: 'method event' }, 'event'), element('code', {}, name), element('small', {}, text)],
    field: ({ name, text, operations }, query, all) => {
      const [first, ...others] = operations.map((at) => all[at].entry.text);
      const where = others.length > 0 ? `${first}, and ${others.length} more` : first;
      return [element('code', {}, name), element('i', {}, where), element('small', {}, snippet(text, query))];
    },
    error: ({ name, status: code, text, operations }, query, all) => [
      element('code', {}, name),
      element('i', {}, code),
      element('small', {}, snippet(text, query), operations.length > 0 ? ` Answered by: ${few(operations, all)}` : ''),
    ],
    section: ({ name, within, text }, query) => [
      element('span', {}, name),
      element('i', {}, within ? `in ${within}` : ''),
      element('small', {}, snippet(text, query)),
    ],
  };

  const show = (groups, query, all) => {
    const drawn = groups.map(({ kind, title, hits, more }) => {
      const label = element(
        'h2',
        { id: `search-${kind}`, role: 'presentation' },
        title,
        more > 0 ? element('small', {}, ` and ${more} more`) : '',
      );
      const own = hits.map((entry) =>
        element('a', { role: 'option', tabindex: '-1', 'aria-selected': 'false', href: entry.href }, ...lines[kind](entry, query, all)),
      );
      return element('div', { role: 'group', 'aria-labelledby': label.id }, label, ...own);
    });
    list.replaceChildren(...drawn);
    options = [...list.querySelectorAll('[role=option]')];
    for (const [at, option] of options.entries()) option.id = `search-hit-${at}`;
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(options.length > 0));
    active = -1;
    activate(0);
  };

  const search = async () => {
    const query = input.value.trim();
    try {
      const all = await load();
      // The reader has typed more meanwhile: only the latest query counts.
      if (query !== input.value.trim()) return;
      const groups = findInReference(all, query);
      show(groups, query, all);
      if (query === '')
        status.textContent = 'Type what you look for: create contacts, /contacts/{id}, custom_fields, email.bounced, not_found.';
      else if (options.length === 0) status.textContent = `Nothing in the reference has “${query}”. Fewer or shorter words find more.`;
      else if (groups[0].isNear) status.textContent = `Nothing has “${query}”. These names are near to it:`;
      else status.textContent = `${options.length} shown`;
      status.classList.toggle('unseen', options.length > 0 && !groups[0].isNear);
    } catch (error) {
      index = undefined;
      show([], query, []);
      status.textContent = trouble(error);
      status.classList.remove('unseen');
    }
  };

  const open = () => {
    if (dialog.open) return input.select();
    dialog.showModal();
    input.select();
    void search();
  };

  opener.addEventListener('click', open);
  close.addEventListener('click', () => dialog.close());
  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1 };
    if (event.key in moves) activate(moves[event.key]);
    else if (event.key === 'Enter') options[active]?.click();
    else return;
    event.preventDefault();
  });
  // A link to this page only moves it, so the dialog has to go by itself.
  list.addEventListener('click', ({ target }) => {
    if (target.closest('a')) dialog.close();
  });
  // Beside the dialog lies only what is behind it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });

  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    // A dialog that was just closed is gone from sight a moment before the focus leaves its fields.
    const isTyping = target.matches?.('input, textarea, select, [contenteditable]') && !target.closest('dialog:not([open])');
    const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
    if (!isK && (key !== '/' || isTyping || ctrlKey || metaKey || altKey)) return;
    event.preventDefault();
    open();
  });

  document.querySelector('.tools').append(opener);
  document.body.append(dialog);
}
