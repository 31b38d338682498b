import { expect, test } from 'vitest';
import { FilesError } from '../ports/files.ts';
import { RemoteError } from '../ports/remote.ts';
import { ROOT } from '../simulation/world.ts';
import { Hour } from '../testing/hour.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An engine that has been at rest for an hour. */
async function rested(): Promise<Hour> {
  const hour = new Hour();
  await hour.pass(HOUR);
  hour.world.clients[0]?.disk.make(`${ROOT}/Acta.txt`, 'file', 'acta de la reunión');
  await hour.pass(HOUR);
  expect(hour.runner.status).toBe('online');
  expect(hour.calls).toContain('server sendRecords');
  return hour;
}

test('paused for an hour, longer than everything is compared again, the loop does not turn', async () => {
  const hour = await rested();
  hour.runner.pause();
  await hour.pass(HOUR);
  // The pause's own hint, and the sleep after it.
  expect(hour.turns).toBeLessThanOrEqual(2);
  expect(hour.calls).toEqual([]);
});

test('a metered network for an hour is the same', async () => {
  const hour = await rested();
  hour.runner.setMetered(true);
  await hour.pass(HOUR);
  expect(hour.turns).toBeLessThanOrEqual(2);
  expect(hour.calls).toEqual([]);
});

test('with a question open the root is looked at as often as everything else, and the server is left alone', async () => {
  const hour = await rested();
  const [client] = hour.world.clients;
  for (const path of [...(client?.disk.names.keys() ?? [])]) client?.disk.names.delete(path);
  hour.calls.length = 0;
  await hour.pass(HOUR);
  expect(hour.turns).toBeLessThanOrEqual(HOUR / (5 * MINUTE) + 2);
  expect(hour.calls.filter((call) => call.startsWith('server'))).toEqual([]);
});

test('at rest nothing is done beyond the poll and the comparison of every five minutes', async () => {
  const hour = await rested();
  await hour.pass(HOUR);
  expect(hour.turns).toBeLessThanOrEqual(HOUR / MINUTE + 2);
  const count = (call: string) => hour.calls.filter((each) => each === call).length;
  expect(count('server changes')).toBeLessThanOrEqual(HOUR / MINUTE + 2);
  // One look at each folder, and the leftovers, with each comparison of everything.
  const looks = HOUR / (5 * MINUTE) + 1;
  expect(count('server libraries')).toBeLessThanOrEqual(looks);
  expect(hour.calls.filter((call) => call === 'disk list').length).toBeLessThanOrEqual(looks * 8);
  expect(hour.calls.filter((call) => /disk (hash|write|copy|move|remove)/.test(call))).toEqual([]);
});

test('while nobody answers it is tried every one to two seconds, each time by one small call', async () => {
  const hour = await rested();
  hour.fault = () => new RemoteError('offline', 'offline', 'connect ECONNREFUSED');
  await hour.pass(10 * MINUTE);
  const pauses = hour.slept.slice(5, -1);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
  // Each computer waits for another while: after a restart not all of them come at once.
  expect(new Set(pauses.map(Math.round)).size).toBeGreaterThan(pauses.length / 4);
  const asked = hour.calls.filter((call) => call.startsWith('server'));
  expect(asked.slice(2).every((call) => call === 'server session')).toBe(true);
});

test('a server that says when to come back is not asked before, and none keeps a desktop away for hours', async () => {
  const hour = await rested();
  hour.fault = () => new RemoteError('offline', 'unavailable', '', 30_000);
  await hour.pass(HOUR);
  expect(Math.min(...hour.slept.slice(1, -1))).toBeGreaterThanOrEqual(30_000);
  hour.fault = () => new RemoteError('offline', 'unavailable', '', 1e12);
  await hour.pass(HOUR);
  expect(hour.turns).toBeGreaterThanOrEqual(4);
});

test('a folder that changes all the time on a full disk makes no pause longer: it goes on soon after there is room', async () => {
  const hour = await rested();
  let tries = 200;
  let sleepsBefore = 0;
  hour.fault = () => {
    if (tries === 0) return undefined;
    tries -= 1;
    if (tries > 0) hour.runner.wake();
    else sleepsBefore = hour.slept.length;
    return new FilesError('full', '.legajo/up/1', 'ENOSPC');
  };
  await hour.pass(10 * MINUTE);
  expect(tries).toBe(0);
  expect(hour.runner.status).toBe('online');
  expect(hour.slept[sleepsBefore]).toBeLessThanOrEqual(8000);
});

/** A question about twelve documents that vanished, and its answer at the so-manieth call of the next comparison. */
async function answeredAt(call: number, answer: 'restore' | 'stop-syncing') {
  const hour = await rested();
  const { disk } = hour.world.clients[0] ?? { disk: undefined };
  if (!disk) throw new Error('Nobody is there');
  const paths = Array.from({ length: 12 }, (_, number) => `${ROOT}/Contrato ${number}.txt`);
  for (const path of paths) disk.make(path, 'file', `contenido de ${path}`);
  await hour.pass(10 * MINUTE);
  for (const path of paths) disk.names.delete(path);
  await hour.pass(10 * MINUTE);
  expect(hour.engine.question?.kind).toBe('mass-delete');
  let calls = 0;
  let answered = false;
  hour.before = () => {
    calls += 1;
    if (calls !== call) return;
    answered = true;
    void hour.runner.answer(answer);
  };
  hour.runner.lookEverywhere();
  await hour.pass(MINUTE);
  const { question } = hour.engine;
  return { answered, question, back: paths.filter((path) => disk.names.has(path)).length };
}

test.each([
  ['restore', 12],
  ['stop-syncing', 0],
] as const)('%s is followed at whatever moment of a comparison it is said', async (answer, files) => {
  for (let call = 1; ; call += 1) {
    const { answered, question, back } = await answeredAt(call, answer);
    if (!answered) {
      expect(call).toBeGreaterThan(8);
      break;
    }
    expect({ call, question, back }).toEqual({ call, question: undefined, back: files });
  }
});
