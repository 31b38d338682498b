import { useMemo } from 'react';
import { useUser } from '../../api/session-store.ts';
import { ARTICLES, type Article } from './articles.ts';

/** The articles that the person may read. Those about administration are for admins only. */
export function useArticles(): readonly Article[] {
  const { isAdmin } = useUser();
  return useMemo(() => ARTICLES.filter((article) => isAdmin || !article.admin), [isAdmin]);
}
