import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorMessage } from '../../../api/errors.ts';

/** What somebody else did meanwhile. It has the focus where the choice that had it is not offered any more. */
export function News({ comment, children }: { comment: string; children: ReactNode }) {
  const { t } = useTranslation('records');
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) alert.current?.focus();
  }, []);
  return (
    <Alert ref={alert} tabIndex={-1} color="yellow" variant="light" role="alert">
      {children} {comment.trim() !== '' && t('review.commentKept')}
    </Alert>
  );
}

/** Whether somebody else decided first, or loaded a version. */
export const wasRaced = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/**
 * The failure, unless it was that nobody answered: that is over once the server does, and says nothing about what is
 * chosen next.
 */
export const unlessUnanswered = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 0 ? undefined : error;

/** Why the review was not saved. Where nothing is chosen any more it has the focus: the button cannot keep it. */
export function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('records');
  const alert = useRef<HTMLDivElement>(null);
  const raced = wasRaced(error);
  useEffect(() => {
    if (raced) alert.current?.focus();
  }, [raced]);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
    >
      {errorMessage(error)} {raced && t('review.raced')}
    </Alert>
  );
}
