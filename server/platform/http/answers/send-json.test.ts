import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { sendJson } from './send-json.ts';

const JSON_TEXT = JSON.stringify({ text: 'Un texto que se repite. '.repeat(200) });

/** @returns the encoding in which an answer arrives at a client that takes any */
async function encodingOf(secret: boolean, cookie: boolean): Promise<string | null> {
  const app = express();
  app.get('/', (req, res) => {
    if (cookie) res.cookie('legajo_refresh', 'secret');
    return sendJson(req, res, 200, JSON_TEXT, secret);
  });
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await answer.text()).toBe(JSON_TEXT);
  return answer.headers.get('content-encoding');
}

it('compresses an answer, but none with a secret in its body or in a cookie', async () => {
  expect(await encodingOf(false, false)).toMatch(/^(br|gzip)$/);
  expect(await encodingOf(true, false)).toBeNull();
  expect(await encodingOf(false, true)).toBeNull();
  expect(await encodingOf(true, true)).toBeNull();
});
