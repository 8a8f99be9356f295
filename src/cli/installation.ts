import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { acceptInstallation, type Shared } from '../platform/installation.ts';
import { appSecret, secretSource } from '../platform/secret.ts';
import { signedAddresses } from '../platform/signed-addresses.ts';
import { openStorage } from '../platform/storage.ts';
import { type Arguments, type Commands, UsageError } from './arguments.ts';
import { onDatabase } from './session.ts';

async function read({ options }: Arguments): Promise<{ shared: Shared; accepts: { secret: boolean; storage: boolean } }> {
  const accepts = { secret: options.secret === true, storage: options.storage === true };
  if (!accepts.secret && !accepts.storage) throw new UsageError('Name what has changed: --secret, --storage, or both.');
  const config = readConfig(process.env);
  const secret = await appSecret(config);
  const storage = await openStorage(config, signedAddresses({ secret, baseUrl: config.baseUrl, clock: systemClock }));
  return { accepts, shared: { secret, secretSource: secretSource(config), storage, storageUrl: config.storageUrl } };
}

export const installationCommands: Commands = {
  'installation accept': {
    about: 'Registers the secret or the store of files that are configured now, for all processes on the database',
    options: { secret: { about: 'APP_SECRET has changed' }, storage: { about: 'STORAGE_URL has changed' } },
    run: onDatabase(read, async (db, { shared, accepts }) => {
      const { id } = await acceptInstallation(db, shared, accepts);
      return { installation_id: id, accepted: Object.entries(accepts).flatMap(([name, isAccepted]) => (isAccepted ? name : [])) };
    }),
  },
};
