import { PAGES_FILE_MAX } from '#shared/documents/pages.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { useContent, usePages } from '../../content.ts';
import { previewKind, SIZE_LIMITS } from '../../preview/kinds.ts';
import { useServerPages } from '../../preview/paged.tsx';

/** Where a version's pages come from: it is a PDF, or the server draws them of an office file. */
type Source = 'own' | 'drawn';

function sourceOf(
  { name, type, size }: Version,
  serverDraws: ReturnType<typeof useServerPages>,
): Source | undefined {
  const bytes = size ?? 0;
  if (previewKind(name, type) === 'pdf') return bytes <= (SIZE_LIMITS.pdf ?? 0) ? 'own' : undefined;
  return serverDraws(name) && bytes <= PAGES_FILE_MAX ? 'drawn' : undefined;
}

/** Whether both versions have pages that can be laid beside each other. */
export function useHavePages(before: Version | undefined, after: Version | undefined): boolean {
  const serverDraws = useServerPages();
  return [before, after].every(
    (version) => version !== undefined && sourceOf(version, serverDraws) !== undefined,
  );
}

/** The pages of a version as a PDF, and whether the server drew them. */
export function usePageFile(version: Version) {
  const source = sourceOf(version, useServerPages());
  const own = useContent(version._id, source === 'own');
  const drawn = usePages(version._id, source === 'drawn');
  return { file: source === 'own' ? own : drawn, isDrawn: source === 'drawn' };
}
