import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '../api/session-store.ts';
import { toast } from './toast.tsx';

const shown = () => notificationsStore.getState().notifications.map(({ title, message }) => [title, message]);
const say = (about: string): void =>
  toast.counted('success', about, 'Documento sincronizado', (times) => `${times} veces`);

afterEach(() => {
  for (const { id } of notificationsStore.getState().notifications) notifications.hide(id ?? '');
});

describe('what is said again while it stands', () => {
  it('stands once, with how often it came', () => {
    for (let times = 0; times < 3; times += 1) say('downloaded');
    expect(shown()).toEqual([['Documento sincronizado', '3 veces']]);
  });

  it('is counted by what it is about', () => {
    for (const about of ['downloaded', 'downloaded', 'uploaded']) say(about);
    expect(shown().map(([, message]) => message)).toEqual(['2 veces', '1 veces']);
  });

  it('begins anew once it is gone', () => {
    say('downloaded');
    notifications.hide('downloaded');
    say('downloaded');
    expect(shown()).toEqual([['Documento sincronizado', '1 veces']]);
  });
});

it('what can be undone is offered to nobody but who did it', () => {
  useSession.setState({ status: 'signed-in' });
  toast.undo('Documento en la papelera.', () => undefined);
  expect(shown()).toHaveLength(1);
  useSession.setState({ status: 'signed-out' });
  expect(shown()).toEqual([]);
});
