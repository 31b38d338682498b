import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { syncChannel } from '#shared/realtime/channels.ts';
import { ENVELOPE_VERSION, type Message } from '#shared/realtime/messages.ts';
import { call } from '../../api/client.ts';
import { newId } from '../../api/http.ts';
import { joinChannel, listen, sendMessage, useRealtime } from '../../api/realtime.ts';
import { useUser } from '../../api/session-store.ts';
import { toast } from '../../components/toast.tsx';
import { type SubmitDocument, type UploadSeed, useShell } from '../../hooks/shell-actions.ts';
import { toastOf } from './toasts.ts';

/** Submits the wizard for a file that is on a desktop: that desktop creates the record. */
function submitTo(channel: string, client: string, localId: string): SubmitDocument {
  return async (body) => {
    const operation = await call('operationCreate', { body: { client, type: 'create record' } });
    await sendMessage(channel, {
      v: ENVELOPE_VERSION,
      id: newId(),
      opId: operation.opId,
      token: operation.token,
      type: 'create record',
      data: {
        localId,
        fields: {
          title: body.title,
          notes: body.notes ?? '',
          group: body.group,
          state: body.state,
          labels: body.labels,
          ...(body.folder ? { folder: body.folder } : {}),
          ...(body.documentType ? { documentType: body.documentType } : {}),
          ...(body.scope ? { scope: body.scope } : {}),
        },
      },
    });
    return {};
  };
}

function seedOf(message: Message<'new file'>, channel: string, client: string): UploadSeed {
  const { file, folder, localId } = message.data;
  return {
    group: folder.groupId,
    folder: folder.folderId ?? null,
    described: [
      {
        name: file.name,
        type: file.type ?? '',
        size: file.size,
        lastModified: file.date ? new Date(`${file.date}T12:00:00`).getTime() : Date.now(),
      },
    ],
    submit: submitTo(channel, client, localId),
  };
}

/**
 * Listens to the person's desktops, also in a browser: shows how transfers end, and opens the wizard for a new file.
 */
export function useSyncChannels(): void {
  const { t } = useTranslation('sync');
  const user = useUser();
  const desktops = useRealtime((state) => state.desktops);
  const { openUpload } = useShell();
  const open = useRef(openUpload);
  open.current = openUpload;
  const clients = desktops.map((each) => each.clientId).join(' ');

  useEffect(() => {
    const ids = clients.split(' ').filter(Boolean);
    const leave = ids.map((client) => joinChannel(syncChannel(user._id, client)));
    return () => {
      for (const each of leave) each();
    };
  }, [clients, user._id]);

  useEffect(
    () =>
      listen((message, channel) => {
        const words = toastOf(message);
        if (words) {
          const body = words.message ? t(words.message) : '';
          toast.counted(words.failed ? 'error' : 'success', message.type, t(words.title), (times) =>
            [body, times > 1 && t('toasts.times', { count: times })].filter(Boolean).join(' '),
          );
        }
        if (message.type !== 'new file') return;
        const client = channel.split(':').at(-1) ?? '';
        const seed = seedOf(message as Message<'new file'>, channel, client);
        // Does not replace an open dialog: the file waits in the desktop's panel.
        if (document.querySelector('[role="dialog"]')) {
          toast.info((message as Message<'new file'>).data.file.name, t('toasts.newFile'));
        } else open.current?.(seed);
      }),
    [t],
  );
}
