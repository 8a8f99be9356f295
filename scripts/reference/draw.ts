/** Draws operations with Redoc: the only part of the build that needs packages for development. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import redoc from 'redoc';
import { ServerStyleSheet } from 'styled-components';
import { type Document, operationsOf } from '../../src/http/contract.ts';
import { inBothSchemes } from './browser/colours.js';
import { documentOfOne, drawOnlyOperations } from './browser/one-operation.js';
import { OPTIONS } from './theme.ts';

/** The operations of a page as HTML, and the `<style>` that they are drawn with. */
export interface Drawing {
  styles: string;
  operations: Record<string, string>;
}

const { AppStore, Redoc } = redoc;
drawOnlyOperations(Redoc);

export function draw(excerpt: Document): Drawing {
  const sheet = new ServerStyleSheet();
  const operations: Drawing['operations'] = {};
  for (const operationId of [...operationsOf(excerpt).map((operation) => operation.operationId), ...Object.keys(excerpt.webhooks ?? {})]) {
    const store = new AppStore(documentOfOne(excerpt, operationId), undefined, OPTIONS, false);
    // Ids of tabs are numbered within an operation, and there are many on a page.
    const markup = renderToString(sheet.collectStyles(createElement(Redoc, { store })), { identifierPrefix: operationId });
    // They look like small headings, and come right below the operation's own.
    operations[operationId] = markup.replaceAll('<h5 ', '<h5 role="heading" aria-level="3" ');
  }
  return { styles: inBothSchemes(sheet.getStyleTags()), operations };
}
