import { entered } from '../../hooks/entered.ts';
import { askToLeave, isAnythingUnsaved } from '../../hooks/use-unsaved.ts';

/**
 * Asks before somebody signs out with changes that were not saved or words that were not sent, and forgets these: nobody
 * else finds them on this computer.
 * @param asked whether what runs on screen, as uploads do, was asked about already
 */
export function leaveFor(person: string, asked: boolean, signOut: () => void): void {
  const leave = (): void => {
    entered.forgetAll(person);
    signOut();
  };
  const isUnsent = entered.subjects(person).length > 0;
  if (isUnsent || (!asked && isAnythingUnsaved())) askToLeave({ onConfirm: leave });
  else leave();
}
