import type { DocumentType } from '#shared/labels/document-types.schemas.ts';
import { labelPath } from '#shared/labels/label-path.ts';
import { LABEL_DEPTH_MAX, upFrom } from '#shared/labels/label-tree.ts';
import type { Label, LabelCreate } from '#shared/labels/labels.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeLibrary, canSeeOrganization } from '../access/libraries.policy.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { hasGroups } from '../libraries/groups.queries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { listTypes } from './document-types.queries.ts';
import { presentLabels } from './labels.presenter.ts';
import { findLabels, insertLabel } from './labels.queries.ts';
import { t } from './texts.ts';

const SEARCH_ROWS = 50;

export function createLabelsService({ db, changes }: Deps) {
  async function list(actor: Actor, group?: string): Promise<Label[]> {
    // Somebody without any library gets empty lists; a library that one is no member of has no labels to choose.
    if (!canSeeOrganization(actor)) return [];
    if (group !== undefined && !canSeeLibrary(actor, group)) return [];
    const rows = await findLabels(db, actor.organization);
    return presentLabels(rows).filter(
      (label) => group === undefined || label.groups.length === 0 || label.groups.includes(group),
    );
  }
  return {
    /** All labels of the organization, ordered by path; with a library, those that are assignable there. */
    list,
    /** Labels whose name or path contains the text, without accents and case, apart from those already selected. */
    async search(
      actor: Actor,
      {
        text,
        exclude = [],
        group,
      }: { text: string; exclude?: readonly string[] | undefined; group?: string | undefined },
    ): Promise<Label[]> {
      const wanted = fold(text);
      const labels = await list(actor, group);
      return labels
        .filter((label) => !exclude.includes(label._id) && fold(labelPath(label)).includes(wanted))
        .sort((a, b) => Number(fold(b.name).startsWith(wanted)) - Number(fold(a.name).startsWith(wanted)))
        .slice(0, SEARCH_ROWS);
    },

    /** @throws invalid (a missing parent or library), label_taken, label_depth */
    create: (actor: Actor, { name, icon, parent, groups }: LabelCreate): Promise<Label> =>
      changes.run(actor, async (change) => {
        // Two labels of the same name at once must not both be accepted.
        await lockOrganization(change.trx, actor.organization);
        await requireAdminStill(change, actor);
        const rows = await findLabels(change.trx, actor.organization);
        if (parent !== null && !rows.some((row) => row.id === parent)) {
          throw invalid('parent', t('labels.gone'));
        }
        if (!(await hasGroups(change.trx, actor.organization, groups))) {
          throw invalid('groups', t('labels.library'));
        }
        const taken = rows.some((row) => row.parent === parent && clashKey(row.name) === clashKey(name));
        if (taken) throw new ApiError('label_taken');
        const above = upFrom(new Map(rows.map((each) => [each.id, each])), parent);
        if (above.length >= LABEL_DEPTH_MAX) throw new ApiError('label_depth');
        const row = { id: newId(), name, icon, parent, groups, rev: 0 };
        await insertLabel(change.trx, { ...row, organization: actor.organization });
        change.audit({
          action: 'label.create',
          targetType: 'label',
          targetId: row.id,
          after: { name, parent, groups },
        });
        const made = presentLabels([...rows, row]).find((label) => label._id === row.id);
        if (!made) throw new ApiError('internal');
        return made;
      }),

    /** Document types of the organization. */
    async types(actor: Actor): Promise<DocumentType[]> {
      if (!canSeeOrganization(actor)) return [];
      const rows = await listTypes(db, actor.organization);
      return rows.sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
    },
  };
}

export type LabelsService = ReturnType<typeof createLabelsService>;

const fold = (text: string): string =>
  clashKey(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
