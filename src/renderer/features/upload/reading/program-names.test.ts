import { describe, expect, it } from 'vitest';
import { isProgramName } from './program-names.ts';

describe('a name that says nothing', () => {
  it.each([
    'scan0001',
    'Scanned 12',
    'Escaneado 3',
    'Scan_20261112_093012',
    'IMG_2034',
    'IMG-20260312-WA0003',
    'SKM_C25826031215070',
    'Documento1',
    'Nuevo documento (3)',
    'Sin título 3',
    '20261112',
    'WhatsApp Image 2026-11-12 at 09.30.12',
    'Adobe Scan 12 nov. 2026',
    'CamScanner 12-11-2026 09.30',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ])('is %s', (name) => expect(isProgramName(name)).toBe(true));

  it.each([
    'Acta 12',
    'F30-1',
    'Contrato F30-1',
    'doc legal 12',
    'Imagen corporativa 2026',
    'Scanner de obra',
    'contrato_arriendo_bodega',
    'N° 45 permiso',
  ])('is not %s', (name) => expect(isProgramName(name)).toBe(false));

  // A pattern that tries every way through such a name would not end within the time that a test has.
  it.each(['1', 'a1', ' 1-', '.a1b'])('is told whatever the name is: %j again and again', (piece) => {
    expect(isProgramName(`scan${piece.repeat(60)}!`)).toBe(false);
  });
});
