import { describe, expect, it } from 'vitest';
import { ARTICLES } from './articles.ts';
import { helpSearch } from './search.ts';
import { questions } from './texts.ts';

/** What people type when they need help, by the article (or the question of the FAQ) that answers it. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  'primeros-pasos': ['cómo empiezo', 'primeros pasos', 'por dónde parto', 'soy nuevo', 'qué es legajo'],
  'iniciar-sesion': [
    'olvidé mi contraseña',
    'no puedo entrar',
    'recuperar clave',
    'cómo inicio sesión',
    'no me llega el código para la contraseña',
    'mi cuenta está bloqueada',
    'login',
  ],
  atajos: ['atajos de teclado', 'ctrl k', 'shortcuts', 'teclas rápidas'],
  navegar: [
    'mover un documento a otra carpeta',
    'crear carpeta',
    'descargar varios en zip',
    'cambiar nombre de carpeta',
  ],
  buscar: [
    'buscar dentro de un pdf',
    'filtrar por fecha',
    'guardar una búsqueda',
    'no encuentro un documento',
    'buscar por etiqueta',
  ],
  cargar: [
    'subir archivos',
    'cargar muchos archivos',
    'tamaño máximo de archivo',
    'por qué no acepta mi archivo',
    'arrastrar archivos',
    'se cortó la carga',
    'upload',
  ],
  recibir: [
    'pedir archivos a alguien sin cuenta',
    'enlace para recibir archivos',
    'que un contratista me envíe un contrato',
    'revocar un enlace',
  ],
  documento: [
    'ver un word',
    'imprimir un documento',
    'comentar un documento',
    'compartir con alguien',
    'cambiar el título',
  ],
  estados: [
    'aprobar un documento',
    'publicar',
    'rechazar una revisión',
    'qué significa borrador',
    'pedir revisión',
    'documento obsoleto',
  ],
  versiones: [
    'volver a una versión anterior',
    'comparar versiones',
    'subir una versión nueva',
    'conflicto',
    'deshacer cambios',
  ],
  colaborativos: ['escribir entre varios', 'plantillas', 'documento colaborativo'],
  avisos: [
    'dejar de recibir correos',
    'notificaciones',
    'crear un recordatorio',
    'mis pendientes',
    'demasiados avisos',
  ],
  reglas: ['carpeta que no cumple', 'reglas de cumplimiento', 'documento vencido', 'qué documentos faltan'],
  calendarios: [
    'f30-1',
    'crear una obligación',
    'marcar como cumplido',
    'vencimientos',
    'quién es responsable',
    'adjuntar evidencia',
  ],
  contratistas: [
    'contratistas y obras',
    'agregar trabajadores desde una planilla',
    'quién puede entrar a la obra',
    'asignar trabajadores a una obra',
    'acreditación de contratistas',
    'portería',
  ],
  informe: [
    'informe de cumplimiento',
    'exportar a excel el cumplimiento',
    'auditoría externa mandante',
    'congelar el informe',
  ],
  sincronizacion: [
    'sincronizar carpetas',
    'no sincroniza',
    'trabajar sin internet',
    'pausar la sincronización',
    'archivos en conflicto',
  ],
  'este-equipo': [
    'cambiar la carpeta donde se guardan',
    'límite de velocidad',
    'qué bibliotecas se sincronizan',
  ],
  usuarios: [
    'invitar a una persona',
    'importar personas desde excel',
    'deshabilitar a alguien que se fue',
    'el correo no llega',
    'dar permisos de administrador',
    'reenviar invitación',
    'totp de otra persona',
  ],
  bibliotecas: [
    'crear biblioteca',
    'dar acceso a una biblioteca',
    'archivar biblioteca',
    'roles de biblioteca',
    'permisos',
  ],
  etiquetas: ['crear etiqueta', 'unir etiquetas'],
  departamentos: ['organigrama', 'crear departamento'],
  organizacion: ['cambiar el logo', 'zona horaria', 'nombre de la empresa'],
  configuracion: [
    'feriados',
    'tipos de documento',
    'años de conservación',
    'probar el correo',
    'política de contraseñas',
    'exigir verificación en dos pasos',
  ],
  papelera: ['recuperar un documento eliminado', 'borrar para siempre', 'retención legal', 'vaciar papelera'],
  auditoria: ['quién borró un documento', 'historial de cambios', 'bitácora', 'exportar auditoría'],
  partida: ['empezar desde cero', 'configurar una empresa nueva', 'conjuntos de partida'],
  perfil: [
    'cambiar mi contraseña',
    'activar totp',
    'segundo factor',
    'cerrar sesión en otro equipo',
    'códigos de recuperación',
  ],
  instalar: ['instalar en windows', 'descargar la aplicación de escritorio', 'dirección del servidor'],
  navegador: ['usar en el celular', 'funciona en chrome'],
  'calendario-personal': ['ver vencimientos en outlook', 'google calendar', 'suscribirme al calendario'],
};

describe('the help finds what people ask', () => {
  const search = helpSearch(ARTICLES);
  const all = Object.entries(ASKED).flatMap(([article, texts]) =>
    texts.map((text) => [text, article] as const),
  );

  it('in a hundred ways', () => expect(all.length).toBeGreaterThanOrEqual(100));

  it.each(all)('%s', (text, article) => {
    const articles = search(text)
      .map(({ to }) => to)
      .filter((to) => to.includes('article='));
    expect(articles.slice(0, 3)).toContain(`/help?article=${article}`);
  });

  it('puts the answer of the FAQ before an article that has the words too', () => {
    const asked = search('perdí el teléfono de los códigos').map(({ title }) => title);
    expect(questions().some(({ question }) => question === asked[0])).toBe(true);
  });
});
