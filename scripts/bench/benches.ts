/** The benches, each a file of its name, in the order in which all of them run. */
export const BENCHES = [
  'hops',
  'gateway',
  'read',
  'upsert',
  'search',
  'content',
  'import',
  'blast',
  'lanes',
  'flow',
  'clicks',
  'publish',
  'forms',
  'start',
  'growth',
  'prompts',
];
