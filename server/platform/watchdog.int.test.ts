import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { HUNG_EXIT_CODE } from './watchdog.ts';

let child: ChildProcess;
let printed = '';

async function start(...args: string[]): Promise<void> {
  printed = '';
  const script = new URL('../testing/standing-still.ts', import.meta.url).pathname;
  child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await expect.poll(() => printed).toContain('started');
}

afterEach(() => {
  child.kill('SIGKILL');
});

it('ends a process whose loop stands still, and says where it stood', async () => {
  await start('still');
  const [code] = await once(child, 'close');
  expect(code).toBe(HUNG_EXIT_CODE);
  expect(printed).toMatch(/"level":60.*standStill file:.*standing-still\.ts:8.*stood still for 2 s/);
});

it('leaves a process alone that was stopped for longer, as a sleeping machine stops it', async () => {
  await start('turning', '4');
  await pause(500);
  child.kill('SIGSTOP');
  await pause(5000);
  child.kill('SIGCONT');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(printed).toContain('alive');
});
