import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { placeHref } from '#shared/platform/hrefs.ts';
import { FileIcon } from '../../../../components/documents/file-icon.tsx';
import { FieldMessage } from '../../../../components/inputs/field.tsx';
import { UploadRow } from '../../dropdown/upload-row.tsx';
import { isUnderWay } from '../../engine/upload.ts';
import { useUploads } from '../../engine/uploads-store.ts';
import { beginAgain, closeWizard, useWizard } from '../wizard-store.ts';
import styles from './done-step.module.css';
import { useShownLimit } from './file-step.tsx';

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
      <Refused />
    </>
  );
}

/** The chosen files that could not be uploaded, with the reason: the first step, which said it, is closed by now. */
function Refused() {
  const { t } = useTranslation('upload');
  const { documents } = useWizard();
  const limit = useShownLimit();
  if (documents.length === 0) return null;
  return (
    <section className={styles.refused}>
      <h4>{t('done.refused')}</h4>
      <ul className={styles.list} aria-label={t('done.refused')}>
        {documents.map(({ id, file, problem }) => (
          <li key={id} className={styles.row}>
            <FileIcon name={file.name} type={file.type} />
            <div className="grow">
              <div className="ellipsis" title={file.name}>
                {file.name}
              </div>
              {problem && (
                <div className="meta">
                  <FieldMessage error={t(`file.problems.${problem}`, { size: limit })} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
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
