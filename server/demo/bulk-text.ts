/** Words that benchmarks search for: in ten records, in one of a hundred, and in all. */
export const BULK_WORDS = { rare: 'sismógrafo', middling: 'tronadura', common: 'archivo' } as const;

const KINDS =
  'Informe,Contrato,Acta,Protocolo,Certificado,Plano,Registro,Procedimiento,Minuta,Cotización'.split(',');
const THINGS =
  'hormigonado,excavación,enfierradura,moldaje,albañilería,impermeabilización,pintura,tabiquería,ascensores,climatización,alcantarillado,alumbrado,pavimentos,techumbre,demolición,andamios,señalética,calderas,ventanas,quincallería'.split(
    ',',
  );
const PLACES =
  'Torre A,Torre B,subterráneo,cubierta,patio norte,sector oriente,edificio corporativo,bodega,planta baja,piso 7'.split(
    ',',
  );
const PHRASES = [
  'Se revisó en terreno junto al capataz y quedó conforme.',
  'Pendiente la firma de la inspección técnica.',
  'El proveedor entregó la guía de despacho con observaciones.',
  'Corresponde al estado de pago del mes.',
  'Reemplaza al documento anterior por cambio de especificación.',
  'Incluye fotografías y el detalle de cubicaciones.',
  'La mutualidad pidió una copia para su carpeta.',
  'Se envió a la mandante por correo certificado.',
];

/** A small random generator with a seed (mulberry32), so that every run creates the same data. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(next: () => number, from: readonly T[]): T =>
  from[Math.floor(next() * from.length)] as T;

export interface BulkText {
  title: string;
  name: string;
  notes: string;
}

/** Title and notes of record `at` of `total`. */
export function bulkText(next: () => number, at: number, total: number): BulkText {
  const kind = pick(next, KINDS);
  const thing = pick(next, THINGS);
  const title = `${kind} de ${thing} ${pick(next, PLACES)} N° ${at + 1}`;
  const words = [`Documento de ${BULK_WORDS.common}.`, pick(next, PHRASES), pick(next, PHRASES)];
  if (at % 100 === 50) {
    words.push(`Faena con ${BULK_WORDS.middling} controlada.`);
  }
  if (at % Math.ceil(total / 10) === 7) {
    words.push(`Lectura del ${BULK_WORDS.rare} adjunta.`);
  }
  return { title, name: `${kind}_${thing}_${at + 1}.txt`, notes: words.join(' ') };
}
