import { runCommand } from './command.ts';
import { changeEpoch } from './platform/db/installation.ts';
import { t } from './texts.ts';

/** `npm run sync:reset-cursors`: makes all cursors invalid after a restore, so that desktops compare everything. */
await runCommand<{ formerName: boolean }>({
  usage: 'npm run sync:reset-cursors',
  options: { 'former-name': { type: 'boolean' } },
  read: ({ values, positionals }) =>
    positionals.length > 0 ? undefined : { formerName: values['former-name'] === true },
  // It comes before the first start after a restore, and the backup may be of an older version.
  needs: { anyVersion: true },
  async run({ database }, { formerName }) {
    if (formerName) console.error(t('cursors.former'));
    console.log(t('cursors.done', { epoch: await changeEpoch(database.db) }));
  },
});
