import { call } from '../../api/client.ts';
import { i18next } from '../../i18n/i18n.ts';
import { toast } from '../toast.tsx';
import styles from './table-import.module.css';

/** Takes an import back, and names what had to stay with the reason. @param id of the import. @returns whether it was */
export async function undoImport(id: string): Promise<boolean> {
  const text = (key: string, values: Record<string, string | number> = {}): string =>
    i18next.t(`table-import:${key}`, values);
  try {
    const { undone, kept } = await call('importUndo', { params: { id } });
    if (undone > 0) toast.success(text('undone', { count: undone }));
    if (kept.length > 0)
      toast.notice(
        <>
          {text('kept')}
          <ul className={styles.kept}>
            {kept.map(({ name, reason }) => (
              <li key={`${name} ${reason}`}>{text('keptItem', { name, reason })}</li>
            ))}
          </ul>
        </>,
      );
    return true;
  } catch (error) {
    toast.error(text('undoFailed'), error);
    return false;
  }
}
