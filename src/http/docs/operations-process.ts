/** Draws operations with Redoc, in a process of its own. It is sent excerpts of the document, and answers each. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import redoc from 'redoc';
import { ServerStyleSheet } from 'styled-components';
import type { Document } from '../contract.ts';
import { operationsOf } from '../contract.ts';
import { inBothSchemes } from './browser/colours.js';
import { documentOfOne, drawOnlyOperations } from './browser/one-operation.js';
import type { Answer, Drawing } from './drawings.ts';
import { OPTIONS } from './theme.ts';

const { AppStore, Redoc } = redoc;

drawOnlyOperations(Redoc);
process.on('message', (excerpt: Document) => process.send?.(answer(excerpt)));
// It ends when the service does. Whoever stops that one, with Ctrl-C or as a group, often means all processes at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

function answer(excerpt: Document): Answer {
  try {
    return { drawing: draw(excerpt) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function draw(excerpt: Document): Drawing {
  const sheet = new ServerStyleSheet();
  const operations: Drawing['operations'] = {};
  for (const { operationId } of operationsOf(excerpt)) {
    const store = new AppStore(documentOfOne(excerpt, operationId), undefined, OPTIONS, false);
    // Ids of tabs are numbered within an operation, and there are many on a page.
    const markup = renderToString(sheet.collectStyles(createElement(Redoc, { store })), { identifierPrefix: operationId });
    // They look like small headings, and come right below the operation's own.
    operations[operationId] = markup.replaceAll('<h5 ', '<h5 role="heading" aria-level="3" ');
  }
  return { styles: inBothSchemes(sheet.getStyleTags()), operations };
}
