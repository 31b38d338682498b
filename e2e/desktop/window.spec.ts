import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { type Desktop, type DesktopPage, desktopEnv, launchDesktop, repository } from './app.ts';

/** What the window enforces: only its own page, its own policy, and no navigation elsewhere. */
let desktop: Desktop;
test.beforeAll(async () => {
  desktop = await launchDesktop();
});
test.afterAll(() => desktop.close({ removeHome: true }));

test('the built window opens on its own page', async () => {
  expect(desktop.page.url()).toMatch(/^app:\/\/legajo\//);
  expect(await desktop.page.title()).toContain('Legajo');
  await expect(desktop.page.locator('#root')).not.toBeEmpty();
  expect(
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
  ).toBe(true);
});

test('there is no Node in the page, and of the bridge only what its interface names', {
  tag: '@desktop-sandbox',
}, async () => {
  const found = await desktop.page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global', '__dirname'].filter((name) => name in window),
    bridge: Object.fromEntries(
      Object.entries((window as unknown as DesktopPage).legajo).map(([name, part]) => [
        name,
        Object.keys(part),
      ]),
    ),
  }));
  expect(found.node).toEqual([]);
  expect(Object.keys(found.bridge)).toEqual(['app', 'settings', 'session', 'sync', 'drag', 'update']);
  expect(found.bridge.session).toEqual([
    'state',
    'signIn',
    'answerChallenge',
    'signOut',
    'token',
    'onChanged',
  ]);
  const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
  });
});

test('new windows are denied', { tag: '@desktop-new-windows' }, async () => {
  const opened = await desktop.page.evaluate(() => [
    window.open('app://legajo/', '_blank') === null,
    window.open('file:///etc/passwd') === null,
  ]);
  expect(opened).toEqual([true, true]);
  expect(desktop.app.windows()).toHaveLength(1);
});

test('the policy allows own scripts only, and of the network nothing but the chosen server', {
  tag: '@desktop-policy',
}, async () => {
  const policy = await desktop.page.evaluate(async () =>
    (await fetch('app://legajo/')).headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  const ran = await desktop.page.evaluate(async () => {
    const inline = document.createElement('script');
    inline.textContent = 'window.__inline = true';
    document.body.append(inline);
    // Through a timer, because code evaluated by Playwright is exempt from the policy.
    const evaluated = await new Promise((resolve) => {
      addEventListener('securitypolicyviolation', () => resolve('refused'), { once: true });
      setTimeout('window.__evaluated = true', 0);
      setTimeout(() => resolve('__evaluated' in window ? 'ran' : 'silent'), 500);
    });
    const elsewhere = await fetch('https://example.com/').then(
      () => 'answered',
      () => 'refused',
    );
    return { inline: '__inline' in window, evaluated, elsewhere };
  });
  expect(ran).toEqual({ inline: false, evaluated: 'refused', elsewhere: 'refused' });
});

test('the hashing worker may compile its WebAssembly; the page may not', async () => {
  const assets = await readdir(`${repository}/out/renderer/assets`);
  const script = assets.find((name) => name.startsWith('hash.worker'));
  const outcome = await desktop.page.evaluate(async (path) => {
    const worker = new Worker(path, { type: 'module' });
    const hashed = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => resolve(event.message);
      worker.postMessage({ file: new Blob(['legajo']) });
    });
    worker.terminate();
    // The smallest WebAssembly module: its magic number and its version.
    const page = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
      () => 'compiled',
      () => 'refused',
    );
    return { hashed, page };
  }, `/assets/${script}`);
  expect(outcome).toEqual({
    hashed: { kind: 'done', sha256: createHash('sha256').update('legajo').digest('hex') },
    page: 'refused',
  });
});

test('the page’s protocol does not leave its folder', { tag: '@desktop-protocol' }, async () => {
  const statuses = await desktop.page.evaluate(async () =>
    Promise.all(
      ['%2e%2e%2fmain/index.js', '..%2f..%2fpackage.json', '..%5cmain/index.js', '%E0%A4%A.js'].map(
        async (path) => (await fetch(`app://legajo/${path}`)).status,
      ),
    ),
  );
  expect(statuses).toEqual([404, 404, 404, 404]);
});

