import { expect, test } from 'vitest';
import { parseMetered, watchMetered } from './metered.ts';
import { followProxy, proxyOf } from './system-proxy.ts';

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY proxy.empresa.cl:8080', 'http://proxy.empresa.cl:8080'],
  ['PROXY 10.0.0.1:3128; DIRECT', 'http://10.0.0.1:3128'],
  ['HTTPS proxy.empresa.cl:443', 'https://proxy.empresa.cl:443'],
  ['SOCKS5 10.0.0.1:1080; PROXY 10.0.0.2:8080', 'socks5h://10.0.0.1:1080'],
  ['SOCKS proxy.empresa.cl:1080', 'socks4://proxy.empresa.cl:1080'],
  ['SOCKS4 [::1]:1080', 'socks4://[::1]:1080'],
  ['QUIC 10.0.0.1:443; PROXY 10.0.0.2:8080', 'http://10.0.0.2:8080'],
  ['DIRECT; PROXY 10.0.0.2:8080', null],
  ['PROXY a b', 'http://a'],
  ['PROXY http://a@b', null],
])('%j leads to %s', (answer, proxy) => {
  expect(proxyOf(answer)).toBe(proxy);
});

test('the proxy is asked for the server that counts now, and only another answer is news', async () => {
  let answer = 'PROXY a:1';
  const asked: string[] = [];
  let news = 0;
  const proxy = followProxy(
    async (url) => {
      asked.push(url);
      if (answer === '') throw new Error('no answer');
      return answer;
    },
    () => 'https://legajo.example',
    () => {
      news += 1;
    },
  );
  await proxy.look();
  await proxy.look();
  expect([proxy.current(), news, asked[0]]).toEqual(['http://a:1', 1, 'https://legajo.example']);
  answer = '';
  await proxy.look();
  expect([proxy.current(), news]).toEqual([null, 2]);
});

test.each([
  ['u 1\n', true],
  ['u 3', true],
  ['u 2', false],
  ['u 4', false],
  ['u 0', null],
  ['Failed to get property', null],
  ['', null],
])('NetworkManager says %j: %s', (text, metered) => {
  expect(parseMetered(text)).toBe(metered);
});

test('the metered network is told when it is known', async () => {
  const told = await new Promise((resolve) => {
    const known = watchMetered(
      () => resolve(known()),
      async () => true,
    );
    expect(known()).toBeNull();
  });
  expect(told).toBe(true);
});
