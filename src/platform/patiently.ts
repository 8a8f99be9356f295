import { isUnavailable } from './database-errors.ts';

const ATTEMPTS = 3;

/**
 * For the first questions of a service that starts: the database has answered others a moment ago, so a machine that stands still for some
 * seconds is no reason not to start.
 * @throws what the third attempt has met, or at once what is no trouble of the database
 */
export async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
