import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { TEMPLATE_VARIABLES } from '#shared/domain/document-templates.ts';
import type { DocumentProperties, Filled } from './fill-template.ts';
import type { Pressed, PressJob } from './press-job.ts';
import { TemplateFault } from './template-fault.ts';

const TIME_MS = 15_000;
const HEAP_MB = 384;
/** A thread that has nothing to do is let go; it starts in a fifth of a second. */
const IDLE_MS = 30_000;

const workerUrl = new URL(
  `./press.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);
/** One after the other: each takes a processor for a moment, which the server shares with everything else. */
const queue = new PQueue({ concurrency: 1 });
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** Who waits for what the thread says next. */
let waiting: { answer: (pressed: Pressed) => void; fail: (error: Error) => void } | undefined;

/**
 * Makes a document of a template, in a thread with limits on time and memory.
 * @throws TemplateFault where the template is none
 */
export const pressDocument = (job: PressJob): Promise<Filled> => queue.add(() => runPress(job));

async function runPress(job: PressJob): Promise<Filled> {
  clearTimeout(idle);
  thread ??= start();
  const worker = thread;
  let timer: NodeJS.Timeout | undefined;
  try {
    const pressed = await new Promise<Pressed>((answer, fail) => {
      waiting = { answer, fail };
      timer = setTimeout(() => fail(new TemplateFault('timeout')), TIME_MS);
      worker.postMessage(job);
    });
    if ('fault' in pressed) throw new TemplateFault(pressed.fault, pressed.detail);
    return pressed;
  } catch (error) {
    if (!(error instanceof TemplateFault) || error.code === 'timeout') letGo();
    throw error;
  } finally {
    clearTimeout(timer);
    waiting = undefined;
    idle = setTimeout(letGo, IDLE_MS).unref();
  }
}

function start(): Worker {
  const made = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const ended = (error: Error & { code?: string }): void => {
    if (thread !== made) return;
    thread = undefined;
    waiting?.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TemplateFault('timeout') : error);
  };
  made.on('message', (pressed: Pressed) => {
    if (thread === made) waiting?.answer(pressed);
  });
  made.on('error', ended);
  made.on('exit', (code) => ended(new Error(`the thread of templates ended with ${code}`)));
  // It keeps no process alive: a server that ends does not wait for it.
  made.unref();
  return made;
}

function letGo(): void {
  const gone = thread;
  thread = undefined;
  void gone?.terminate();
}

/** A template as it is safe to keep, and what stands between braces in it. @throws TemplateFault */
export const readTemplate = (bytes: Uint8Array): Promise<Filled> =>
  pressDocument({ source: bytes, template: true, values: TEMPLATE_VARIABLES, properties: NOBODYS });

const NOBODYS: DocumentProperties = { title: '', author: '', at: '2026-01-01T00:00:00Z' };
