import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests start processes, browsers and generators of other people's: they take longest, however short they are. */
const LONG =
  /\/test\/(start|backup\/|browser\/|process\/|scripts\/benches|client\/package|contract\/|.*(kill|soak|away|disk|bulk|attacks|export-runs|large-html|edits-apart|relay|upgrade|faults|dns|lanes|outage|cli)\b)/;

/**
 * Begins with what takes longest, so that no worker is left alone with it at the end. By themselves files go by their size, which says
 * little here; that decides among the others.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
