// What drawing takes of two packages that bring no types of their own.
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
