import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { execArgv, pid } from 'node:process';

/* Stands in for a reader of hostile files: tries what it is told, and reports what was possible. */

export type ProbeQuestion =
  | { readonly ask: 'about' }
  | { readonly ask: 'read' | 'write'; readonly path: string }
  | { readonly ask: 'hang' | 'grow' | 'swell' | 'die' };
export type ProbeAnswer = Record<string, unknown>;

function answer(question: ProbeQuestion): ProbeAnswer {
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
    case 'die':
      return process.exit(3);
  }
}

process.on('message', (question: ProbeQuestion) => {
  let answered: ProbeAnswer;
  try {
    answered = answer(question);
  } catch (error) {
    answered = { refused: (error as { code?: string }).code };
  }
  process.send?.(answered);
});
process.on('disconnect', () => process.exit());
