import { useTranslation } from 'react-i18next';
import type { Compliance } from './compliance-badge.tsx';

const FILL: Readonly<Record<Compliance, string>> = {
  none: 'var(--compliance-none-fg)',
  ok: 'var(--compliance-ok-solid)',
  fail: 'var(--compliance-fail-solid)',
};
const MARK: Readonly<Record<Compliance, string>> = {
  none: 'M16.4 17.5h4.2',
  ok: 'm16.4 17.6 1.5 1.5 2.8-3',
  fail: 'm17 16 3 3m0-3-3 3',
};

/** A folder, with its compliance mark where it is known. */
export function FolderIcon({ compliance, size = 22 }: { compliance?: Compliance; size?: number }) {
  const { t } = useTranslation();
  const label = compliance ? `${t('folder')}: ${t(`compliance.${compliance}`)}` : undefined;
  return (
    <span
      style={{ flex: 'none', display: 'inline-flex' }}
      {...(label ? { role: 'img', 'aria-label': label, title: label } : {})}
    >
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M3 7.2A2.2 2.2 0 0 1 5.2 5h3.9c.4 0 .8.2 1.1.5L12 7.5h6.8A2.2 2.2 0 0 1 21 9.7v7.1a2.2 2.2 0 0 1-2.2 2.2H5.2A2.2 2.2 0 0 1 3 16.8z"
          fill="var(--manila)"
          stroke="var(--manila-line)"
          strokeWidth="1.2"
        />
        {compliance && (
          <>
            <circle cx="18.5" cy="17.5" r="5.5" fill="var(--sheet)" />
            <circle cx="18.5" cy="17.5" r="4.5" fill={FILL[compliance]} />
            <path
              d={MARK[compliance]}
              stroke="var(--sheet)"
              strokeWidth="1.4"
              strokeLinecap="round"
              strokeLinejoin="round"
              fill="none"
            />
          </>
        )}
      </svg>
    </span>
  );
}
