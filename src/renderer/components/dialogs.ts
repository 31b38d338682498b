import type { modals as Mantine } from '@mantine/modals';
import { wantLater } from '../hooks/later.ts';

type Question = Parameters<typeof Mantine.openConfirmModal>[0];

/** It opens on the button that changes nothing, not on the cross in its corner. */
const put = (ready: typeof Mantine, question: Question): unknown =>
  ready.openConfirmModal({ ...question, cancelProps: { ...question.cancelProps, ...FIRST } });
const FIRST = { 'data-autofocus': true };

let mantine: typeof Mantine | undefined;
const waiting: Question[] = [];

/** Mantine's dialogs are loaded after the first screen: a question that is asked before is put when they are there. */
export const modals = {
  openConfirmModal(question: Question): void {
    if (mantine) {
      put(mantine, question);
      return;
    }
    waiting.push(question);
    wantLater();
  },
};

/** Called once Mantine's dialogs can be shown. */
export function showDialogs(ready: typeof Mantine): void {
  mantine = ready;
  for (const question of waiting.splice(0)) put(ready, question);
}
