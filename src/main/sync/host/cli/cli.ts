import { createHash } from 'node:crypto';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { getProxyForUrl } from 'proxy-from-env';
import type { PasswordSession } from '../../adapters/http/password-session.ts';
import { trustSystemIssuers } from '../../adapters/system-issuers.ts';
import { unknownLibraries } from '../../engine/libraries/chosen-libraries.ts';
import { explained } from '../archived.ts';
import { mayAnswerLater } from '../classify-error.ts';
import { ConnectRetry } from '../connect-retry.ts';
import { readArguments, UsageError } from './cli-arguments.ts';
import { PendingItems } from './cli-pending.ts';
import { passwordOf, signIn } from './cli-sign-in.ts';
import { goOnWithoutOutput, say, Terminal } from './cli-terminal.ts';
import { endWords, failureWords, t } from './cli-words.ts';

/** How long the server's answers are waited for when the command is to stop, in milliseconds. */
const ANSWER_MS = 3000;

async function main(): Promise<number> {
  const given = readArguments();
  if (!given) {
    process.stdout.write(t('usage'));
    return 0;
  }
  const { server, root, user, limits, times, rescanMs } = given;
  assertSqlite();
  // Imported late: it needs node:sqlite, which an older Node cannot load.
  const { openEngine } = await import('../../adapters/open-engine.ts');
  const { Network } = await import('../../adapters/network.ts');
  trustSystemIssuers();
  const network = new Network(server);
  network.setProxy(getProxyForUrl(server) || null);
  network.setLimits(limits);
  const password = await passwordOf(given);
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    network.endIn(ANSWER_MS);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  const state = new Terminal(given, stopping);
  const options = {
    server,
    root: resolve(root),
    dataDir: given.state ? resolve(given.state) : defaultState(server, resolve(root)),
    network,
    name: hostname(),
    platform: process.platform,
    engine: { libraries: given.library, ...times },
    runner: { rescanMs },
  };
  let session: PasswordSession | undefined;
  const connect = async () => {
    session ??= await signIn(given, password, network);
    return openEngine({ ...options, tokens: session }, state);
  };
  // A computer starts it before its network is there, or while the server is being updated.
  const open = given.once
    ? await connect()
    : await new ConnectRetry(mayAnswerLater).until(connect, state.notYet, stopping.signal);
  if (!open) return state.exitCode;
  state.restoreDeletes = () => void open.runner.answer('restore');
  state.startOver = () => void open.runner.answer('start-over');
  state.acceptRemovals = () => void open.runner.answer('remove-here');
  state.answerEarlier = (answer) => void open.runner.answer(answer);
  state.ready = () => open.engine.memory.content.operations.size === 0;
  state.missing = () => unknownLibraries(open.engine.memory, open.engine.libraries, given.library);
  state.explain = (activity) => explained(open.engine, activity);
  const pending = new PendingItems(open.engine);
  state.pending = pending;
  say(t('online', { user, folder: resolve(root) }));
  if (given['accept-deletes'] && !open.engine.deletions.acceptLast()) say(t('arguments.nothingToAccept'));
  try {
    await open.runner.run(stopping.signal);
    // While a question is open nothing is sent, and this may not even be the right folder.
    if (!state.asked) await pending.lookAgain();
  } finally {
    open.close();
    await session?.signOut().catch(() => {});
  }
  const left = pending.count + pending.stays;
  // While a question is open, "nothing is pending" would be wrong.
  if (left > 0 || (pending.wasSaid && !state.asked)) say(endWords(pending.count, pending.stays));
  for (const line of pending.all()) say(line);
  return state.exitCode;
}

function assertSqlite(): void {
  if (process.getBuiltinModule?.('node:sqlite')) return;
  throw new Error(t('node', { version: process.version }));
}

function defaultState(server: string, root: string): string {
  const home = process.env.XDG_STATE_HOME ?? process.env.LOCALAPPDATA ?? join(homedir(), '.local', 'state');
  const key = createHash('sha256').update(`${server}\n${root}`).digest('hex').slice(0, 16);
  return join(home, 'legajo', key);
}

goOnWithoutOutput();
process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n${error.withHelp ? `\n${t('usage')}` : ''}`);
    return 2;
  }
  process.stderr.write(`${failureWords(error)}\n`);
  if (process.env.LEGAJO_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
});
