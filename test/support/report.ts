import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The result of a run. */
export interface Report {
  passed: number;
  /** Tests, and files that failed without any of their tests: at their imports, or in their hooks. */
  failed: string[];
}

/** Writes the result into the folder of the run. */
export default class RunReport implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const report: Report = { passed: 0, failed: [] };
    for (const module of modules) {
      const tests = (state: 'passed' | 'failed'): TestCase[] => [...module.children.allTests(state)];
      report.passed += tests('passed').length;
      const failed = tests('failed').map(({ fullName }) => `${module.relativeModuleId}: ${fullName}`);
      report.failed.push(...(module.state() === 'failed' && failed.length === 0 ? [module.relativeModuleId] : failed));
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(report));
  }
}
