import { Button } from '@mantine/core';
import {
  IconArrowsDiff,
  IconDots,
  IconDownload,
  IconFileAlert,
  IconRestore,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { STATE } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { StatePill } from '../../components/documents/state-pill.tsx';
import { Menu } from '../../components/menu.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { When } from '../../components/when.tsx';
import { WriteButton, WriteItem } from '../../components/write.tsx';
import { formatSize, fullName } from '../../i18n/format.ts';
import { startDownload } from './actions/start-download.ts';
import type { NewVersion } from './actions/use-new-version.ts';
import { useAction } from './queries.ts';
import styles from './versions-panel.module.css';

/** All versions, newest first, with their actions. Conflicts come first. */
export function VersionsPanel({
  record,
  versions,
  newVersion,
  onCompare,
}: {
  record: Record;
  versions: UseQueryResult<Version[]>;
  newVersion: NewVersion;
  /** Opens the comparison of the first version with the second. */
  onCompare: (before: string, after: string) => void;
}) {
  const { t } = useTranslation('records');
  if (versions.isPending) return <LoadingRows rows={3} height={60} />;
  if (versions.isError) {
    return (
      <ErrorState
        title={t('versions.failed')}
        error={versions.error}
        onRetry={() => void versions.refetch()}
      />
    );
  }
  const open = versions.data.filter((each) => each.conflict && !each.settled && each.status === 'ready');
  return (
    <>
      {record.may.addVersion && record.currentVersion && (
        <WriteButton
          className={styles.add ?? ''}
          loading={newVersion.running}
          leftSection={<IconUpload size={16} aria-hidden="true" />}
          onClick={({ currentTarget }) => newVersion.choose(currentTarget)}
        >
          {t('actions.newVersion')}
        </WriteButton>
      )}
      {open.map((conflict) => (
        <Conflict key={conflict._id} record={record} version={conflict} onCompare={onCompare} />
      ))}
      <ol className={styles.list}>
        {versions.data.map((version) => (
          <VersionRow
            key={version._id}
            record={record}
            version={version}
            against={comparedWith(version, versions.data)}
            onCompare={onCompare}
          />
        ))}
      </ol>
    </>
  );
}

/** The version to compare with: the current one; for the current one, the version before it. */
function comparedWith(version: Version, all: readonly Version[]): Version | undefined {
  const ready = all.filter((each) => each.status === 'ready' && each._id !== version._id);
  if (!version.current) return ready.find((each) => each.current) ?? ready[0];
  return ready.find((each) => !each.conflict && (each.number ?? 0) < (version.number ?? 0)) ?? ready[0];
}

function Conflict({
  record,
  version,
  onCompare,
}: {
  record: Record;
  version: Version;
  onCompare: (before: string, after: string) => void;
}) {
  const { t } = useTranslation('records');
  const use = useAction('versionUse', t('versions.used'));
  const keep = useAction('versionKeep', t('versions.kept'));
  const current = record.currentVersion;
  return (
    <section className={styles.conflict} aria-label={t('versions.conflict')}>
      <h3>{t('versions.conflict')}</h3>
      <p className="secondary">
        {t('versions.conflictBody', { number: version.number, name: fullName(version.createdBy) })}
      </p>
      {record.may.addVersion && current && (
        <div className="buttons">
          <WriteButton
            loading={use.running}
            onClick={() => use.run({ params: { id: version._id }, body: { base: current._id } })}
          >
            {t('versions.use')}
          </WriteButton>
          <WriteButton loading={keep.running} onClick={() => keep.run({ params: { id: version._id } })}>
            {t('versions.keep')}
          </WriteButton>
          <Button
            variant="subtle"
            leftSection={<IconArrowsDiff size={16} aria-hidden="true" />}
            onClick={() => onCompare(current._id, version._id)}
          >
            {t('versions.compare')}
          </Button>
        </div>
      )}
      <p className="meta">{t('versions.nothingLost')}</p>
    </section>
  );
}

function VersionRow({
  record,
  version,
  against,
  onCompare,
}: {
  record: Record;
  version: Version;
  against: Version | undefined;
  onCompare: (before: string, after: string) => void;
}) {
  const { t } = useTranslation('records');
  const restore = useAction('versionRestore', t('versions.restored'));
  const discard = useAction('versionDiscard', t('versions.discarded'));
  const current = record.currentVersion;
  const ready = version.status === 'ready';
  const canRestore = ready && record.may.addVersion && current !== null && !version.current;
  const canDiscard =
    version.current && version.state === STATE.draft && record.publishedVersion !== null && record.may.edit;
  const marks = [
    version.current && t('versions.current'),
    version.published && t('versions.published'),
    version.conflict && t('versions.inConflict'),
    version.discarded && t('versions.wasDiscarded'),
  ].filter(Boolean);
  return (
    <li className={`${styles.version} ${version.discarded ? styles.discarded : ''}`}>
      <PersonAvatar person={version.createdBy} />
      <div className="grow">
        <p className={styles.head}>
          <b>
            {version.number === null
              ? `${t(`versions.${version.status}`)} · ${version.name}`
              : t('version', { number: version.number })}
          </b>
          {ready && <StatePill state={version.state} plain />}
        </p>
        <p className="meta">
          {fullName(version.createdBy)} · <When value={version.createdAt} />
          {version.size !== null && ` · ${formatSize(version.size)}`} · {t(`origins.${version.origin}`)}
        </p>
        {version.sender && <p className="meta">{t('receivedBy', version.sender)}</p>}
        {marks.length > 0 && <p className="meta">{marks.join(' · ')}</p>}
        {version.unfinished && (
          <p className={styles.unfinished}>
            <IconFileAlert size={15} aria-hidden="true" />
            {t(`versions.unfinished.${version.unfinished}`)}
          </p>
        )}
        {version.comment && <p className={styles.comment}>{version.comment}</p>}
      </div>
      {ready && (
        <Menu position="bottom-end">
          <Menu.Target>
            <button
              type="button"
              className={styles.more}
              aria-label={t('versions.more', { number: version.number })}
            >
              <IconDots size={16} aria-hidden="true" />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => startDownload(version._id)}
            >
              {t('actions.download')}
            </Menu.Item>
            {against && (
              <Menu.Item
                leftSection={<IconArrowsDiff size={16} aria-hidden="true" />}
                onClick={() => {
                  const older = (version.number ?? 0) < (against.number ?? 0);
                  onCompare(older ? version._id : against._id, older ? against._id : version._id);
                }}
              >
                {t('versions.compare')}
              </Menu.Item>
            )}
            {canRestore && (
              <WriteItem
                leftSection={<IconRestore size={16} aria-hidden="true" />}
                onClick={() => restore.run({ params: { id: version._id }, body: { base: current._id } })}
              >
                {t('versions.restore')}
              </WriteItem>
            )}
            {canDiscard && (
              <WriteItem
                color="red"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                onClick={() => discard.run({ params: { id: version._id } })}
              >
                {t('versions.discard')}
              </WriteItem>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
