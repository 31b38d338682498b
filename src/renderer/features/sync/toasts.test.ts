import './catalogue.ts';
import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/realtime/messages.ts';
import { catalogues } from '../../i18n/i18n.ts';
import { toastOf } from './toasts.ts';

/** The text that a person reads for each message. */
function said(type: Message['type']): { title: string; body: string; failed: boolean } | undefined {
  const toast = toastOf({ type });
  if (!toast) return undefined;
  const { toasts } = catalogues.sync as { toasts: Record<string, string> };
  const text = (key: string): string => (key ? (toasts[key.replace('toasts.', '')] ?? '') : '');
  return { title: text(toast.title), body: text(toast.message), failed: toast.failed === true };
}

describe('toasts of sync messages', () => {
  it('downloaded', { tags: 'spec-8.3-downloaded' }, () => {
    expect(said('downloaded')).toEqual({
      title: 'Documento sincronizado',
      body: 'Sus cambios serán guardados.',
      failed: false,
    });
  });

  it('download failed', { tags: 'spec-8.3-download-failed' }, () => {
    expect(said('download failed')).toEqual({
      title: 'No se pudo sincronizar un documento.',
      body: 'Intente descargarlo desde el registro.',
      failed: true,
    });
  });

  it('uploaded', { tags: 'spec-8.3-uploaded' }, () => {
    expect(said('uploaded')).toEqual({ title: 'Documento cargado.', body: '', failed: false });
  });

  it('upload failed', { tags: 'spec-8.3-upload-failed' }, () => {
    expect(said('upload failed')).toEqual({
      title: 'No se pudo cargar el documento.',
      body: '',
      failed: true,
    });
  });

  it('a failure that is only the next try of the same is not shown again', () => {
    expect(toastOf({ type: 'download failed', data: {} })).toBeDefined();
    expect(toastOf({ type: 'download failed', data: { repeated: true } })).toBeUndefined();
  });

  it('nothing else has one', () => {
    for (const type of ['downloading', 'uploading', 'new file', 'file changed', 'online'] as const) {
      expect(said(type)).toBeUndefined();
    }
  });
});
