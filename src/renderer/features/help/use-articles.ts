import { useMemo } from 'react';
import { useUser } from '../../api/session-store.ts';
import { ARTICLES, type Article } from './articles.ts';

/** The articles for who is signed in: what only an admin can do is told to admins. */
export function useArticles(): readonly Article[] {
  const { isAdmin } = useUser();
  return useMemo(() => ARTICLES.filter((article) => isAdmin || !article.admin), [isAdmin]);
}
