import { foldText } from '../platform/texts/text.ts';

/**
 * The signs that a label may carry: names of Tabler’s icons, what they are called, and the words by which one looks
 * for them. The server takes no other; the page draws each (components/label-icon).
 */
// biome-ignore format: read as a table
export const LABEL_ICONS = [
  ['tag', 'Etiqueta', 'etiqueta rótulo marca'],
  ['tags', 'Etiquetas', 'etiquetas varias'],
  ['bookmark', 'Marcador', 'marcador favorito guardar'],
  ['star', 'Estrella', 'estrella favorito destacado'],
  ['flag', 'Bandera', 'bandera hito meta'],
  ['file', 'Hoja', 'archivo documento hoja'],
  ['file-text', 'Documento con texto', 'documento texto contrato'],
  ['file-check', 'Documento aprobado', 'documento aprobado'],
  ['file-off', 'Documento terminado', 'documento término finiquito'],
  ['file-certificate', 'Documento certificado', 'certificado documento'],
  ['file-dollar', 'Presupuesto', 'presupuesto documento dinero'],
  ['files', 'Documentos', 'documentos copias'],
  ['folder', 'Carpeta', 'carpeta'],
  ['archive', 'Archivador', 'archivador histórico caja'],
  ['clipboard-check', 'Protocolo', 'protocolo control verificación'],
  ['clipboard-list', 'Registro', 'lista registro'],
  ['list-check', 'Procedimiento', 'procedimiento lista pasos'],
  ['checklist', 'Lista de verificación', 'lista de verificación'],
  ['certificate', 'Certificado', 'certificado diploma'],
  ['rosette', 'Calidad', 'calidad sello premio'],
  ['award', 'Reconocimiento', 'premio reconocimiento'],
  ['medal', 'Medalla', 'medalla premio'],
  ['signature', 'Firma', 'firma'],
  ['writing', 'Redacción', 'acta escritura redacción'],
  ['pencil', 'Lápiz', 'lápiz edición borrador'],
  ['notebook', 'Cuaderno', 'cuaderno libro de obra'],
  ['book', 'Libro', 'libro manual'],
  ['books', 'Libros', 'libros biblioteca normas'],
  ['mail', 'Correo', 'correo carta'],
  ['message', 'Charla', 'mensaje charla'],
  ['speakerphone', 'Difusión', 'difusión aviso comunicación'],
  ['phone', 'Teléfono', 'teléfono contacto'],
  ['calendar', 'Calendario', 'calendario fecha'],
  ['calendar-event', 'Evento', 'evento vencimiento'],
  ['calendar-check', 'Plazo cumplido', 'cumplido plazo'],
  ['clock', 'Reloj', 'reloj hora plazo'],
  ['hourglass', 'Espera', 'espera plazo'],
  ['history', 'Historial', 'historial'],
  ['refresh', 'Renovación', 'renovación ciclo'],
  ['search', 'Búsqueda', 'búsqueda auditoría'],
  ['eye', 'Observación', 'observación visita'],
  ['map', 'Plan', 'plan mapa'],
  ['map-pin', 'Lugar', 'lugar ubicación terreno'],
  ['route', 'Ruta', 'ruta recorrido'],
  ['world', 'Mundo', 'mundo internacional'],
  ['building', 'Edificio', 'edificio obra oficina'],
  ['buildings', 'Edificios', 'edificios sucursales'],
  ['building-warehouse', 'Bodega', 'bodega almacén'],
  ['building-factory', 'Fábrica', 'fábrica planta industria'],
  ['building-bank', 'Institución', 'banco institución fiscalía'],
  ['home', 'Casa', 'casa vivienda'],
  ['crane', 'Grúa', 'grúa obra construcción'],
  ['backhoe', 'Maquinaria', 'retroexcavadora maquinaria'],
  ['forklift', 'Montacargas', 'montacargas grúa horquilla'],
  ['truck', 'Camión', 'camión transporte despacho'],
  ['ambulance', 'Ambulancia', 'ambulancia emergencia'],
  ['tool', 'Herramienta', 'herramienta mantención'],
  ['tools', 'Herramientas', 'herramientas taller'],
  ['hammer', 'Martillo', 'martillo construcción'],
  ['ladder', 'Escalera', 'escalera altura'],
  ['helmet', 'Casco', 'casco epp protección'],
  ['ruler', 'Regla', 'regla medida calibración'],
  ['dimensions', 'Plano', 'plano dimensiones'],
  ['scale', 'Balanza', 'balanza equilibrio'],
  ['microscope', 'Microscopio', 'microscopio laboratorio'],
  ['flask', 'Laboratorio', 'laboratorio química'],
  ['test-pipe', 'Muestra', 'muestra ensayo'],
  ['temperature', 'Temperatura', 'temperatura'],
  ['gauge', 'Medidor', 'medidor instrumento'],
  ['cube', 'Cubo', 'cubo hormigón material'],
  ['box', 'Caja', 'caja bulto'],
  ['package', 'Paquete', 'paquete producto'],
  ['barcode', 'Código de barras', 'código de barras inventario'],
  ['bolt', 'Electricidad', 'electricidad energía instalaciones'],
  ['flame', 'Fuego', 'fuego incendio'],
  ['fire-extinguisher', 'Extintor', 'extintor incendio'],
  ['droplet', 'Agua', 'agua gota'],
  ['leaf', 'Medio ambiente', 'hoja medio ambiente'],
  ['recycle', 'Reciclaje', 'reciclaje residuos'],
  ['trash', 'Basura', 'basura residuos'],
  ['alert-triangle', 'Alerta', 'alerta riesgo peligro'],
  ['alert-circle', 'Atención', 'atención aviso'],
  ['shield', 'Escudo', 'escudo seguridad'],
  ['shield-check', 'Prevención', 'prevención seguridad protegido'],
  ['lock', 'Candado', 'candado reservado'],
  ['key', 'Llave', 'llave acceso'],
  ['umbrella', 'Seguro', 'seguro paraguas póliza'],
  ['heart-rate-monitor', 'Salud', 'salud mutual exámenes'],
  ['stethoscope', 'Médico', 'médico salud'],
  ['first-aid-kit', 'Primeros auxilios', 'primeros auxilios botiquín'],
  ['virus', 'Virus', 'virus higiene'],
  ['user', 'Persona', 'persona trabajador'],
  ['users', 'Personas', 'personas equipo'],
  ['users-group', 'Cuadrilla', 'contratistas grupo cuadrilla'],
  ['user-check', 'Persona habilitada', 'persona habilitada'],
  ['id-badge', 'Credencial', 'credencial identificación'],
  ['school', 'Capacitación', 'capacitación curso'],
  ['briefcase', 'Maletín', 'trabajo maletín comercial'],
  ['cash', 'Dinero', 'dinero nómina sueldo'],
  ['credit-card', 'Tarjeta', 'tarjeta pago'],
  ['receipt', 'Boleta', 'boleta cotizaciones recibo'],
  ['calculator', 'Calculadora', 'calculadora contabilidad'],
  ['chart-bar', 'Gráfico', 'gráfico indicadores'],
  ['chart-line', 'Tendencia', 'tendencia indicadores'],
  ['report', 'Informe', 'informe reporte'],
  ['gavel', 'Ley', 'ley juicio legal'],
  ['contract', 'Contrato', 'contrato acuerdo'],
  ['photo', 'Fotografía', 'fotografía imagen'],
  ['camera', 'Cámara', 'cámara fotografía'],
  ['cloud', 'Nube', 'nube'],
] as const;

export type LabelIconName = (typeof LABEL_ICONS)[number][0];

export const LABEL_ICON_NAMES = LABEL_ICONS.map(([name]) => name) as [LabelIconName, ...LabelIconName[]];

/** Until somebody chooses another one. */
export const DEFAULT_LABEL_ICON: LabelIconName = 'tag';

export const isLabelIcon = (name: string): name is LabelIconName =>
  (LABEL_ICON_NAMES as readonly string[]).includes(name);

/** The signs whose name or words begin like every word of a search, accents and case aside; all of them for none. */
export function findLabelIcons(text: string): LabelIconName[] {
  const asked = foldText(text).split(/\s+/).filter(Boolean);
  return LABEL_ICONS.filter(([name, label, words]) => {
    const known = foldText(`${name.replaceAll('-', ' ')} ${label} ${words}`).split(' ');
    return asked.every((word) => known.some((each) => each.startsWith(word)));
  }).map(([name]) => name);
}

/** What a sign is called, for those who hear it. */
export const labelIconName = (name: LabelIconName): string =>
  LABEL_ICONS.find((row) => row[0] === name)?.[1] ?? name;
