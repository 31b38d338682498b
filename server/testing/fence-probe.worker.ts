import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { execArgv, pid } from 'node:process';
import { answerQuestions } from '../platform/fence/fenced-worker.ts';

/* Stands in for a reader of hostile files: tries what it is told, and reports what was possible. */

export type ProbeQuestion =
  | { readonly ask: 'about' }
  | { readonly ask: 'read' | 'write'; readonly path: string }
  | { readonly ask: 'hang' | 'grow' | 'swell' | 'die' }
  | { readonly ask: 'sleep'; readonly ms: number }
  | { readonly ask: 'throw' };
export type ProbeAnswer = Record<string, unknown>;

function answer(question: Exclude<ProbeQuestion, { ask: 'throw' }>): ProbeAnswer {
  switch (question.ask) {
    case 'about':
      return {
        ...{ pid, execArgv, cwd: process.cwd(), uid: process.getuid?.(), groups: process.getgroups?.() },
        ...{ env: Object.keys(process.env), network: Object.keys(networkInterfaces()) },
      };
    case 'read':
      return { read: readFileSync(question.path, 'utf8') };
    case 'write':
      writeFileSync(question.path, 'x');
      return { written: true };
    case 'hang':
      for (;;);
    case 'grow': {
      const heap: number[][] = [];
      for (;;) heap.push(Array.from({ length: 10_000 }, Math.random));
    }
    case 'swell': {
      const outside: Buffer[] = [];
      for (;;) outside.push(Buffer.alloc(32 * 1024 ** 2, 1));
    }
    case 'sleep':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, question.ms);
      return { slept: question.ms };
    case 'die':
      return process.exit(3);
  }
}

answerQuestions((question: ProbeQuestion): ProbeAnswer => {
  if (question.ask === 'throw') throw new Error('what a parser did not expect');
  try {
    return answer(question);
  } catch (error) {
    return { refused: (error as { code?: string }).code };
  }
});
