import { matchRoutes } from 'react-router-dom';
import { toast } from '../components/toast.tsx';
import { i18next } from '../i18n/i18n.ts';
import { router } from './router.tsx';

/** Opens the target of a link from outside the window. An unknown target opens the dashboard with a message. */
export function goFromOutside(path: string): void {
  const found = matchRoutes(router.routes, path);
  if (found && found.at(-1)?.route.path !== '*') {
    void router.navigate(path);
    return;
  }
  void router.navigate('/dashboard');
  toast.warning(i18next.t('app:strangeLink'));
}
