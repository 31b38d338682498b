import './catalogue.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#shared/file-requests/deliveries.schemas.ts';
import { readDeliveryLink } from '#shared/file-requests/link-secret.ts';
import { ApiError } from '../../api/errors.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { fullName } from '../../i18n/format.ts';
import { DeliveryForm } from './delivery-form.tsx';
import { useSending } from './engine/store.ts';
import { FileList } from './file-list.tsx';
import { useDelivery } from './use-delivery.ts';

/** Why a link takes nothing, by the code of the refusal: the key of its texts. */
const OVER: Readonly<Record<string, string>> = {
  bad_code: 'unknown',
  invalid: 'unknown',
  link_expired: 'expired',
  link_closed: 'closed',
};

/**
 * The secret stands behind the hash of the address, where no server sees it. It stays there: people open the same link
 * again, and reload the page in the middle.
 */
function useSecret(): string | null {
  const [secret, setSecret] = useState(() => readDeliveryLink(window.location.hash));
  useEffect(() => {
    const look = (): void => setSecret(readDeliveryLink(window.location.hash));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return secret;
}

/** Where somebody without an account sends what they were asked for. Says nothing but what the link itself tells. */
export function Screen() {
  const secret = useSecret();
  const { t } = useTranslation('delivery');
  const { delivery, error, again } = useDelivery(secret);
  const { files, over } = useSending();
  const received = files.filter(({ status }) => status === 'done').length;
  const code = over ?? (error instanceof ApiError ? error.code : undefined);
  if (!secret) return <Over why="unknown" />;
  if (code !== undefined && Object.hasOwn(OVER, code))
    return (
      <Over why={OVER[code] ?? 'unknown'}>{received > 0 && t('over.received', { count: received })}</Over>
    );
  if (error)
    return (
      <Frame title={t('heading')} body="">
        <ErrorState title={t('failed')} error={error} onRetry={again} />
      </Frame>
    );
  if (!delivery)
    return (
      <Frame wide title={t('heading')} body={t('loading')}>
        <LoadingRows rows={3} height={44} />
      </Frame>
    );
  if (delivery.filesLeft === 0 && files.length === 0) return <Over why="full" />;
  return <Welcome key={secret} secret={secret} delivery={delivery} />;
}

/** Asks for files, and says when all have come. */
function Welcome({ secret, delivery }: { secret: string; delivery: Delivery }) {
  const { t } = useTranslation('delivery');
  const { files } = useSending();
  const [count, setCount] = useState(0);
  const received = files.filter(({ status }) => status === 'done').length;
  // Who wants to send more has the form again, until that has come too.
  const ended = received > count && received === files.length;
  if (!ended) return <DeliveryForm secret={secret} delivery={delivery} />;
  return (
    <Frame
      wide
      title={t('end.title', { count: received })}
      body={t('end.body', { by: fullName(delivery.by) })}
    >
      <FileList files={files} />
      {delivery.filesLeft > 0 && (
        <Button size="lg" fullWidth mt={24} onClick={() => setCount(received)}>
          {t('end.more')}
        </Button>
      )}
    </Frame>
  );
}

function Over({ why, children }: { why: string; children?: ReactNode }) {
  const { t } = useTranslation('delivery');
  return (
    <Frame title={t(`over.${why}`)} body={t(`over.${why}Body`)}>
      {children && <p role="status">{children}</p>}
    </Frame>
  );
}
