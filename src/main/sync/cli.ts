import { createHash } from 'node:crypto';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { getProxyForUrl } from 'proxy-from-env';
import { PasswordSession } from './adapters/password-session.ts';
import { trustSystemIssuers } from './adapters/system-issuers.ts';
import type { Cycle, EngineListener } from './engine-parts.ts';
import { RemoteError } from './ports/remote.ts';
import type { RunnerListener } from './runner.ts';

const USAGE = `npm run sync -- --server URL --root DIR --user EMAIL [--code CODE] [--library NAME]... [--once]

  --server URL     address of the Legajo server
  --root DIR       folder to keep in step (libraries lie below it, by organization)
  --user EMAIL     whose libraries; the password is asked for, or taken from LEGAJO_PASSWORD
  --code CODE      the code of two-step sign-in; asked for where the account wants one, or taken from LEGAJO_CODE
  --library NAME   only this library; may be given several times
  --once           compare once, wait for files to settle, and end
  --state DIR      where the journal lies (by default below the home folder)
  --settle MS      how long a file must be left alone before it is taken up (2000)
  --limit-up KBS   kB/s of documents sent, at most (0: no limit)
  --limit-down KBS kB/s of documents fetched, at most
  --rescan SECONDS how often everything is compared without a hint (300); less where other computers write into the folder
  --accept-deletes files that vanished were removed on purpose: stop syncing them

HTTPS_PROXY, HTTP_PROXY and NO_PROXY are followed.
`;

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
      'limit-up': { type: 'string', default: '0' },
      'limit-down': { type: 'string', default: '0' },
      rescan: { type: 'string', default: '300' },
      'accept-deletes': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

async function main(): Promise<number> {
  const given = readArguments();
  const { server, root, user } = given;
  const limits = { up: Number(given['limit-up']), down: Number(given['limit-down']) };
  const wrong = Object.values(limits).some((limit) => !(limit >= 0));
  if (given.help || !server || !root || !user || wrong) {
    process.stderr.write(USAGE);
    return given.help ? 0 : 2;
  }
  assertSqlite();
  // Only now: it stands on node:sqlite, which an older Node cannot even load.
  const { openEngine } = await import('./adapters/open-engine.ts');
  const { Network } = await import('./adapters/network.ts');
  trustSystemIssuers();
  const network = new Network(server);
  network.setProxy(getProxyForUrl(server) || null);
  network.setLimits(limits);
  const password = process.env.LEGAJO_PASSWORD ?? (await ask(`Contraseña de ${user}: `));
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
      engine: { libraries: given.library, settleMs: Number(given.settle) },
      runner: { rescanMs: Number(given.rescan) * 1000 },
    },
    state,
  );
  open.engine.deletions.accepted = given['accept-deletes'];
  state.ready = () => open.engine.memory.content.operations.size === 0;
  say(`En línea como ${user}; carpeta ${resolve(root)}`);
  try {
    await open.runner.run(stopping.signal);
  } finally {
    open.close();
    await session.signOut().catch(() => {});
  }
  for (const item of [...open.engine.conflicts.open, ...open.engine.blocked])
    say(`retenido  ${item.path} (${item.reason}${item.detail ? `, ${item.detail}` : ''})`);
  for (const { path, reason } of open.engine.notSynced) say(`no se sincroniza  ${path} (${reason})`);
  return state.exitCode;
}

/** Prints what the engine does, and ends it where one comparison was asked for. */
class Terminal implements EngineListener, RunnerListener {
  exitCode = 0;
  ready: () => boolean = () => true;
  private readonly given: Arguments;
  private readonly stopping: AbortController;

  constructor(given: Arguments, stopping: AbortController) {
    this.given = given;
    this.stopping = stopping;
  }

  readonly onActivity: EngineListener['onActivity'] = ({ kind, path, code }) => {
    say(`${kind.padEnd(11)} ${path}${code ? ` (${code})` : ''}`);
  };
  readonly onStep: EngineListener['onStep'] = ({ type, data }) => {
    if (type === 'new file') say(`new-file    ${(data as { file: { name: string } }).file.name}`);
  };
  readonly onOpen: EngineListener['onOpen'] = (path) => say(`open        ${path}`);
  readonly onPlan: EngineListener['onPlan'] = () => {};
  readonly onStatus: RunnerListener['onStatus'] = (status, problem) => {
    say(`· ${status}${problem ? ` (${problem.code}) ${problem.message}` : ''}`);
    if (status === 'problem' && this.given.once) this.end(1);
  };
  readonly onQuestion: RunnerListener['onQuestion'] = (question) => {
    if (!question) return;
    const isDeletion = question.kind === 'mass-delete';
    const more = isDeletion ? 'Ninguno se elimina en el servidor.' : 'No se envió nada.';
    say(`Detenido: ${question.kind}, ${question.files} archivos. ${more}`);
    for (const path of question.paths ?? []) say(`falta     ${path}`);
    if (isDeletion) say('Si los eliminaste a propósito, usa --accept-deletes.');
    this.end(3);
  };
  readonly onCycle = ({ failures, resting }: Cycle): void => {
    if (this.given.once && resting && failures.length === 0 && this.ready()) this.end(0);
  };
  readonly onLog: RunnerListener['onLog'] = (text) => {
    if (process.env.LEGAJO_DEBUG) process.stderr.write(`${text}\n`);
  };

  private end(code: number): void {
    if (this.stopping.signal.aborted) return;
    this.exitCode = code;
    this.stopping.abort();
  }
}

function assertSqlite(): void {
  if (process.getBuiltinModule?.('node:sqlite')) return;
  throw new Error(`The sync engine needs Node 24 or newer (this is ${process.version}).`);
}

function defaultState(server: string, root: string): string {
  const home = process.env.XDG_STATE_HOME ?? process.env.LOCALAPPDATA ?? join(homedir(), '.local', 'state');
  const key = createHash('sha256').update(`${server}\n${root}`).digest('hex').slice(0, 16);
  return join(home, 'legajo', key);
}

/** The code of two-step sign-in. Where nobody sits there to be asked, it says how to give one. */
async function codeOf(given: string | undefined): Promise<string> {
  if (given) return given;
  if (process.stdin.isTTY) return ask('Código de verificación: ');
  throw new RemoteError(
    'refused',
    'challenge',
    'Esta cuenta pide un código de verificación: pásalo con --code, o en LEGAJO_CODE. También sirve uno de recuperación.',
  );
}

/** Asks without showing what is typed. */
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

function say(text: string): void {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
}

process.exitCode = await main().catch((error: unknown) => {
  const message = error instanceof RemoteError ? `${error.message || error.code}` : String(error);
  process.stderr.write(`${message}\n`);
  if (process.env.LEGAJO_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
});
