/** Loaded before scripts that need the development packages; prints a hint if they are not installed. */
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../node_modules/vitest', import.meta.url))) {
  console.error(`npm run ${process.env.npm_lifecycle_event} needs the packages for development: install them with npm ci.`);
  process.exit(1);
}
