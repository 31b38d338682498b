// The service worker of the web build: the app opens without a connection, and takes what other apps share with it. It
// keeps the page and its files, and no data: those belong to whoever is signed in
// (docs/decisions/0085-the-app-without-a-connection.md).
const SHELL = 'legajo-shell';
/** Read by features/upload/shared-files.ts. */
const SHARED = 'legajo-shared';
/** Milliseconds after which a page that does not come is taken from here. */
const PATIENCE_MS = 8_000;
/** Two releases have fewer files than this. */
const ASSETS_MAX = 400;
/** Files with fixed names: those of the server first. */
const FIXED = /^\/(start\.js|favicon\.svg|legajo\.webmanifest|icons\/[\w-]+\.png)$/;
const EXACT = { ignoreVary: true };

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(fetch('/', { cache: 'no-cache' }).then(keepPage));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

/** Keeps a page of this app, with the files that it names. A proxy's own page is none. */
async function keepPage(answer) {
  if (!answer.ok || answer.redirected || !answer.headers.get('content-type')?.startsWith('text/html')) return;
  const copy = answer.clone();
  const text = await answer.text();
  if (!text.includes('href="/legajo.webmanifest"')) return;
  const shell = await caches.open(SHELL);
  const named = [...text.matchAll(/(?:src|href)="(\/[^"?#]+)"/g)].map(([, path]) => path);
  await Promise.all(named.map(async (path) => (await shell.match(path, EXACT)) ?? shell.add(path)));
  // Last: a page without its files would stay white.
  await shell.put('/', copy);
}

/** The server's page; the kept one where the server does not answer. */
async function page(event) {
  const ended = new AbortController();
  const late = setTimeout(() => ended.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(event.request, { signal: ended.signal });
    event.waitUntil(keepPage(answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    const kept = await caches.match('/', EXACT);
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** A file whose name has its hash: what is kept is what the server has. */
async function asset(event) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(event.request, EXACT);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keepAsset(shell, event.request, answer.clone()).catch(() => undefined));
  return answer;
}

async function keepAsset(shell, request, answer) {
  await shell.put(request, answer);
  const assets = (await shell.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'));
  // In the order in which they came: those of former releases go first.
  await Promise.all(assets.slice(0, -ASSETS_MAX).map((old) => shell.delete(old)));
}

async function fixed(event) {
  try {
    return await fetch(event.request);
  } catch (error) {
    const kept = await caches.match(event.request, EXACT);
    if (kept) return kept;
    throw error;
  }
}

/** Keeps what another app shares, until the page takes it. */
async function takeShared(request) {
  try {
    const files = (await request.formData()).getAll('files').filter((each) => each instanceof File);
    const shared = await caches.open(SHARED);
    const at = Date.now();
    await Promise.all(
      files.map((file, n) =>
        shared.put(
          `/shared/${at}-${n}`,
          new Response(file, {
            headers: {
              'content-type': file.type,
              'x-name': encodeURIComponent(file.name),
              'x-at': String(at),
            },
          }),
        ),
      ),
    );
    return Response.redirect('/dashboard', 303);
  } catch {
    return Response.redirect('/dashboard#share-failed', 303);
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.method === 'POST' && pathname === '/share') event.respondWith(takeShared(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event));
  else if (FIXED.test(pathname)) event.respondWith(fixed(event));
});
