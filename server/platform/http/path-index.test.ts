import express, { Router } from 'express';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#shared/contract.ts';
import { PathIndex } from './path-index.ts';

/** Which route of a router answers a request, with the parameters that it is given. */
async function answerOf(routes: express.RequestHandler, method: string, url: string): Promise<string> {
  return new Promise((done) => {
    const request = { method, url, headers: {}, app: {} } as unknown as express.Request;
    Object.setPrototypeOf(request, express.request);
    const answer = { said: (text: string) => done(text) } as unknown as express.Response;
    routes(request, answer, (error?: unknown) => done(`none ${error ? String(error) : ''}`));
  });
}

/** A route that says which one it is. */
const says =
  (name: string): express.RequestHandler =>
  (req, res) =>
    (res as unknown as { said(text: string): void }).said(
      `${name} ${JSON.stringify(req.params)} ${(req.route as { path: string }).path} ${req.baseUrl}`,
    );

/** The contract's paths, in one router and in an index. */
function both() {
  const plain = Router();
  const index = new PathIndex();
  const paths = Map.groupBy(endpoints, ([, { path }]) => path);
  const mounts = [...paths].map(
    ([path, here]) =>
      [
        path,
        (router: Router) => {
          for (const [name, { method }] of here) router[method.toLowerCase() as 'get'](path, says(name));
          router.all(path, says(`others of ${path}`));
        },
      ] as const,
  );
  // Parameters last, as the server mounts them.
  mounts.sort(([a], [b]) => a.split(':').length - b.split(':').length);
  for (const [path, mount] of mounts) {
    mount(plain);
    index.add(path, mount);
  }
  return { plain, index: index.handle };
}

/** Requests to a path: as it is meant, and as it can be written or missed. */
function requestsTo(path: string): string[] {
  const meant = path.replace(/:\w+/g, '7f');
  const ways = [meant, meant.toUpperCase(), `${meant}/`, `${meant}//`, `${meant}?a=/b/c`, `/${meant}`];
  const steps = meant.split('/');
  const others = ['search', '__proto__', '%2f', ''].flatMap((word) =>
    steps.slice(1).map((_, at) => steps.with(at + 1, word).join('/')),
  );
  return [...ways, ...others, `${meant}/more`, steps.slice(0, -1).join('/') || '/'];
}

describe('PathIndex', () => {
  it('answers each request to the contract as one router would', async () => {
    const { plain, index } = both();
    let found = 0;
    for (const url of new Set(endpoints.flatMap(([, { path }]) => requestsTo(path)))) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const answer = await answerOf(index, method, url);
        expect(answer, `${method} ${url}`).toBe(await answerOf(plain, method, url));
        if (!answer.startsWith('none')) found += 1;
      }
    }
    expect(found).toBeGreaterThan(endpoints.length * 10);
  });

  it('keeps the order of paths of which several fit', async () => {
    const index = new PathIndex();
    for (const path of ['/a/b/:c', '/a/:b/c', '/a/:b/:c', '/a/b/c'])
      index.add(path, (router) => router.get(path, says(path)));
    const answers = ['/a/b/c', '/a/x/c', '/a/x/y', '/a/b'].map((url) => answerOf(index.handle, 'GET', url));
    expect((await Promise.all(answers)).map((answer) => answer.split(' ')[0])).toEqual([
      '/a/b/:c',
      '/a/:b/c',
      '/a/:b/:c',
      'none',
    ]);
  });

  it('takes only paths whose steps can be counted', () => {
    for (const path of ['/:id', '/', '/files/*rest', '/files{/:name}'])
      expect(() => new PathIndex().add(path, () => undefined)).toThrow(RangeError);
  });
});
