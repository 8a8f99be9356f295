/** An import whose process is killed: in the end each row was written once. More deaths are in the long tests. */
import { test } from 'vitest';
import { openMortalImports } from '../support/mortal-imports.ts';

const { killAt } = await openMortalImports(3_000);

test('kill -9 in the middle of an import writes each row once', () => killAt(1));
