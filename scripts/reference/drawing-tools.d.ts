// The used parts of two packages without types.
declare module 'react-dom/server' {
  import type { ReactElement } from 'react';
  export function renderToString(element: ReactElement, options?: { identifierPrefix?: string }): string;
}
declare module 'styled-components' {
  import type { ReactElement } from 'react';
  export class ServerStyleSheet {
    collectStyles(element: ReactElement): ReactElement;
    /** `<style>` elements. */
    getStyleTags(): string;
  }
}
