// Used on both sides: while a page is prerendered, and in the browser, which takes over the result. Both must draw the same.

/**
 * An operation's part of a page's document, as Redoc is given it. Without its tag it stands at the top, and needs no heading of a group.
 * A webhook goes by the type of its event.
 * @param {any} document
 * @param {string} operationId
 */
export function documentOfOne(document, operationId) {
  for (const part of ['paths', 'webhooks']) {
    for (const [path, { parameters, ...methods }] of Object.entries(document[part])) {
      for (const [method, operation] of Object.entries(methods)) {
        if ((operation.operationId ?? path) === operationId) {
          return { ...document, paths: {}, webhooks: {}, [part]: { [path]: { parameters, [method]: { ...operation, tags: undefined } } } };
        }
      }
    }
  }
  throw new Error(`The document has no operation ${operationId}.`);
}

/**
 * Redoc draws a whole site: menu, title, sections. Here it draws the operations alone, into a page that has all the rest, and many times
 * on one page, so its own following of the address and of scrolling ends before it starts.
 * @param {any} Redoc its class of components
 */
export function drawOnlyOperations(Redoc) {
  const { render } = Redoc.prototype;
  const around = (element, children) => ({ ...element, props: { ...element.props, children } });
  Redoc.prototype.render = function () {
    const theme = render.call(this);
    const store = theme.props.children;
    const options = store.props.children;
    const [, content] = options.props.children.props.children;
    const [, operations] = content.props.children;
    return around(theme, around(store, around(options, operations)));
  };
  Redoc.prototype.componentDidMount = function () {
    this.props.store.dispose();
  };
}
