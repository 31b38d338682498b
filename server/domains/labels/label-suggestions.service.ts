import type { UsedLabel } from '#shared/labels/labels.schemas.ts';
import { LABELS_SUGGESTED_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { countRecentLabels, type LabelCounts } from './label-suggestions.queries.ts';
import type { LabelsService } from './labels.service.ts';

const NONE = { inFolder: 0, inLibrary: 0, elsewhere: 0 };

const whereOf = ({ inFolder, inLibrary, elsewhere }: Omit<LabelCounts, 'id'>): UsedLabel['where'] => {
  if (inFolder > 0) return 'folder';
  if (inLibrary > 0) return 'library';
  return elsewhere > 0 ? 'elsewhere' : 'nowhere';
};

/** Which labels to suggest for a new document. */
export function createLabelSuggestionsService({ db }: Deps, labels: LabelsService) {
  return {
    /**
     * Labels that are assignable in a library: the most used in the folder first, then in the library, then elsewhere,
     * then the others by path. Empty only where no label is assignable there, or the library is not the caller's.
     */
    async listUsed(
      actor: Actor,
      { group, folder }: { group: string; folder?: string | undefined },
    ): Promise<UsedLabel[]> {
      const assignable = await labels.list(actor, group);
      if (assignable.length === 0) return [];
      const counted = await countRecentLabels(db, actor, { group, folder: folder ?? null });
      const byId = new Map(counted.map((each) => [each.id, each]));
      const countsOf = (id: string) => byId.get(id) ?? NONE;
      // The sort is stable, so labels that are used as much as each other stay in the order of their paths.
      return assignable
        .map((label) => ({ label, counts: countsOf(label._id) }))
        .sort(
          ({ counts: a }, { counts: b }) =>
            b.inFolder - a.inFolder || b.inLibrary - a.inLibrary || b.elsewhere - a.elsewhere,
        )
        .slice(0, LABELS_SUGGESTED_MAX)
        .map(({ label, counts }) => ({ label, where: whereOf(counts) }));
    },
  };
}
