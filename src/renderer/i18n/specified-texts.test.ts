import { expect, it } from 'vitest';
import { theme } from '../theme/theme.ts';
import { catalogues } from './i18n.ts';

import.meta.glob('../{app,features/*,components/*}/catalogue.ts', { eager: true });

/** Texts that the specification gives word by word (§2, §5, §8), each where its screen takes it from. */
const TEXTS: readonly (readonly [key: string, text: string])[] = [
  ['upload:submit.empty', 'Por favor revisa el Documento.'],
  ['upload:submit.invalid', 'Por favor revisa los datos.'],
  ['upload:submit.generic', 'No se pudo crear el Documento.'],
  ['upload:submit.success', 'Documento creado con éxito.'],
  ['sync:toasts.downloaded', 'Documento sincronizado'],
  ['sync:toasts.downloadedBody', 'Sus cambios serán guardados.'],
  ['sync:toasts.downloadFailed', 'No se pudo sincronizar un documento.'],
  ['sync:toasts.downloadFailedBody', 'Intente descargarlo desde el registro.'],
  ['sync:toasts.uploaded', 'Documento cargado.'],
  ['sync:toasts.uploadFailed', 'No se pudo cargar el documento.'],
  ['upload:labels.error', 'Error'],
  ['upload:labels.nothing', 'No se encontraron resultados'],
  ['upload:labels.failed', 'Hubo un problema al hacer la solicitud'],
  ['upload:list.logFailed', 'Hubo un problema cargando el registro. Inténtalo denuevo.'],
  ['upload:clear.title', 'Hay cargas en curso.'],
  ['upload:uploading.title', 'Hay cargas en curso.'],
  ['upload:confirm.box', 'Confirmo que la información es la correcta.'],
  ['app:noTour', 'El tutorial estará disponible proximamente.'],
  ['upload:labels.max', 'Puedes elegir hasta {{max}} etiquetas.'],
  ['upload:labels.selected_other', '{{count}} etiquetas elegidas'],
  ['upload:details.none', 'Nada coincide'],
];

it.each(TEXTS)('%s stands as the specification has it', { tags: 'spec-8.5-upload-log' }, (key, text) => {
  const [namespace = '', path = ''] = key.split(':');
  let node: unknown = catalogues[namespace];
  for (const part of path.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
  expect(node).toBe(text);
});

it('the theme breaks at 321, 769, 993 and 1201 px (docs/domain/limits.md)', {
  tags: 'spec-9.6-breakpoints',
}, () => {
  const pixels = (em = ''): number => Number.parseFloat(em) * 16;
  const { xs, sm, md, lg } = theme.breakpoints ?? {};
  expect([xs, sm, md, lg].map(pixels)).toEqual([321, 769, 993, 1201]);
});
