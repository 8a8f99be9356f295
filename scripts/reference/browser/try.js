// Asks the service from its own reference, with a key of the reader's. The key is in the memory of the page: it is stored nowhere, stands in no
// address, and is gone when the page is.

{
  const WAIT_MS = 30_000;
  /** More of an answer than this is nothing to read in a panel. */
  const MOST_SHOWN = 200_000;
  const NARROW = matchMedia('(max-width: 50rem)');
  const STILL = matchMedia('(prefers-reduced-motion: reduce)');

  const { document: description } = JSON.parse(document.getElementById('operations').textContent);

  const follow = (value) => {
    let found = value;
    while (found?.$ref) {
      const steps = found.$ref.slice(2).split('/');
      found = steps.reduce((node, step) => node[step.replaceAll('~1', '/').replaceAll('~0', '~')], description);
    }
    return found;
  };

  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  /** Browsers make UUIDs only where the page came by TLS or from this machine. */
  const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

  /** An operation as it is called: where, with which parameters, and what goes into its body. */
  const callOf = (operationId) => {
    for (const [path, { parameters: shared = [], ...methods }] of Object.entries(description.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.operationId !== operationId) continue;
        const content = Object.entries(follow(operation.requestBody)?.content ?? {});
        const [type, { examples = {} } = {}] = content[0] ?? [];
        return {
          method: method.toUpperCase(),
          path,
          summary: operation.summary,
          warning: warningFor(method, operation),
          parameters: [...shared, ...(operation.parameters ?? [])].map(follow),
          types: content.map(([name]) => name),
          type,
          examples: Object.values(examples).map(follow),
        };
      }
    }
  };

  const warningFor = (method, operation) => {
    if (operation['x-sends-mail']) return 'This sends mail to the people it is addressed to.';
    return method === 'delete' ? 'This takes away for good what the address names.' : undefined;
  };

  // The panel: the key, which all operations share, and the form of the one that is open.

  const key = element('input', {
    type: 'password',
    id: 'try-key',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'try-key-note',
  });
  const reveal = element('button', { type: 'button', 'aria-controls': key.id }, 'Show');
  const title = element('h2', { id: 'try-title' });
  const close = element('button', { type: 'button' }, 'Close');
  const place = element('div', { class: 'call' });
  const panel = element(
    'dialog',
    { class: 'try', 'aria-labelledby': title.id },
    element('div', { class: 'title' }, title, close),
    element('label', { for: key.id }, 'API key'),
    element('div', { class: 'row' }, key, reveal),
    element('p', { id: 'try-key-note', class: 'note' }, 'Kept in the memory of this page alone, and gone when you leave or reload it.'),
    place,
  );
  let opener;

  reveal.addEventListener('click', () => {
    const isShown = key.type === 'password';
    key.type = isShown ? 'text' : 'password';
    reveal.textContent = isShown ? 'Hide' : 'Show';
  });
  const leave = () => {
    panel.close();
    opener?.focus();
  };
  close.addEventListener('click', leave);
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
  });

  const forms = new Map();
  const open = (operationId, button) => {
    opener = button;
    const call = callOf(operationId);
    if (!forms.has(operationId)) forms.set(operationId, formOf(call, operationId));
    title.textContent = call.summary;
    place.replaceChildren(forms.get(operationId));
    // Beside the page where there is room, else over it.
    if (!panel.open) {
      if (NARROW.matches) panel.showModal();
      else panel.show();
    }
    panel.scrollTop = 0;
    (key.value ? (place.querySelector('input, select, textarea, button') ?? close) : key).focus();
  };

  // The form of one operation. Typed values stay as long as the page.

  /** A schema merged with its parts. */
  const wholeOf = (schema) => {
    const { allOf = [], ...own } = follow(schema) ?? {};
    return Object.assign({}, ...allOf.map(wholeOf), own);
  };

  /** The type in a few words: `integer, 1 to 100`; empty for an enum. */
  const kindOf = ({ enum: values, type, format, minimum, maximum, oneOf }) => {
    if (values || type === 'boolean') return undefined;
    if (oneOf) return oneOf.map((one) => kindOf(wholeOf(one))).join(' or ');
    const bounds = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum.toLocaleString('en')}` : '';
    return `${{ uuid: 'UUID', date: 'date', 'date-or-moment': 'date or timestamp' }[format] ?? type}${bounds}`;
  };

  /** The first sentence of a description, without its marks. */
  const beginningOf = (text) => {
    const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)|`/g, '$1').replaceAll(/\s+/g, ' ');
    return /^.*?[.;:](?= |$)/.exec(plain)?.[0].replace(/[;:]$/, '.') ?? plain;
  };

  const fieldOf = ({ name, in: where, required, description: about = '', example, schema }, operationId) => {
    const whole = wholeOf(schema);
    const { enum: values, type, default: usual } = whole;
    const choices = values?.map(String) ?? (type === 'boolean' ? ['true', 'false'] : undefined);
    const id = `try-${operationId}-${name}`;
    const input = choices
      ? element(
          'select',
          { id },
          ...(required ? [] : [element('option', { value: '' }, usual === undefined ? 'not sent' : `default: ${usual}`)]),
          ...choices.map((choice) => element('option', {}, choice)),
        )
      : element('input', { id, autocomplete: 'off', spellcheck: 'false' });
    const facts = [required && 'required', kindOf(whole), !choices && usual !== undefined && `default ${usual}`].filter(Boolean);
    if (required && example !== undefined) input.value = String(example);
    if (!required && example !== undefined) input.placeholder = String(example);
    if (name === 'Idempotency-Key') input.value = freshKey();
    const label = element('label', { for: id }, element('code', {}, name), ' ', element('small', {}, facts.join(', ')));
    const note = element('p', { id: `${id}-note`, class: 'note' }, beginningOf(about));
    input.setAttribute('aria-describedby', note.id);
    return { name, where, required, input, row: element('div', { class: 'field' }, label, input, note) };
  };

  const bodyOf = ({ type, types, examples }, operationId) => {
    if (!type) return undefined;
    const id = `try-${operationId}-body`;
    const label = element('label', { for: id }, type === 'multipart/form-data' ? 'Files' : `Body, ${types.join(' or ')}`);
    if (type === 'multipart/form-data') {
      const files = element('input', { id, type: 'file', multiple: '' });
      const read = () => {
        const form = new FormData();
        for (const file of files.files) form.append('file', file);
        return { body: form };
      };
      return { row: element('div', { class: 'field' }, label, files), read };
    }
    const text = element('textarea', { id, spellcheck: 'false', autocomplete: 'off' });
    const show = ({ value }) => {
      text.value = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
      text.rows = Math.min(Math.max(text.value.split('\n').length, 4), 18);
    };
    const pick = element(
      'select',
      { 'aria-label': 'Example' },
      ...examples.map(({ summary }, at) => element('option', { value: String(at) }, summary ?? `Example ${at + 1}`)),
    );
    pick.addEventListener('change', () => {
      show(examples[pick.value]);
    });
    if (examples.length > 0) show(examples[0]);
    const read = () => {
      if (type === 'application/json') JSON.parse(text.value);
      return { body: text.value, type };
    };
    return { row: element('div', { class: 'field' }, label, ...(examples.length > 1 ? [pick] : []), text), read };
  };

  const formOf = (call, operationId) => {
    const { method, path, warning } = call;
    const fields = call.parameters.map((parameter) => fieldOf(parameter, operationId));
    const body = bodyOf(call, operationId);
    const [needed, others] = [fields.filter(({ required }) => required), fields.filter(({ required }) => !required)];
    const send = element('button', { class: warning ? 'send grave' : 'send' }, `Send ${method}`);
    // Screen readers read this aloud: only the status, since a whole answer takes minutes.
    const said = element('div', { role: 'status' });
    const rest = element('div', {});
    const answer = element('div', { class: 'answer' }, said, rest);
    const show = ([word, ...others], block = 'start') => {
      said.replaceChildren(word);
      rest.replaceChildren(...others);
      answer.scrollIntoView({ block, behavior: STILL.matches ? 'instant' : 'smooth' });
    };
    const form = element(
      'form',
      { novalidate: '' },
      element('p', { class: 'target' }, element('b', { class: `method ${method.toLowerCase()}` }, method), ' ', element('code', {}, path)),
      ...needed.map(({ row }) => row),
      ...(others.length > 0
        ? [element('details', {}, element('summary', {}, `Optional parameters (${others.length})`), ...others.map(({ row }) => row))]
        : []),
      ...(body ? [body.row] : []),
      ...(warning ? [element('p', { class: 'warning' }, warning)] : []),
      send,
      answer,
    );

    /** Shows a problem of a field beside the button and beside the field, which may be far above. */
    const refuse = (text, at) => {
      said.replaceChildren(element('p', { class: 'problem' }, text));
      rest.replaceChildren();
      at.setCustomValidity(text);
      at.reportValidity();
      at.addEventListener('input', () => at.setCustomValidity(''), { once: true });
    };

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (send.ariaDisabled === 'true') return;
      if (!key.value.trim()) return refuse('An API key is missing; put it in at the top.', key);
      const empty = needed.find(({ input }) => input.value === '');
      if (empty) return refuse(`${empty.name} is required.`, empty.input);
      let sent = {};
      try {
        sent = body?.read() ?? {};
      } catch (error) {
        return refuse(`The body is not JSON: ${error.message}`, form.querySelector('textarea'));
      }
      // `disabled` would remove the focus.
      send.ariaDisabled = 'true';
      show([element('p', {}, 'Waiting for the answer …')], 'nearest');
      const { isAnswered, shown } = await ask(requestOf(call, fields, sent));
      show(shown);
      send.ariaDisabled = 'false';
      // The same key would return the earlier answer.
      const used = fields.find(({ name }) => name === 'Idempotency-Key');
      if (used && isAnswered) used.input.value = freshKey();
    });
    return form;
  };

  const requestOf = ({ method, path }, fields, { body, type }) => {
    const given = (where) => fields.filter((field) => field.where === where && field.input.value !== '');
    const at = given('path').reduce((text, { name, input }) => text.replace(`{${name}}`, encodeURIComponent(input.value)), path);
    const query = new URLSearchParams(given('query').map(({ name, input }) => [name, input.value]));
    const headers = Object.fromEntries(given('header').map(({ name, input }) => [name, input.value]));
    headers.Authorization = `Bearer ${key.value.trim()}`;
    if (type) headers['Content-Type'] = type;
    return [
      `${at}${query.size > 0 ? `?${query}` : ''}`,
      { method, headers, body, cache: 'no-store', credentials: 'omit', redirect: 'error' },
    ];
  };

  const ask = async ([address, options]) => {
    const started = performance.now();
    try {
      const response = await fetch(address, { ...options, signal: AbortSignal.timeout(WAIT_MS) });
      const text = await response.text();
      return { isAnswered: true, shown: shownOf(response, text, performance.now() - started) };
    } catch (error) {
      return { isAnswered: false, shown: [element('p', { class: 'problem' }, troubleOf(error, options))] };
    }
  };

  const troubleOf = (error, { headers }) => {
    const again = headers['Idempotency-Key'] ? ' Send it again with the same Idempotency-Key, and it is not carried out twice.' : '';
    if (error.name === 'TimeoutError')
      return `No answer came within ${WAIT_MS / 1000} seconds. Whether the request was carried out is not known.${again}`;
    // A key or a header with signs that no header may hold.
    if (error instanceof TypeError && /header|ByteString|ISO-8859-1/i.test(error.message))
      return 'The key or a header holds characters that cannot be sent.';
    return `No answer came: the service cannot be reached, or the connection was cut off.${again}`;
  };

  const shownOf = (response, text, ms) => {
    const { status, statusText, headers, ok } = response;
    const facts = element('dl', {}, element('dt', {}, 'Time'), element('dd', {}, `${Math.round(ms)} ms`));
    for (const name of ['X-Request-Id', 'Retry-After', 'Idempotency-Replayed', 'RateLimit-Remaining']) {
      if (headers.has(name)) facts.append(element('dt', {}, name), element('dd', {}, element('code', {}, headers.get(name))));
    }
    const more = [];
    let shown = text;
    if (/json/.test(headers.get('Content-Type') ?? '')) {
      const parsed = JSON.parse(text);
      shown = JSON.stringify(parsed, null, 2);
      if (parsed.documentation_url) {
        // Of this service's own pages; the address may have another name of it.
        const { hash } = new URL(parsed.documentation_url);
        more.push(element('p', {}, element('a', { href: `/docs/errors${hash}` }, `What ${parsed.error_code} means`)));
      }
    }
    if (shown.length > MOST_SHOWN) shown = `${shown.slice(0, MOST_SHOWN)}\n… and ${shown.length - MOST_SHOWN} characters more`;
    return [
      element('p', { class: ok ? 'status good' : 'status bad' }, `${status} ${statusText}`),
      facts,
      ...more,
      ...(shown
        ? [element('pre', { tabindex: '0', 'aria-label': 'Body of the answer' }, shown)]
        : [element('p', {}, 'The answer has no body.')]),
    ];
  };

  document.body.append(panel);
  for (const section of document.querySelectorAll('[data-operation]:not([data-event])')) {
    const button = element('button', { type: 'button', class: 'copy', 'aria-haspopup': 'dialog' }, 'Try it');
    button.addEventListener('click', () => open(section.dataset.operation, button));
    section.querySelector('.handles').prepend(button);
  }
}
