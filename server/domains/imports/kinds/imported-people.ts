import { ApiError } from '../../../platform/errors.ts';
import { isAsWritten, type PersonUndo } from '../../people/undo-people.ts';
import { t } from '../texts.ts';
import type { Undoable } from './kind.ts';

/** People that an import created or changed, and departments that it made for them. Their import is the people's own. */
export const importedPeople: Undoable = {
  async undo({ actor, users, departments }, step) {
    if (step.of === 'department') return departments.remove(actor, step.id);
    const person = await users.get(actor, step.id);
    if (step.what === 'remove') {
      if (person.lastSignInAt !== null) throw new ApiError('conflict', undefined, { message: t('entered') });
      return users.remove(actor, step.id);
    }
    const { before, after } = step.body as PersonUndo;
    if (!isAsWritten(person, after)) throw new ApiError('rev_changed', undefined, { message: t('changed') });
    await users.update(actor, step.id, before);
  },
};
