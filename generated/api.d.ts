// Generated from openapi/ by `npm run generate`. Do not edit.

// The client carries them into its package.
export type * from './client/api.d.ts';
