import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import styles from './comparison.module.css';
import type { WhyNot } from './why-not.ts';

/** Another view of the same two versions. */
export interface OtherView {
  readonly view: 'content' | 'pages';
  readonly open: () => void;
}

export interface WithoutProps {
  /** The versions that stand in the way, each with the reason. */
  readonly versions: readonly { readonly number: number | null; readonly why: WhyNot }[];
  /** Undefined where there is none that has more. */
  readonly other: OtherView | undefined;
}

/** Said in place of a comparison: why there is none here, and the way to the view that may have one. */
export function Without({ versions, other }: WithoutProps) {
  const { t } = useTranslation('records');
  return (
    <div className={styles.without}>
      <div role="status">
        {sentences(t, versions).map((each) => (
          <p key={each}>{each}</p>
        ))}
      </div>
      {other && versions.every(({ why }) => typeof why === 'object') && (
        <Button className={styles.goTo ?? ''} onClick={other.open}>
          {t(`compare.goTo.${other.view}`)}
        </Button>
      )}
    </div>
  );
}

/** Both at once where they are alike in what nearly always is so for both. */
function sentences(t: TFunction<'records'>, versions: WithoutProps['versions']): string[] {
  if (versions.length > 1) {
    if (versions.every(({ why }) => why === 'encrypted')) return [t('compare.both.encrypted')];
    if (versions.every(({ why }) => isNotRead(why))) return [t('compare.both.notRead')];
  }
  return versions.map(({ number, why }) => sentence(t, number ?? 0, why));
}

const isNotRead = (why: WhyNot): boolean => typeof why === 'object' && 'text' in why && why.text === 'kind';

function sentence(t: TFunction<'records'>, number: number, why: WhyNot): string {
  if (typeof why === 'string') return t(`compare.${why}`, { number });
  if ('pages' in why) {
    const known = why.pages === 'kind' || why.pages === 'unavailable' ? 'none' : why.pages;
    return t(`compare.pages.faults.${known}`, { number });
  }
  if (isNotRead(why)) return t('compare.notRead', { number });
  return `${t('compare.noText', { number })} ${t(`text.reasons.${why.text}`)}`;
}
