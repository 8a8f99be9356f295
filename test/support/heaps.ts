/**
 * The semi-space of the run is for its workers alone. Threads of the service would inherit it: their heaps would then pass what an idle
 * thread may keep, and each task would pay for the start of a thread of its own.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--max-semi-space-size=0');
