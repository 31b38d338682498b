/**
 * Loaded before the command (`node --import`), so that a test can make something happen to a real engine at an
 * exact point: right after a call of the file system has returned, or right before the journal's next commit.
 * The product knows nothing of it: only Node's own functions are wrapped here.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import type { Point } from './command.ts';

const point = JSON.parse(process.env.LEGAJO_TEST_POINT ?? '{}') as Point;

type Call = (...given: never[]) => unknown;
type Calls = Record<string, Call>;

let reached = false;

function act(): void {
  if (point.action === 'kill') process.kill(process.pid, 'SIGKILL');
  else if (point.action === 'append') fs.appendFileSync(point.file, point.text);
  else if (point.action === 'save by rename') {
    fs.writeFileSync(`${point.file}.new`, point.text);
    fs.renameSync(`${point.file}.new`, point.file);
  }
}

/** The call has done what it does: this is the moment. */
function after(given: readonly unknown[]): void {
  if (reached || !given.some((each) => typeof each === 'string' && each.includes(point.path))) return;
  reached = true;
  if (point.at === 'call') act();
}

function wrap(object: Calls, name: string): void {
  const call = object[name] as Call;
  object[name] = (...given) => {
    const result = call.apply(object, given);
    if (!(result instanceof Promise)) {
      after(given);
      return result;
    }
    return result.then((value: unknown) => {
      after(given);
      return value;
    });
  };
}

wrap((point.call.endsWith('Sync') ? fs : fs.promises) as unknown as Calls, point.call);
syncBuiltinESMExports();

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  if (reached && point.at === 'commit' && sql === 'commit') act();
  return exec.call(this, sql);
};
