import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StarterSetApplied } from '#shared/starting/starting.schemas.ts';
import { useCountWords } from './item-words.ts';
import styles from './starting.module.css';

function Places({
  title,
  to,
  places,
}: {
  title: string;
  to: string;
  places: readonly { readonly _id: string; readonly name: string }[];
}) {
  if (places.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul className={styles.places}>
        {places.map(({ _id, name }) => (
          <li key={_id}>
            <Link to={`${to}/${_id}`} className="link">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a set has made, and where to go on. */
export function Made({ made, onAgain }: { made: StarterSetApplied; onAgain: () => void }) {
  const { t } = useTranslation('starting');
  const words = useCountWords()(made.made);
  // The button that was pressed is gone: the result takes the focus, and is read.
  const focus = useCallback((title: HTMLHeadingElement | null) => title?.focus(), []);
  return (
    <section className={styles.made}>
      <IconCircleCheck size={32} aria-hidden="true" className={styles.sign} />
      <h2 tabIndex={-1} ref={focus}>
        {t('made.title')}
      </h2>
      <p>{words === '' ? t('made.nothing') : t('made.what', { what: words })}</p>
      <Places title={t('made.next')} to="/groups/edit" places={made.libraries} />
      <Places title={t('made.calendars')} to="/calendars/edit" places={made.calendars} />
      <div className={styles.ways}>
        <Button component={Link} to="/dashboard" variant="filled">
          {t('made.home')}
        </Button>
        <Button component={Link} to="/users">
          {t('made.people')}
        </Button>
        <Button variant="subtle" onClick={onAgain}>
          {t('made.again')}
        </Button>
      </div>
    </section>
  );
}
