const ink = '#1d2b27';
const soft = '#52615b';
const pine = '#245c4a';
const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';
const night = '#17221f';

/** The look of the reference, in the words of Redoc. */
const THEME = {
  spacing: { unit: 5, sectionHorizontal: 36, sectionVertical: 28 },
  breakpoints: { small: '50rem', medium: '72rem', large: '105rem' },
  colors: {
    primary: { main: pine },
    success: { main: '#1c6b3c' },
    warning: { main: '#8a5a00' },
    error: { main: '#b3261e' },
    text: { primary: ink, secondary: soft },
    border: { dark: '#dce2de', light: '#edf1ee' },
    gray: { 50: '#f7f9f7', 100: '#edf1ee' },
    http: {
      get: '#24694f',
      post: '#1b5e92',
      put: '#86406b',
      patch: '#9a4a12',
      delete: '#b02a2a',
      basic: '#5a6661',
      link: '#1b6670',
      head: '#7a3a86',
      options: '#6b5710',
    },
    responses: {
      success: { color: '#1c6b3c', backgroundColor: '#edf6f0', tabTextColor: '#8fd6ad' },
      error: { color: '#a8231c', backgroundColor: '#fbefee', tabTextColor: '#ffaba3' },
      redirect: { color: '#8a5a00', backgroundColor: '#faf4e6', tabTextColor: '#f2c66d' },
      info: { color: '#1b5e92', backgroundColor: '#edf3f9', tabTextColor: '#9cc9ee' },
    },
  },
  schema: {
    linesColor: '#a9bdb4',
    typeNameColor: soft,
    typeTitleColor: soft,
    requireLabelColor: '#b3261e',
    labelsTextSize: '0.875em',
    nestingSpacing: '0.75em',
    nestedBackground: '#f7f9f7',
    arrow: { size: '1em', color: soft },
  },
  typography: {
    fontSize: '15px',
    lineHeight: '1.6',
    fontWeightBold: '600',
    fontFamily: sans,
    smoothing: 'auto',
    optimizeSpeed: false,
    headings: { fontFamily: sans, fontWeight: '650', lineHeight: '1.3' },
    code: { fontSize: '13px', fontFamily: mono, lineHeight: '1.6', color: '#7a3413', backgroundColor: '#f4efe4', wrap: true },
    links: { color: pine, visited: pine, hover: '#143d30' },
  },
  rightPanel: {
    backgroundColor: night,
    textColor: '#e6ece8',
    width: '42%',
    servers: { overlay: { backgroundColor: '#f7f9f7', textColor: ink }, url: { backgroundColor: '#ffffff' } },
  },
  codeBlock: { backgroundColor: '#0f1816' },
};

/** Redoc's options, for the build and for the browser. */
export const OPTIONS = {
  theme: THEME,
  // Menu and search are our own.
  disableSearch: true,
  nativeScrollbars: true,
  hideDownloadButtons: true,
  hideSchemaTitles: true,
  // One key opens everything, and the guide says so.
  hideSecuritySection: true,
  pathInMiddlePanel: true,
  sortRequiredPropsFirst: true,
  expandResponses: '200,201,202',
  jsonSamplesExpandLevel: 3,
  schemasExpansionLevel: 1,
  maxDisplayedEnumValues: 12,
  generatedSamplesMaxDepth: 4,
  simpleOneOfTypeLabel: true,
};
