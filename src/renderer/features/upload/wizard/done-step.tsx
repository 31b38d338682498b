import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { placeHref } from '#shared/platform/hrefs.ts';
import { UploadRow } from '../dropdown/upload-row.tsx';
import { isUnderWay } from '../engine/upload.ts';
import { useUploads } from '../engine/uploads-store.ts';
import styles from './done-step.module.css';
import { beginAgain, closeWizard, useWizard } from './wizard-store.ts';

const addressOf = (record: string): string => `/records/view/${record}`;

/** The uploads of the documents that this wizard created. */
function useCreated() {
  const created = useWizard((state) => state.created);
  const list = useUploads((state) => state.list);
  return created.map((each) => ({ ...each, now: list.find(({ id }) => id === each.upload) }));
}

function Headline() {
  const { t } = useTranslation('upload');
  const created = useCreated();
  const { seed } = useWizard();
  const uploads = created.flatMap(({ now }) => (now ? [now] : []));
  const failed = uploads.some(({ status }) => status === 'errored' || status === 'needs-file');
  const [title, body] = seed.submit
    ? [t('done.elsewhere'), t('done.elsewhereBody')]
    : uploads.some(isUnderWay)
      ? [t('done.underWay'), t('done.underWayBody')]
      : failed
        ? [t('done.failed'), t('done.failedBody')]
        : [t('done.finished', { count: created.length }), t('done.finishedBody')];
  return (
    <div className={styles.head} role="status">
      <h3>{title}</h3>
      <p>{body}</p>
    </div>
  );
}

/** The progress of each document. The person may close the wizard at any time. */
export function DoneStep() {
  const { t } = useTranslation('upload');
  const created = useCreated();
  return (
    <>
      <Headline />
      <ul className={styles.list}>
        {created.map(({ id, title, record, now }) =>
          now ? (
            <UploadRow key={id} upload={now} linked={created.length > 1} onOpen={closeWizard} />
          ) : (
            <li key={id} className={styles.row}>
              <b className="grow ellipsis">{title}</b>
              {record && created.length > 1 && (
                <Link className="link" to={addressOf(record)} onClick={closeWizard}>
                  {t('done.go')}
                </Link>
              )}
            </li>
          ),
        )}
      </ul>
    </>
  );
}

export function DoneActions() {
  const { t } = useTranslation('upload');
  const { created, details } = useWizard();
  const [only] = created.length === 1 ? created : [];
  const made = created.some(({ record }) => record);
  return (
    <>
      <span className="grow" />
      <Button onClick={beginAgain}>{t('done.again')}</Button>
      {only?.record ? (
        <Button component={Link} to={addressOf(only.record)} variant="filled" onClick={closeWizard}>
          {t('done.go')}
        </Button>
      ) : made && details.group ? (
        <Button
          component={Link}
          to={placeHref(details.group, details.folder)}
          variant="filled"
          onClick={closeWizard}
        >
          {t('done.goAll')}
        </Button>
      ) : (
        <Button variant="filled" onClick={closeWizard}>
          {t('close')}
        </Button>
      )}
    </>
  );
}
