import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The settings of `deploy/`, with ports and a certificate of a trial in the place of those of a real machine. */

const deploy = resolve(import.meta.dirname, '../../deploy');
/** Milliseconds for a proxy to listen. */
const READY_MS = 20_000;

export interface Trial {
  /** A folder for what the proxies write. */
  readonly folder: string;
  readonly certificate: string;
  readonly key: string;
  /** Of the server behind them. */
  readonly server: string;
  readonly port: number;
}

export interface Proxy {
  readonly name: string;
  /** Its file of settings as it runs here. */
  settings(trial: Trial): string;
  readonly command: (file: string, trial: Trial) => readonly [string, ...string[]];
}

/** Replaces a text that must be there. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the settings have no longer: ${from}`);
  return text.replaceAll(from, to);
}

export const nginx: Proxy = {
  name: 'nginx',
  settings({ folder, certificate, key, server, port }) {
    let text = readFileSync(join(deploy, 'nginx.conf'), 'utf8');
    text = replaced(text, '127.0.0.1:4870', server);
    text = replaced(text, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
    text = replaced(text, 'listen 80;', `listen 127.0.0.1:${port + 1};`);
    text = text.replace(/^\s*listen \[::\].*\n/gm, '');
    text = replaced(text, '/etc/ssl/legajo/fullchain.pem', certificate);
    text = replaced(text, '/etc/ssl/legajo/privkey.pem', key);
    text = replaced(text, 'server_name legajo.example.cl', 'server_name localhost');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder}/${each};`,
    );
    return `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${text}\n}\n`;
  },
  command: (file, { folder }) => ['nginx', '-p', folder, '-c', file],
};

export const caddy: Proxy = {
  name: 'caddy',
  settings({ certificate, key, server, port }) {
    let text = readFileSync(join(deploy, 'Caddyfile'), 'utf8');
    text = replaced(text, 'legajo.example.cl {', `https://localhost:${port} {\n\ttls ${certificate} ${key}`);
    text = replaced(text, '{$LEGAJO_SERVER:127.0.0.1:4870}', server);
    return `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`;
  },
  command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
};

/** A certificate for `localhost` that nobody signed. */
export function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

/** Starts a proxy and waits until it answers. @returns its end @throws with what it said */
export async function startProxy(proxy: Proxy, trial: Trial): Promise<() => Promise<void>> {
  const file = join(trial.folder, `${proxy.name}.conf`);
  writeFileSync(file, proxy.settings(trial));
  const [program, ...args] = proxy.command(file, trial);
  const env = { ...process.env, HOME: trial.folder };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
    child.once('error', (error) => {
      said += error.message;
      done();
    });
  });
  for (const until = Date.now() + READY_MS; ; await delay(100)) {
    const answer = await fetch(`https://localhost:${trial.port}/api/health`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || child.pid === undefined || Date.now() > until) {
      child.kill();
      throw new Error(`${proxy.name} does not answer:\n${said}`);
    }
  }
  return async () => {
    child.kill();
    await ended;
  };
}
