import './catalogue.ts';
import type { Task } from '#shared/overview/tasks.schemas.ts';
import { TaskRow } from './task-row.tsx';
import styles from './task-rows.module.css';
import { useLinkKeys } from './use-link-keys.ts';

/** Tasks one below the other, for the keyboard as one list. */
export function TaskRows({ tasks, label }: { tasks: readonly Task[]; label: string }) {
  const keys = useLinkKeys<HTMLUListElement>();
  return (
    <ul className={styles.list} aria-label={label} {...keys}>
      {tasks.map((task) => (
        <TaskRow key={task._id} task={task} />
      ))}
    </ul>
  );
}
