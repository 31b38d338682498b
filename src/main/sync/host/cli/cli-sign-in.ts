import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { PasswordSession } from '../../adapters/http/password-session.ts';
import type { Network } from '../../adapters/network.ts';
import { RemoteError } from '../../ports/remote.ts';
import { UsageError } from './cli-arguments.ts';
import { t } from './cli-words.ts';

interface Given {
  readonly server: string;
  readonly user: string;
  readonly code?: string | undefined;
}

/** The password from the environment, or as it is typed. @throws UsageError where there is none */
export async function passwordOf({ user }: Given): Promise<string> {
  const password = process.env.LEGAJO_PASSWORD ?? (await ask(t('ask.password', { user })));
  if (!password) throw new UsageError(t('arguments.noPassword'));
  return password;
}

/**
 * Signs in, with the code of two-step sign-in that stands in the options or in the environment, or is typed.
 * @throws UsageError where the code is missing, or the server cannot read what was given
 * @throws RemoteError
 */
export async function signIn(
  { server, user, code }: Given,
  password: string,
  network: Network,
): Promise<PasswordSession> {
  try {
    return await PasswordSession.signIn(
      server,
      { email: user, password },
      `Legajo sync (${hostname()})`,
      () => codeOf(code ?? process.env.LEGAJO_CODE),
      network,
    );
  } catch (error) {
    // Elsewhere this code is about a file, and so is its sentence.
    if (error instanceof RemoteError && error.code === 'invalid')
      throw new UsageError(t('arguments.signInRefused'));
    throw error;
  }
}

/** The code of two-step sign-in. @throws RemoteError `challenge` without a terminal */
async function codeOf(given: string | undefined): Promise<string> {
  if (given) return given;
  if (!process.stdin.isTTY) throw new RemoteError('refused', 'challenge', 'no verification code was given');
  const typed = await ask(t('ask.code'));
  if (!typed) throw new UsageError(t('arguments.noCode'));
  return typed;
}

/** Asks without echo. Returns an empty text where the input ends, or nobody can type. */
async function ask(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    // Not its own `question`: that never settles where the input ends, and the program would end without a word.
    return await new Promise<string>((resolve) => {
      terminal.once('line', resolve);
      terminal.once('close', () => resolve(''));
    });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
