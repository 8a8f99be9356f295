import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests start processes, browsers and foreign generators take longest, even short ones. */
const LONG =
  /\/test\/(start|backup\/|browser\/|process\/|scripts\/benches|client\/package|contract\/|.*(kill|soak|away|disk|bulk|attacks|export-runs|large-html|edits-apart|relay|upgrade|faults|dns|lanes|outage|cli)\b)/;

/**
 * Begins with the longest files, so that no worker runs one alone at the end. Vitest sorts by size, which says little here; it
 * decides among the others.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
