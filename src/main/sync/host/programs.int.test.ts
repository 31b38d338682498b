import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FromSyncHost, fromSyncHost, type ToSyncHost } from '#shared/ipc/sync-host.ts';
import { makeDocument } from '../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestPerson } from '../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../server/testing/http.ts';
import { verify } from '../../../../server/testing/second-factor.ts';
import { makeIssuer } from '../testing/certificates.ts';
import { eventually } from '../testing/desktop.ts';
import { startProxy } from '../testing/proxy.ts';

const program = (name: string) => join(import.meta.dirname, name);

describe('the programs that the engine runs in', () => {
  let server: TestServer;
  let ana: TestPerson;
  let browser: TestClient;
  let folder: string;
  let record: string;
  /** Variables of the command's environment, where a test needs some. */
  let proxied: Record<string, string> = {};

  beforeAll(async () => {
    server = await startTestServer();
    const organization = await server.make.organization('Andes');
    const library = await server.make.library(organization, 'Calidad');
    ana = await server.make.person(organization, { libraries: [[library, ['upload']]] });
    browser = await server.signIn(ana.email);
    const bytes = Buffer.from('%PDF-1.7 contrato');
    record = (
      await makeDocument(server, browser, library, {
        bytes,
        file: { name: 'Contrato.pdf', type: 'application/pdf' },
      })
    ).record;
    folder = await mkdtemp(join(tmpdir(), 'legajo-programs-'));
  });

  afterAll(async () => {
    await server?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  /** Runs the command to its end. */
  const sync = (root: string, ...more: string[]) => syncOf(ana, root, ...more);
  async function syncOf(
    person: TestPerson,
    root: string,
    ...more: string[]
  ): Promise<{ code: number | null; output: string }> {
    const given = [
      ...['--server', server.url, '--root', root],
      ...['--user', person.email, '--state', join(folder, person.id)],
    ];
    const child = spawn(process.execPath, [program('cli/cli.ts'), ...given, '--settle', '200', ...more], {
      env: { ...process.env, ...proxied, LEGAJO_PASSWORD: TEST_PASSWORD },
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += String(data);
    });
    child.stderr.on('data', (data) => {
      output += String(data);
    });
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { code, output };
  }

  test('the command compares once and says what it did', async () => {
    const root = join(folder, 'once');
    const { code, output } = await sync(root, '--once');
    expect(code, output).toBe(0);
    expect(output).toContain('Traído: Andes/Calidad/Contrato.pdf');
    expect(String(await readFile(join(root, 'Andes/Calidad/Contrato.pdf')))).toBe('%PDF-1.7 contrato');
    await writeFile(join(root, 'Andes/Calidad/Nuevo.txt'), 'sin etiquetas');
    const again = await sync(root, '--once');
    expect(again.output).toContain('Archivo nuevo: Nuevo.txt.');
    expect(again.output).not.toContain('Traído:');
  });

  test('an emptied root stops it with a question, and nothing is sent', async () => {
    const root = join(folder, 'once');
    await rm(root, { recursive: true });
    const { code, output } = await sync(root, '--once');
    expect(output).toContain('no encontramos');
    expect(code).toBe(3);
  });

  test('the command goes through the proxy that its environment names', async () => {
    const proxy = await startProxy();
    proxied = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '', no_proxy: '' };
    try {
      const { code, output } = await sync(
        join(folder, 'proxied'),
        '--once',
        '--state',
        join(folder, 'state'),
      );
      expect([code, output]).toEqual([0, expect.stringContaining('En línea')]);
      expect(proxy.calls).toEqual(
        expect.arrayContaining(['POST /api/auth/sign-in', 'GET /api/docs/changes']),
      );
      expect(proxy.tunnels).toContain(new URL(server.url).host);
    } finally {
      proxied = {};
      await proxy.stop();
    }
  });

  test('a wrong password is said in Spanish', async () => {
    const child = spawn(
      process.execPath,
      [program('cli/cli.ts'), '--server', server.url, '--root', join(folder, 'x'), '--user', ana.email],
      { env: { ...process.env, LEGAJO_PASSWORD: 'no es esta' } },
    );
    let errors = '';
    child.stderr.on('data', (data) => {
      errors += String(data);
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
    expect(errors).toContain('El correo o la contraseña no son correctos.');
  });

  test('an account with two-step sign-in says how to give its code, and takes it', async () => {
    const eva = await server.make.person({ id: ana.organization, name: 'Andes' });
    const { code } = await verify(server, eva);
    const root = join(folder, 'eva');
    const asked = await syncOf(eva, root, '--once');
    expect(asked.code, asked.output).toBe(1);
    expect(asked.output).toContain('pasa el código con --code o LEGAJO_CODE');
    const wrong = await syncOf(eva, root, '--once', '--code', '000000');
    expect(wrong.output).toContain('El código de verificación no es correcto o ya venció.');
    const entered = await syncOf(eva, root, '--once', '--code', code(1));
    expect(entered.code, entered.output).toBe(0);
  });

  /** The host of the desktop app, told to start; what it says of itself. */
  async function startHost(address: string, name: string, env: Record<string, string> = {}) {
    const heard: FromSyncHost[] = [];
    const child: ChildProcess = fork(program('host.ts'), [], {
      serialization: 'advanced',
      env: { ...process.env, ...env },
    });
    const tell = (message: ToSyncHost) => child.send(message);
    child.on('message', (message) => heard.push(fromSyncHost.parse(message)));
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await eventually(() => heard.some((each) => each.kind === 'ready'), 'ready');
    const identity = {
      idToken: browser.token ?? '',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const root = join(folder, name);
    tell({
      kind: 'start',
      server: address,
      root,
      dataDir: join(folder, `${name}.data`),
      name: 'Escritorio',
      platform: 'test',
      defaultMode: 'online-only',
      options: { limitUp: 0, limitDown: 0, proxy: null, waitForNetwork: false, ignore: [] },
      startOver: false,
      identity,
    });
    const state = () => heard.flatMap((each) => (each.kind === 'state' ? [each.state] : [])).at(-1);
    const stop = async () => {
      tell({ kind: 'stop' });
      return exited;
    };
    return { heard, tell, state, stop, root };
  }

  test('the host of the desktop app says why it cannot begin, and trusts whom the system trusts', async () => {
    const issuer = makeIssuer();
    let calls = 0;
    const strict = createServer(issuer.issue({ names: ['127.0.0.1'] }), (_request, response) => {
      calls += 1;
      response.writeHead(503).end();
    });
    await new Promise<void>((listening) => strict.listen(0, '127.0.0.1', listening));
    const { port } = strict.address() as AddressInfo;
    try {
      const wary = await startHost(`https://127.0.0.1:${port}`, 'wary');
      await eventually(
        () => wary.state()?.problem?.code === 'certificate_untrusted',
        () => JSON.stringify(wary.heard),
      );
      expect([wary.state()?.status, calls]).toEqual(['problem', 0]);
      expect(await wary.stop()).toBe(0);
      const file = join(folder, 'issuer.pem');
      await writeFile(file, issuer.cert);
      const trusting = await startHost(`https://127.0.0.1:${port}`, 'trusting', { SSL_CERT_FILE: file });
      await eventually(
        () => calls > 0 && trusting.state()?.status === 'offline',
        () => JSON.stringify(trusting.heard),
      );
      expect(trusting.state()?.problem).toBeNull();
      // After the third try it waits for four seconds; "Reintentar" asks at once.
      await eventually(() => calls === 3, 'the third try');
      trusting.tell({ kind: 'command', call: 1, command: { type: 'rescan' } });
      await eventually(() => calls > 3, 'another try', 3500);
      expect(trusting.heard).toContainEqual({ kind: 'reply', call: 1 });
      expect(await trusting.stop()).toBe(0);
    } finally {
      strict.closeAllConnections();
      strict.close();
    }
  });

  test('the host of the desktop app starts, tells its state, opens a document and stops', async () => {
    const { heard, tell, state, stop, root } = await startHost(server.url, 'desktop');
    await eventually(
      () => state()?.status === 'online',
      () => JSON.stringify(heard),
    );
    expect(state()?.libraries.map(({ name, mode, files }) => [name, mode, files])).toEqual([
      ['Calidad', 'online-only', 0],
    ]);
    tell({ kind: 'command', call: 1, command: { type: 'open-record', record } });
    const opened = await eventually(
      () => heard.find((each) => each.kind === 'open'),
      () => JSON.stringify(heard.slice(-3)),
    );
    expect(opened.path).toBe(join(root, 'Andes', 'Calidad', 'Contrato.pdf'));
    expect(String(await readFile(opened.path))).toBe('%PDF-1.7 contrato');
    expect(heard).toContainEqual({ kind: 'reply', call: 1 });
    expect(await stop()).toBe(0);
  });
});
