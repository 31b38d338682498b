import { email } from '#shared/platform/primitives.ts';
import { runCommand } from './command.ts';
import { rescueTotp } from './domains/identity/second-factor/rescue-totp.ts';
import { createChanges } from './platform/db/change.ts';
import { t } from './texts.ts';

/**
 * `npm run user:totp-reset -- ana@example.cl`: for an admin who lost their phone and their recovery codes, and has
 * nobody to ask.
 */
await runCommand<string>({
  usage: 'npm run user:totp-reset -- correo@organizacion.cl',
  read: ({ positionals: [to, ...more] }) => (more.length > 0 ? undefined : email.safeParse(to ?? '').data),
  async run({ database }, to) {
    // A server that runs on this PostgreSQL finds the queued mail by itself, within a second.
    const outcome = await rescueTotp(
      { ...database, changes: createChanges(database.db, () => undefined) },
      to,
    );
    console.log(t(`totp.${outcome}`));
    if (outcome === 'unknown') process.exitCode = 1;
  },
});
