import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { TaskKind } from '#shared/overview/task-kinds.ts';
import { useUser } from '../../../api/session-store.ts';
import { EmptyState } from '../../../components/page/screen-states.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';

/** What a person with these roles does in Legajo, which decides what their empty list teaches. */
function partOf(
  roles: ReadonlySet<LibraryRole>,
  manages: boolean,
): 'decides' | 'writes' | 'manages' | 'reads' {
  if (roles.has('review') || roles.has('publish')) return 'decides';
  if (roles.has('upload')) return 'writes';
  return manages ? 'manages' : 'reads';
}

/** An empty list: what will stand here for somebody with these roles, and the first thing to do. */
export function NothingToDo({
  kind,
  roles,
}: {
  kind: TaskKind | undefined;
  roles: ReadonlySet<LibraryRole>;
}) {
  const { t } = useTranslation('dashboard');
  const { openUpload } = useShell();
  const { isAdmin, isManager } = useUser();
  if (kind) {
    return (
      <EmptyState icon={IconChecks} title={t(`none.${kind}.title`)}>
        {t(`none.${kind}.body`)}
      </EmptyState>
    );
  }
  const part = partOf(roles, isAdmin || isManager);
  const action = {
    decides: undefined,
    writes: openUpload && <Button onClick={() => openUpload()}>{t('cards.upload')}</Button>,
    manages: (
      <Button component={Link} to="/calendars">
        {t('openCalendars')}
      </Button>
    ),
    reads: (
      <Button component={Link} to="/records/search">
        {t('cards.browse')}
      </Button>
    ),
  }[part];
  return (
    <EmptyState icon={IconChecks} title={t(`none.${part}.title`)} action={action}>
      {t(`none.${part}.body`)}
    </EmptyState>
  );
}
