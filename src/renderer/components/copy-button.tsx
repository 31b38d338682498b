import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../platform/copy-text.ts';
import { toast } from './toast.tsx';

/** For how long a button says that it copied. Milliseconds. */
const SAYS_MS = 2000;

/** A button that copies a text, and says so for a moment. */
export function CopyButton({
  value,
  children,
}: {
  value: string;
  children: (given: { copied: boolean; copy: () => void }) => ReactNode;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAYS_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    const done = await copyText(value);
    if (done) setCopied(true);
    else toast.warning(t('copyFailed'));
  };
  return children({ copied, copy: () => void copy() });
}
