import type { modals as Mantine } from '@mantine/modals';
import { wantLater } from '../hooks/later.ts';

type Question = Parameters<typeof Mantine.openConfirmModal>[0];

let mantine: typeof Mantine | undefined;
const waiting: Question[] = [];
let standing = 0;

function put(question: Question, into: typeof Mantine): void {
  standing += 1;
  into.openConfirmModal({
    ...question,
    onClose: () => {
      standing -= 1;
      question.onClose?.();
    },
  });
}

/** Whether a question waits for its answer. */
export const isAsking = (): boolean => standing > 0;

/** Mantine's dialogs are loaded after the first screen: a question that is asked before is put when they are there. */
export const modals = {
  openConfirmModal(question: Question): void {
    if (mantine) {
      put(question, mantine);
      return;
    }
    waiting.push(question);
    wantLater();
  },
};

/** Called once Mantine's dialogs can be shown. */
export function showDialogs(ready: typeof Mantine): void {
  mantine = ready;
  for (const question of waiting.splice(0)) put(question, ready);
}
