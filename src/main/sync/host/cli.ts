import { createHash } from 'node:crypto';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { getProxyForUrl } from 'proxy-from-env';
import { PasswordSession } from '../adapters/http/password-session.ts';
import { trustSystemIssuers } from '../adapters/system-issuers.ts';
import { unknownLibraries } from '../engine/chosen-libraries.ts';
import { RemoteError } from '../ports/remote.ts';
import { explained } from './archived.ts';
import { PendingItems } from './cli-pending.ts';
import { goOnWithoutOutput, say, Terminal } from './cli-terminal.ts';
import { argumentWords, endWords, failureWords, t } from './cli-words.ts';

type Arguments = ReturnType<typeof readArguments>;

function readArguments() {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      root: { type: 'string' },
      user: { type: 'string' },
      code: { type: 'string' },
      library: { type: 'string', multiple: true, default: [] },
      once: { type: 'boolean', default: false },
      state: { type: 'string' },
      settle: { type: 'string', default: '2000' },
      distance: { type: 'string', default: '30000' },
      unfinished: { type: 'string', default: '120000' },
      'limit-up': { type: 'string', default: '0' },
      'limit-down': { type: 'string', default: '0' },
      rescan: { type: 'string', default: '300' },
      'accept-deletes': { type: 'boolean', default: false },
      'restore-deletes': { type: 'boolean', default: false },
      'accept-removals': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

async function main(): Promise<number> {
  let given: Arguments;
  try {
    given = readArguments();
  } catch (error) {
    process.stderr.write(`${argumentWords(error)}\n\n${t('usage')}`);
    return 2;
  }
  const { server, root, user } = given;
  const limits = { up: Number(given['limit-up']), down: Number(given['limit-down']) };
  const times = {
    settleMs: Number(given.settle),
    versionDistanceMs: Number(given.distance),
    unfinishedMs: Number(given.unfinished),
  };
  const wrong = Object.values({ ...limits, ...times }).some((limit) => !(limit >= 0));
  if (given.help) {
    process.stdout.write(t('usage'));
    return 0;
  }
  if (!server || !root || !user || wrong) {
    const missing = Object.entries({ '--server': server, '--root': root, '--user': user });
    const names = missing.flatMap(([name, value]) => (value ? [] : [name]));
    const why = wrong ? t('arguments.numbers') : t('arguments.missing', { names: names.join(', ') });
    process.stderr.write(`${why}\n\n${t('usage')}`);
    return 2;
  }
  if (given['accept-deletes'] && given['restore-deletes']) {
    process.stderr.write(`${t('arguments.bothAnswers')}\n`);
    return 2;
  }
  if (!URL.canParse(server) || !/^https?:/.test(server)) {
    process.stderr.write(`${t('arguments.address')}\n`);
    return 2;
  }
  assertSqlite();
  // Imported late: it needs node:sqlite, which an older Node cannot load.
  const { openEngine } = await import('../adapters/open-engine.ts');
  const { Network } = await import('../adapters/network.ts');
  trustSystemIssuers();
  const network = new Network(server);
  network.setProxy(getProxyForUrl(server) || null);
  network.setLimits(limits);
  const password = process.env.LEGAJO_PASSWORD ?? (await ask(t('ask.password', { user })));
  const session = await PasswordSession.signIn(
    server,
    { email: user, password },
    `Legajo sync (${hostname()})`,
    () => codeOf(given.code ?? process.env.LEGAJO_CODE),
    network,
  );
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const state = new Terminal(given, stopping);
  const open = await openEngine(
    {
      server,
      root: resolve(root),
      dataDir: given.state ? resolve(given.state) : defaultState(server, resolve(root)),
      tokens: session,
      network,
      name: hostname(),
      platform: process.platform,
      engine: { libraries: given.library, ...times },
      runner: { rescanMs: Number(given.rescan) * 1000 },
    },
    state,
  );
  if (given['accept-deletes']) open.engine.deletions.acceptLast();
  state.restoreDeletes = () => void open.runner.answer('restore');
  state.acceptRemovals = () => void open.runner.answer('remove-here');
  state.ready = () => open.engine.memory.content.operations.size === 0;
  state.missing = () => unknownLibraries(open.engine.memory, open.engine.libraries, given.library);
  state.explain = (activity) => explained(open.engine, activity);
  const pending = new PendingItems(open.engine);
  state.pending = pending;
  say(t('online', { user, folder: resolve(root) }));
  try {
    await open.runner.run(stopping.signal);
    // While a question is open nothing is sent, and this may not even be the right folder.
    if (!state.asked) await pending.lookAgain();
  } finally {
    open.close();
    await session.signOut().catch(() => {});
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

/** Asks for the code of two-step sign-in. @throws RemoteError `challenge` without a terminal */
async function codeOf(given: string | undefined): Promise<string> {
  if (given) return given;
  if (process.stdin.isTTY) return ask(t('ask.code'));
  throw new RemoteError('refused', 'challenge', 'no verification code was given');
}

/** Asks without echo. */
async function ask(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

goOnWithoutOutput();
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${failureWords(error)}\n`);
  if (process.env.LEGAJO_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
});
