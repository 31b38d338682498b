import { writeSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { HUNG_EXIT_CODE, TICK_MS, type Watched } from './watchdog.ts';

/** The watchdog's thread, the only one that still runs when the event loop hangs. */

/** How long the loop is given to stop: JavaScript is interrupted at once, a system call that never returns is not. */
const PAUSE_MS = 5000;
const FRAMES = 30;
const FATAL = 60;

const { turns, patienceTicks } = workerData as Watched;
let seen = 0;
let still = 0;

const watch = setInterval(() => {
  const now = Atomics.load(turns, 0);
  still = now === seen ? still + 1 : 0;
  seen = now;
  if (still < patienceTicks) return;
  clearInterval(watch);
  endProcess();
}, TICK_MS);

/** A line like the log's others, without the log's own stream: that one waits for the event loop. */
function log(msg: string, stack?: string[]): void {
  writeSync(1, `${JSON.stringify({ level: FATAL, time: Date.now(), stack, msg })}\n`);
}

const files = new Map<string, string>();
const frameOf = ({ functionName, location }: Debugger.CallFrame): string =>
  `${functionName || '(anonymous)'} ${files.get(location.scriptId) ?? ''}:${location.lineNumber + 1}`;

function endProcess(): void {
  const stood = `The event loop stood still for ${(still * TICK_MS) / 1000} s: the process ends`;
  setTimeout(() => {
    log(`${stood} (in a call of the system: no stack)`);
    process.kill(process.pid, 'SIGKILL');
  }, PAUSE_MS);
  const session = new Session();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    log(stood, params.callFrames.slice(0, FRAMES).map(frameOf));
    session.post('Runtime.evaluate', { expression: `process.exit(${HUNG_EXIT_CODE})` });
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}
