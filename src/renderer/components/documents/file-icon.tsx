import { type FileKind, fileKind } from '#shared/platform/files/file-kinds.ts';
import { i18next } from '../../i18n/i18n.ts';
import styles from './file-icon.module.css';

/** The symbol on the sheet and its colour, one for each group of the specification (§3). */
const LOOKS: Readonly<Record<FileKind, { mark: string; tone?: string | undefined }>> = {
  pdf: { mark: 'M8.3 17c2-1 3.4-3.6 3.4-5.3 0-1.3-1.5-1.2-1.3.2.3 2 2 3.6 4.4 3.5', tone: styles.red },
  word: { mark: 'm8.3 12 1.2 5 2-4 2 4 1.2-5', tone: styles.blue },
  spreadsheet: { mark: 'M8 12h7v5.5H8zM8 14.7h7M11 12v5.5', tone: styles.green },
  presentation: { mark: 'M8 17.5v-6h3.2a1.8 1.8 0 0 1 0 3.7H8', tone: styles.amber },
  image: { mark: 'm5.5 17.5 3.5-4 2.5 2.5 1.5-1.5 4.5 4M13.5 11.5v.01', tone: styles.violet },
  video: { mark: 'M9.3 11.7v5.6l4.8-2.8z', tone: styles.violet },
  audio: {
    mark: 'M9.8 16.6v-5l4.4-.9v4.8M9.8 16.6a1.3 1.3 0 1 1-2.6 0 1.3 1.3 0 0 1 2.6 0zM14.2 15.5a1.3 1.3 0 1 1-2.6 0',
    tone: styles.violet,
  },
  text: { mark: 'M8 11.5h7M8 14.3h7M8 17.1h4.5' },
  code: { mark: 'm9.6 12-2 2.4 2 2.4M13.4 12l2 2.4-2 2.4' },
  archive: {
    mark: 'M11.5 4.5v.01M11.5 7v.01M11.5 9.5v.01M10.2 12.5h2.6v4h-2.6zM11.5 14.5v.01',
    tone: styles.brown,
  },
  other: { mark: 'M9.6 12.6a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.7.5-.7 1M11.5 17.6v.01' },
};

/** A sheet with the symbol of its kind. The kind is given, or derived from the file's name and type. */
export function FileIcon({
  kind,
  name = '',
  type = '',
  size = 20,
}: {
  kind?: FileKind;
  name?: string;
  type?: string;
  size?: number;
}) {
  const group = kind ?? fileKind(name, type);
  const { mark, tone } = LOOKS[group];
  // Not by a hook: lists render one in each row, and the language does not change while the page is open.
  const label = i18next.t(`fileKinds.${group}`);
  return (
    <span className={`${styles.icon} ${tone ?? ''}`} role="img" aria-label={label} title={label}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M13.5 3.5V7a1 1 0 0 0 1 1H18M7 20.5h9a2 2 0 0 0 2-2V8l-4.5-4.5H7a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2z" />
        <path d={mark} />
      </svg>
    </span>
  );
}
