// The arrows of the house (docs/decisions/0002-wings-and-arrows.md): a wing knows itself and the wings below it.
const wings = ['workspaces', 'outbound', 'audience', 'content', 'tents', 'campaigns'];
const above = (wing) => wings.slice(wings.indexOf(wing) + 1).join('|');

module.exports = {
  forbidden: [
    ...wings.slice(0, -1).map((wing) => ({
      name: `${wing}-knows-nothing-above`,
      severity: 'error',
      from: { path: `^src/${wing}/` },
      to: { path: `^src/(${above(wing)})/` },
    })),
    {
      name: 'shared-is-pure',
      comment: 'shared/ holds small pure things: no wing, no outside world.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'platform-knows-no-wing',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(platform|shared)/|^src/config.ts$' },
    },
    {
      name: 'the-process-knows-no-wing',
      comment: 'process/ is about starting and ending, not about what runs in between.',
      severity: 'error',
      from: { path: '^src/process/' },
      to: { path: '^src/', pathNot: '^src/(process|platform|shared)/|^src/config.ts$' },
    },
    {
      name: 'jobs-know-no-wing',
      severity: 'error',
      from: { path: '^src/jobs/' },
      to: { path: '^src/', pathNot: '^src/(jobs|platform|shared)/' },
    },
    {
      name: 'backup-knows-no-wing',
      comment: 'What only the wings know of their tables, the command line hands over.',
      severity: 'error',
      from: { path: '^src/backup/' },
      to: { path: '^src/', pathNot: '^src/(backup|jobs|platform|shared)/' },
    },
    {
      name: 'http-knows-no-wing',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/', pathNot: '^src/(http|platform|shared)/' },
    },
    {
      name: 'tools-know-no-wing',
      comment: 'Whatever a tool does, it asks of the API as any client would.',
      severity: 'error',
      from: { path: '^src/mcp/' },
      to: { path: '^src/', pathNot: '^src/(mcp|http|platform|shared)/' },
    },
    {
      name: 'wings-know-only-the-types-of-http',
      severity: 'error',
      from: { path: `^src/(${wings.join('|')})/` },
      to: { path: '^src/http/', pathNot: '^src/http/(handler|hooks|platform|request-log|pages/pages).types.ts$' },
    },
    {
      name: 'the-client-stands-alone',
      comment: 'src/client/ runs in other programs, bundles among them: of this house it takes only the types of the document.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { pathNot: '^src/client/|^generated/api.d.ts$|node_modules/openapi-fetch/' },
    },
    {
      name: 'nothing-here-uses-the-client',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'origins-do-not-import-each-other',
      comment: 'What blasts, flows and tests share is in campaigns/ itself, or in the folders that send.',
      severity: 'error',
      from: { path: '^src/campaigns/(blasts|flows|tests)/' },
      to: { path: '^src/campaigns/(blasts|flows|tests)/', pathNot: '^src/campaigns/$1/' },
    },
    {
      name: 'sending-imports-no-origin',
      severity: 'error',
      from: { path: '^src/campaigns/(deliveries|messages|tracking|feedback)/' },
      to: { path: '^src/campaigns/(blasts|flows|tests)/' },
    },
    {
      name: 'only-the-root-wires',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service|cli).ts$|^src/cli/' },
      to: { path: '^src/(main|cli).ts$|^src/cli/|^src/[^/]+/index.ts$' },
    },
    { name: 'no-circles', severity: 'error', from: { path: '^src/' }, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'everything-is-used', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$|^src/(main|cli|mcp/stdio).ts$|^src/http/(docs/scheme.js|mailbox/browser/)' }, to: {} },
    { name: 'no-development-tools-at-run-time', severity: 'error', from: { path: '^src/' }, to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] } },
  ],
  options: {
    doNotFollow: { path: 'node_modules|generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
