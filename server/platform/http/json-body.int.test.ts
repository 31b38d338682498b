import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/http.ts';

describe('a JSON body', () => {
  const server = useTestServer();
  let client: TestClient;
  beforeAll(async () => {
    const { make, signIn } = server();
    client = await signIn((await make.person(await make.organization())).email);
  });

  const post = async (by: TestClient, path: string, body: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const answer = await by.fetch(path, init);
    return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
  };
  const encoded = async (body: string | Buffer, type: string) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    return (await client.fetch('/docs/batch', init)).status;
  };
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  it('of somebody who has not signed in is small', async () => {
    const { anyone } = server();
    const filled = (bytes: number) => JSON.stringify({ email: 'ana@andes.cl', password: 'x'.repeat(bytes) });
    expect(await post(anyone, '/auth/sign-in', filled(17_000))).toEqual([413, 'too_large']);
    expect((await post(anyone, '/auth/sign-in', filled(10_000)))[0]).not.toBe(413);
    expect(await post(anyone, '/auth/refresh', nested(500_000))).toEqual([413, 'too_large']);
  });

  it('that is nested for nothing is refused before it is parsed', async () => {
    expect(await post(client, '/docs/batch', nested(500_000))).toEqual([400, 'invalid']);
    expect(await post(server().anyone, '/auth/sign-in', nested(5_000))).toEqual([400, 'invalid']);
    expect(await post(client, '/docs/folders', JSON.stringify({ name: 'a'.repeat(1_100_000) }))).toEqual([
      413,
      'too_large',
    ]);
  });

  it('of many bytes is checked like a small one', async () => {
    const items = Array.from({ length: 12_000 }, () => ({ record: 'no es un id', note: 'x'.repeat(30) }));
    expect(await post(client, '/docs/batch', JSON.stringify({ items }))).toEqual([400, 'invalid']);
    expect(await post(client, '/docs/batch', JSON.stringify({ items }).slice(0, -1))).toEqual([
      400,
      'invalid',
    ]);
  });

  it('says what is wrong with it', async () => {
    const sentence = async (body: string | Buffer, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      const answer = await client.fetch('/docs/batch', init);
      return ((await answer.json()) as { error: { message: string } }).error.message;
    };
    expect(await sentence('{')).toBe('Lo enviado no es JSON válido.');
    expect(await sentence(nested(40))).toMatch(/demasiados niveles/);
    const keys = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`k${at}`, 1]));
    expect(await sentence(JSON.stringify(keys))).toMatch(/demasiados niveles, listas, objetos o campos/);
    expect(await sentence(gzipSync('{}'), { 'content-encoding': 'gzip' })).toMatch(
      /en UTF-8 y sin comprimir/,
    );
  });

  it('is a list or an object, in UTF-8', async () => {
    const body = '{"items":[]}';
    const wrong = await encoded(body, 'application/json');
    expect(wrong).toBe(400);
    const broken = Buffer.concat([Buffer.from('{"items":["'), Buffer.from([0xff, 0xfe]), Buffer.from('"]}')]);
    expect(await encoded(broken, 'application/json')).toBe(400);
    for (const other of ['null', '7', '"texto"', 'true', '{', ''])
      expect(await encoded(other, 'application/json'), other).toBe(400);
    expect(await encoded(`\ufeff${body}`, 'application/json; charset=UTF-8')).toBe(wrong);
    // Its bytes say nothing of its depth: those of "∰" are a quote and a zero.
    const deep = `{"z":"∰","a":${nested(5000)}}`;
    expect(await encoded(Buffer.from(deep, 'utf16le'), 'application/json; charset=utf-16le')).toBe(415);
    for (const charset of ['iso-8859-1', 'utf-16', 'utf-32', 'utf-nada'])
      expect(await encoded(body, `application/json; charset=${charset}`), charset).toBe(415);
  });
});
