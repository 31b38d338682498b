import type { Comment } from '#shared/comments/comments.schemas.ts';

export const openComments = (list: readonly Comment[]): readonly Comment[] =>
  list.filter(({ resolved }) => resolved === null);
