import { useCallback, useEffect, useState } from 'react';
import type { Delivery } from '#shared/file-requests/deliveries.schemas.ts';
import { call } from '../../api/client.ts';
import { openSending, useSending } from './engine/store.ts';

interface Opened {
  readonly delivery?: Delivery;
  readonly error?: unknown;
}

/** What a link asks for, and what this tab has sent by it. Asked anew after each file that came. */
export function useDelivery(secret: string | null) {
  const [{ delivery, error }, setOpened] = useState<Opened>({});
  const received = useSending(({ files }) => files.filter(({ status }) => status === 'done').length);
  const ask = useCallback(async (): Promise<void> => {
    if (!secret) return;
    try {
      await openSending(secret);
      setOpened({ delivery: await call('deliveryOpen', { body: { secret } }) });
    } catch (error) {
      // What is known of the link stays: it is the sending that says what happened meanwhile.
      setOpened((before) => (before.delivery ? before : { error }));
    }
  }, [secret]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file that came leaves less room
  useEffect(() => void ask(), [ask, received]);
  const again = (): void => {
    setOpened({});
    void ask();
  };
  return { delivery, error, again };
}
