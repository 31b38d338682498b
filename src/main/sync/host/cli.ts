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
import { PendingItems } from './cli-pending.ts';
import { say, Terminal } from './cli-terminal.ts';
import { argumentWords, endWords, failureWords, WORDS } from './cli-words.ts';

const USAGE = `Mantiene una carpeta de este equipo al día con Legajo.

  npm run sync -- --server https://legajo.miempresa.cl --root ~/Legajo --user ana@miempresa.cl

Lo que necesita:
  --server URL     dirección de Legajo, la misma que abres en el navegador
  --root CARPETA   carpeta que se mantiene al día; si no existe, se crea y solo tu cuenta podrá leerla
  --user CORREO    correo con que entras a Legajo; la contraseña se pregunta, o se toma de LEGAJO_PASSWORD

Si lo necesitas:
  --code CÓDIGO    código de verificación en dos pasos; se pregunta si hace falta, o se toma de LEGAJO_CODE
  --library NOMBRE solo esta biblioteca; se puede repetir
  --once           sincroniza una vez y termina
  --state CARPETA  dónde guarda Legajo lo que recuerda de esta carpeta
  --settle MS      cuánto debe quedar quieto un archivo antes de enviarlo (2000)
  --distance MS    cuánto separa dos versiones de un documento que se guarda seguido (30000)
  --unfinished MS  cuánto se espera un archivo que parece a medio escribir (120000)
  --limit-up KBS   máximo de kB/s para enviar documentos (0: sin límite)
  --limit-down KBS máximo de kB/s para traer documentos (0: sin límite)
  --rescan SEG     cada cuánto se revisa todo (300); menos, si otros equipos escriben en la carpeta
  --accept-deletes los archivos que nombró la última pregunta se eliminaron a propósito: dejar de
                   sincronizarlos; por los que falten desde entonces se vuelve a preguntar
  --restore-deletes traer otra vez los archivos que faltan
  --accept-removals quitar de este equipo los documentos que el servidor ya no tiene
  --help           muestra esta ayuda

Se respetan HTTPS_PROXY, HTTP_PROXY y NO_PROXY. Con LEGAJO_DEBUG=1 se muestran los detalles técnicos.

Cómo termina (código de salida):
  0  todo al día, o lo detuviste tú
  1  no se pudo sincronizar; el mensaje dice por qué y qué hacer
  2  falta un dato o no se entiende; revisa esta ayuda
  3  Legajo necesita una respuesta tuya; el mensaje dice cómo darla
  4  con --once: todo lo demás está al día, pero queda algo pendiente; la lista sale al final
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
    process.stderr.write(`${argumentWords(error)}\n\n${USAGE}`);
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
    process.stdout.write(USAGE);
    return 0;
  }
  if (!server || !root || !user || wrong) {
    const missing = Object.entries({ '--server': server, '--root': root, '--user': user });
    const names = missing.flatMap(([name, value]) => (value ? [] : [name]));
    const why = wrong
      ? 'Los límites y los tiempos son números: kB/s y milisegundos.'
      : `Falta ${names.join(', ')}.`;
    process.stderr.write(`${why}\n\n${USAGE}`);
    return 2;
  }
  if (given['accept-deletes'] && given['restore-deletes']) {
    process.stderr.write(`${WORDS.bothAnswers}\n`);
    return 2;
  }
  if (!URL.canParse(server) || !/^https?:/.test(server)) {
    process.stderr.write(`${WORDS.address}\n`);
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
  const pending = new PendingItems(open.engine);
  state.pending = pending;
  say(`En línea como ${user}; carpeta ${resolve(root)}`);
  try {
    await open.runner.run(stopping.signal);
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
  throw new Error(
    `Se necesita Node 24 o más nuevo; este es ${process.version}. Actualízalo y vuelve a intentarlo.`,
  );
}

function defaultState(server: string, root: string): string {
  const home = process.env.XDG_STATE_HOME ?? process.env.LOCALAPPDATA ?? join(homedir(), '.local', 'state');
  const key = createHash('sha256').update(`${server}\n${root}`).digest('hex').slice(0, 16);
  return join(home, 'legajo', key);
}

/** Asks for the code of two-step sign-in. Without a terminal it says how to give one. */
async function codeOf(given: string | undefined): Promise<string> {
  if (given) return given;
  if (process.stdin.isTTY) return ask('Código de verificación: ');
  throw new RemoteError(
    'refused',
    'challenge',
    'Esta cuenta pide un código de verificación: pásalo con --code, o en LEGAJO_CODE. También sirve uno de recuperación.',
  );
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

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${failureWords(error)}\n`);
  if (process.env.LEGAJO_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
});