test('permissions are denied', { tag: '@desktop-permissions' }, async () => {
  const states = await desktop.page.evaluate(async () =>
    Promise.all(
      (['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as PermissionName[]).map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    ),
  );
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'denied']);
});

test('a page in the page is nobody’s: no webview, no frame from elsewhere', {
  tag: '@desktop-frames',
}, async () => {
  const frames = await desktop.page.evaluate(async () => {
    const view = document.createElement('webview');
    view.setAttribute('src', 'data:text/html,x');
    const frame = document.createElement('iframe');
    const refused = new Promise((resolve) =>
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective), {
        once: true,
      }),
    );
    frame.src = 'https://example.com/';
    document.body.append(view, frame);
    const directive = await refused;
    const known = 'loadURL' in view;
    view.remove();
    frame.remove();
    return { directive, known };
  });
  expect(frames).toEqual({ directive: 'frame-src', known: false });
});

test('calls with a wrong input are refused by their schema', { tag: '@desktop-schemas' }, async () => {
  const answers = await desktop.page.evaluate(async () => {
    const { legajo } = window as unknown as DesktopPage;
    const untyped = legajo as unknown as Record<
      string,
      Record<string, (input?: unknown) => Promise<unknown>>
    >;
    return Promise.all([
      untyped.session?.signIn?.({ email: 'no es un correo', password: 'x' }),
      untyped.session?.token?.('fresh'),
      untyped.settings?.setTheme?.('pink'),
      untyped.sync?.setMode?.({ library: '../..', mode: 'always' }),
      untyped.settings?.setRoot?.('/etc'),
      untyped.app?.openExternal?.('file:///etc/passwd'),
    ]);
  });
  expect(answers.map((answer) => (answer as { error: { code: string } }).error.code)).toEqual([
    'invalid',
    'invalid',
    'invalid',
    'invalid',
    'root_not_chosen',
    'refused_address',
  ]);
});

test('a page that is not ours gets no answer, even with our preload', {
  tag: '@desktop-senders',
}, async () => {
  const answer = await desktop.app.evaluate(async ({ BrowserWindow }, preload) => {
    const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
    await stranger.loadURL('data:text/html,<title>stranger</title>');
    const result = await stranger.webContents.executeJavaScript('window.legajo.app.info()');
    stranger.destroy();
    return result as unknown;
  }, `${repository}/out/preload/index.cjs`);
  expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});

test('a second start hands its link to the first and ends', { tag: '@desktop-second-start' }, async () => {
  const navigated = desktop.page.evaluate(
    () =>
      new Promise((resolve) => {
        (window as unknown as DesktopPage).legajo.app.onNavigate(resolve);
      }),
  );
  const program = process.env.LEGAJO_TEST_ELECTRON ?? (await desktop.app.evaluate(() => process.execPath));
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(program, [...asRoot, repository, 'legajo://records/search?text=acta'], {
    env: desktopEnv(desktop.home),
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
  expect(await navigated).toBe('/records/search?text=acta');
  expect(desktop.app.windows()).toHaveLength(1);
});

// Last: the driver takes a refused navigation for one that never ends, and waits for it.
test('navigation away is denied', { tag: '@desktop-navigation' }, async () => {
  let visits = 0;
  const elsewhere = createServer((_request, response) => {
    visits += 1;
    response.end('<title>elsewhere</title>');
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  const { port } = elsewhere.address() as AddressInfo;
  // The link of the test before leads to a screen behind the session; nobody is signed in, so the page redirects.
  await expect(desktop.page).toHaveURL('app://legajo/');
  const before = desktop.page.url();
  for (const target of [`http://127.0.0.1:${port}/`, 'file:///etc/passwd', 'data:text/html,<h1>x</h1>']) {
    await desktop.page.evaluate((address) => {
      location.href = address;
    }, target);
    const after = await desktop.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // The old document answers once the attempt is over.
      await contents?.executeJavaScript('new Promise((done) => setTimeout(done, 100))');
      return contents?.getURL();
    });
    expect(after).toBe(before);
  }
  expect(visits).toBe(0);
  await new Promise((closed) => elsewhere.close(closed));
});
