import { email } from '#shared/platform/primitives.ts';
import { runCommand } from './command.ts';
import { endAllSessions } from './domains/identity/end-all-sessions.ts';
import { followers } from './followers.ts';
import { createChanges } from './platform/db/change.ts';
import { t } from './texts.ts';

/**
 * `npm run sessions:end -- --all` or `-- --user ana@example.cl`: ends sessions, links, refresh tokens and calendar
 * addresses, above all after a restore. A server that runs on the same PostgreSQL refuses them from the next call on.
 */
await runCommand<{ email: string } | 'all'>({
  usage: 'npm run sessions:end -- --all | --user correo@organizacion.cl',
  options: { all: { type: 'boolean' }, user: { type: 'string' } },
  read({ values: { all, user }, positionals }) {
    if (positionals.length > 0 || (all === true) === (user !== undefined)) return undefined;
    if (all) return 'all';
    const { data } = email.safeParse(user);
    return data === undefined ? undefined : { email: data };
  },
  async run({ database: { db } }, who) {
    const changes = createChanges(db, () => undefined, undefined, followers);
    const ended = await endAllSessions({ db, changes }, who);
    console.log(
      ended ? t('sessions.ended', { sessions: ended.sessions, people: ended.people }) : t('totp.unknown'),
    );
    if (!ended) process.exitCode = 1;
  },
});
