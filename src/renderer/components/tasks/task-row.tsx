import { IconAlertTriangle, IconCalendarEvent, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isRecordState } from '#shared/access/states.ts';
import { periodWords } from '#shared/calendars/period.ts';
import type { TaskKind } from '#shared/overview/task-kinds.ts';
import type { Task } from '#shared/overview/tasks.schemas.ts';
import { useUser } from '../../api/session-store.ts';
import { fullName } from '../../i18n/format.ts';
import { FolderIcon } from '../compliance/folder-icon.tsx';
import { ruleWeight, useRuleText } from '../compliance/rule-words.ts';
import { FileIcon } from '../documents/file-icon.tsx';
import { placeOf } from '../documents/place.ts';
import { StateGlyph } from '../documents/state-pill.tsx';
import { OccurrenceSign } from '../occurrence/occurrence-mark.tsx';
import { When } from '../when.tsx';
import styles from './task-rows.module.css';
import { taskHref, useDueWords } from './task-words.ts';

/** The period of a due day, where it is a month, week or year: a day says no more than when it is due. */
const periodName = (key: string): string => (key.length < '2026-09-07'.length ? periodWords(key) : '');

/** What a row is about: its name, where it is, and who or what makes it a task. */
function useSubject(): (task: Task) => { icon: ReactNode; title: string; meta: string[] } {
  const { t } = useTranslation('tasks');
  const ruleText = useRuleText();
  const { _id: me } = useUser();
  return ({ document, occurrence, folder, reasons }) => {
    const [asked] = reasons.flatMap(({ request }) => request ?? []);
    const asks = asked && t(asked.named ? 'askedYou' : 'asked', { name: fullName(asked.by) });
    if (document) {
      const author = document.authors[0]?.user;
      const who = asks ?? (author && author._id !== me && fullName(author));
      return {
        icon: <FileIcon name={document.file.name} type={document.file.type} />,
        title: document.title,
        meta: [who || '', placeOf(document.group, document.folder)],
      };
    }
    if (occurrence) {
      return {
        icon: <OccurrenceSign status={occurrence.status} size={20} />,
        title: occurrence.obligation.title,
        meta: [
          asks ?? '',
          periodName(occurrence.period),
          occurrence.obligation.authority,
          occurrence.calendar.name,
        ],
      };
    }
    const failing = (folder?.results ?? [])
      .filter(({ status }) => status === 'fails')
      .sort((a, b) => ruleWeight(a) - ruleWeight(b));
    const [worst] = failing;
    const above = folder?.path.split(' / ').slice(0, -1) ?? [];
    return {
      icon: <FolderIcon compliance="fail" size={20} />,
      title: folder?.folder.name ?? '',
      meta: [
        worst ? `${worst.rule.name}: ${ruleText(worst).replace(/\.$/, '')}` : '',
        failing.length > 1 ? t('moreRules', { count: failing.length - 1 }) : '',
        folder && folder.folder._id !== folder.group._id ? [folder.group.name, ...above].join(' / ') : '',
      ],
    };
  };
}

/** A day of a task: red once it is over, amber within a week; always with words, the date in the tooltip. */
function Due({ kind, day }: { kind: TaskKind; day: string }) {
  const { text, exact, urgency } = useDueWords()(kind, day);
  const Icon = urgency === 'overdue' ? IconAlertTriangle : IconCalendarEvent;
  return (
    <span className={styles.due} data-urgency={urgency} title={exact}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  );
}

/** A task: what it is about, what to do, and by when or since when. The whole row leads to where it is done. */
export function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { icon, title, meta } = useSubject()(task);
  const { document, kind, reasons, since } = task;
  const days = reasons.flatMap(({ kind: reason, dueOn }) => (dueOn ? [{ reason, dueOn }] : []));
  const state = document?.state;
  // Somebody asked for a document that shows that it was done.
  const isRequested = kind === 'obligation' && reasons.some(({ request }) => request !== null);
  // Of a document: its folder does not comply, and has no task of its own. It lies in the place that the row names.
  const alsoFolder = document !== null && reasons.some((reason) => reason.kind === 'folder');
  return (
    <li className={styles.item}>
      <Link to={taskHref(task)} className={styles.row}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.about}>
          <span className={styles.title} title={title}>
            {title}
          </span>
          <span className={styles.meta}>{meta.filter(Boolean).join(' · ')}</span>
        </span>
        <span className={styles.when}>
          {days.map(({ reason, dueOn }) => (
            <Due key={reason} kind={reason} day={dueOn} />
          ))}
          {days.length === 0 && kind === 'folder' && (
            <span className={styles.due} data-urgency="overdue">
              <IconAlertTriangle size={14} aria-hidden="true" />
              {t('common:compliance.fail')}
            </span>
          )}
          {alsoFolder && (
            <span className={styles.due} data-urgency="overdue">
              <IconAlertTriangle size={14} aria-hidden="true" />
              {t('folderFails')}
            </span>
          )}
          {days.length === 0 && since && (
            <span className={styles.since}>
              <span className="visually-hidden">{t('waitsSince')} </span>
              <When value={since} />
            </span>
          )}
        </span>
        <span className={styles.action}>
          {isRecordState(state) && kind !== 'expire' && <StateGlyph state={state} size={15} />}
          {t(isRequested ? 'give' : `actions.${kind}`)}
          <IconChevronRight size={14} aria-hidden="true" />
        </span>
      </Link>
    </li>
  );
}
