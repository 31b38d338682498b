import { IconAlertTriangle, IconClock, IconEyeOff, IconFolderCheck, IconX } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OpenFolder, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { folderReasonsHref } from '#shared/platform/hrefs.ts';
import type { Report } from '#shared/report/report.schemas.ts';
import { ComplianceBadge } from '../../components/compliance/compliance-badge.tsx';
import { FolderIcon } from '../../components/compliance/folder-icon.tsx';
import { ruleWeight, useRuleText } from '../../components/compliance/rule-words.ts';
import { formatNumber } from '../../i18n/format.ts';
import styles from './red-folders.module.css';
import { usePrinting } from './use-printing.ts';

/** Numbers of folders rendered: with the page, shortly after it; the others on click. */
const FIRST = 4;
const SHOWN = 20;

const ICONS = [IconX, IconAlertTriangle, IconClock] as const;

/** Folders that do not comply, each with its reasons. */
export function RedFolders({
  folders,
  closed,
  all,
  onAll,
}: {
  folders: Report['folders'];
  closed: boolean;
  /** Whether all loaded folders are rendered. */
  all: boolean;
  onAll: () => void;
}) {
  const { t } = useTranslation('report');
  const printing = usePrinting();
  const { red, ruled, items, hidden = 0 } = folders;
  const settled = useDeferredValue<Report['folders'] | null>(folders, null) === folders;
  const wanted = all || printing ? items.length : SHOWN;
  const shown = items.slice(0, all || printing || settled ? wanted : FIRST);
  return (
    <section className={styles.part} aria-labelledby="red-folders" data-tour="report-folders">
      <header className={styles.head}>
        <h2 id="red-folders">{t('folders.title')}</h2>
        <span className="meta">
          {t('folders.of', { red: formatNumber(red), count: ruled, number: formatNumber(ruled) })}
        </span>
      </header>
      {hidden > 0 && (
        <p className="secondary">
          <IconEyeOff size={14} aria-hidden="true" style={{ display: 'inline', verticalAlign: '-2px' }} />{' '}
          {t('folders.partial', { count: hidden })}
        </p>
      )}
      {items.length === 0 ? (
        <p className={styles.fine}>
          <IconFolderCheck size={18} aria-hidden="true" />
          {t(`folders.${ruled === 0 ? 'noRules' : 'none'}${hidden > 0 ? 'Yours' : ''}`)}
        </p>
      ) : (
        <ul className={styles.list}>
          {shown.map((item) => (
            <RedFolder key={item.folder._id} item={item} closed={closed} />
          ))}
        </ul>
      )}
      {wanted < items.length && (
        <button type="button" className="link" onClick={onAll}>
          {t('folders.more', { count: items.length - wanted })}
        </button>
      )}
      {wanted >= items.length && red > items.length && (
        <p className="meta">{t('folders.first', { count: items.length })}</p>
      )}
    </section>
  );
}

function RedFolder({ item, closed }: { item: OpenFolder; closed: boolean }) {
  const { folder, path, group, results } = item;
  const parts = path.split(' / ');
  const name = folder._id === group._id ? group.name : (parts.pop() ?? folder.name);
  const where = folder._id === group._id ? '' : [group.name, ...parts].join(' / ');
  const head = (
    <>
      <FolderIcon compliance="fail" />
      <span className={styles.name}>
        <b title={name}>{name}</b>
        {where && <small title={where}>{where}</small>}
      </span>
      <ComplianceBadge value="fail" />
    </>
  );
  return (
    <li className={styles.card}>
      {closed ? (
        <div className={styles.top}>{head}</div>
      ) : (
        <Link className={styles.top} to={folderReasonsHref(group._id, folder._id)}>
          {head}
        </Link>
      )}
      <ul className={styles.reasons}>
        {[...results]
          .sort((a, b) => ruleWeight(a) - ruleWeight(b))
          .map((result) => (
            <Reason key={result.rule._id} result={result} />
          ))}
      </ul>
    </li>
  );
}

function Reason({ result }: { result: RuleResult }) {
  const { t } = useTranslation('report');
  const ruleText = useRuleText();
  const weight = ruleWeight(result);
  const Icon = ICONS[weight] ?? IconX;
  return (
    <li data-weight={weight}>
      <Icon size={14} aria-hidden="true" />
      <span className="visually-hidden">{t(`folders.weight.${weight}`)}: </span>
      <span className={styles.why}>
        <b>{result.rule.name}</b> {ruleText(result)}
      </span>
    </li>
  );
}
