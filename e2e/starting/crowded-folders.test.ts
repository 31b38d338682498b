import { describe, expect, it } from 'vitest';
import { crowdedFolders } from '../../scripts/boundaries/crowded-folders.ts';

const files = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);

describe('crowded folders', () => {
  it('are those with more than thirty files of their own', () => {
    const paths = [...files('src/a', 31), ...files('src/b', 30), ...files('src/b/c', 30)];
    expect(crowdedFolders(paths)).toEqual([['src/a', 31]]);
  });

  it('are not lists, whose files stand each for itself', () => {
    expect(crowdedFolders(files('server/platform/db/migrations', 60))).toEqual([]);
    expect(crowdedFolders(files('server/platform/db/migrations/old', 60))).toHaveLength(1);
  });
});
