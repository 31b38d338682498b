/* Made-up names. */

const TRADES = [
  'Excavaciones',
  'Grúas',
  'Pinturas',
  'Estructuras',
  'Instalaciones',
  'Maderas',
  'Áridos',
  'Montajes',
];
const PLACES = ['Maipo', 'Sur', 'Norte', 'Aconcagua', 'Ñuble', 'Los Andes', 'Itata', 'Biobío'];
const FORMS = ['Ltda.', 'SpA', 'S.A.', 'EIRL', 'y Cía. Ltda.'];
const FIRST = ['Ana', 'Luis', 'Rosa', 'Pedro', 'Carla', 'Jorge', 'Elena', 'Iván', 'Marta', 'Óscar'];
const LAST = ['Soto', 'Díaz', 'Muñoz', 'Rojas', 'Pérez', 'Silva', 'Núñez', 'Vera', 'Lagos', 'Toro', 'Ibáñez'];

const of = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Different for each of the first 64. */
export const contractorName = (at: number): string =>
  `${of(TRADES, at)} ${of(PLACES, at + Math.floor(at / TRADES.length))} ${of(FORMS, at)}`;

/** Different for each of the first 110 of a contractor. */
export const workerName = (contractor: number, at: number): string =>
  `${of(FIRST, contractor + at)} ${of(LAST, contractor * 3 + at)} ${of(LAST, contractor + at * 2 + 1)} ${contractor + 1}`;

export const SITES = ['Edificio Plaza Norte', 'Puente Río Claro', 'Bodegas Lampa'];
