/** The section of the help centre that an article belongs to. */
export const SECTIONS = [
  'start',
  'documents',
  'compliance',
  'desktop',
  'administration',
  'account',
  'config',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface Article {
  /** Part of its address (`/help?article=…`) and the name of its Markdown file. */
  readonly id: string;
  readonly title: string;
  readonly section: Section;
  /** The routes of the screens that it explains. */
  readonly routes: readonly string[];
  /** The role that its reader must have; missing where everybody may read it. */
  readonly admin?: true;
}

/** All articles in reading order. Their texts are Markdown files in the folder beside this file. */
export const ARTICLES: readonly Article[] = [
  { id: 'primeros-pasos', title: 'Primeros pasos', section: 'start', routes: ['/dashboard'] },
  {
    id: 'iniciar-sesion',
    title: 'Iniciar sesión y recuperar la contraseña',
    section: 'start',
    routes: ['/', '/password'],
  },
  { id: 'atajos', title: 'Atajos de teclado y búsqueda rápida', section: 'start', routes: [] },
  {
    id: 'navegar',
    title: 'Bibliotecas, carpetas y listas',
    section: 'documents',
    routes: ['/records/search'],
  },
  { id: 'buscar', title: 'Buscar documentos', section: 'documents', routes: [] },
  { id: 'cargar', title: 'Cargar documentos', section: 'documents', routes: [] },
  { id: 'recibir', title: 'Recibir archivos por enlace', section: 'documents', routes: ['/entregar'] },
  {
    id: 'documento',
    title: 'La página de un documento',
    section: 'documents',
    routes: ['/records/view/:_id'],
  },
  { id: 'estados', title: 'Estados: del borrador a lo publicado', section: 'documents', routes: [] },
  { id: 'versiones', title: 'Versiones, comparación y conflictos', section: 'documents', routes: [] },
  { id: 'colaborativos', title: 'Crear documentos entre varias personas', section: 'documents', routes: [] },
  {
    id: 'avisos',
    title: 'Notificaciones, pendientes y recordatorios',
    section: 'documents',
    routes: ['/notifications', '/unsubscribe/:token'],
  },
  { id: 'reglas', title: 'Reglas de cumplimiento de una carpeta', section: 'compliance', routes: [] },
  {
    id: 'contratistas',
    title: 'Contratistas y obras',
    section: 'compliance',
    routes: ['/contractors', '/contractors/:_id', '/contractors/gate/:_id'],
  },
  {
    id: 'calendarios',
    title: 'Calendarios y obligaciones',
    section: 'compliance',
    routes: ['/calendars', '/calendars/create', '/calendars/edit/:_id'],
  },
  {
    id: 'informe',
    title: 'El informe de cumplimiento',
    section: 'compliance',
    routes: ['/calendars/report', '/unsubscribe/report/:token'],
  },
  {
    id: 'sincronizacion',
    title: 'Trabajar desde las carpetas del equipo',
    section: 'desktop',
    routes: ['/sync'],
  },
  {
    id: 'este-equipo',
    title: 'Ajustes de este equipo',
    section: 'desktop',
    routes: ['/sync/computer'],
  },
  {
    id: 'usuarios',
    title: 'Personas: invitar, roles y acceso',
    section: 'administration',
    routes: ['/users', '/users/create', '/users/edit/:_id'],
    admin: true,
  },
  {
    id: 'bibliotecas',
    title: 'Administrar bibliotecas y sus integrantes',
    section: 'administration',
    routes: ['/groups', '/groups/create', '/groups/edit/:_id'],
  },
  {
    id: 'etiquetas',
    title: 'Etiquetas',
    section: 'administration',
    routes: ['/labels', '/labels/create', '/labels/edit/:_id'],
    admin: true,
  },
  {
    id: 'departamentos',
    title: 'Departamentos',
    section: 'administration',
    routes: [
      '/organizations/departments',
      '/organizations/departments/create',
      '/organizations/departments/edit/:_id',
    ],
    admin: true,
  },
  {
    id: 'organizacion',
    title: 'Datos de la organización',
    section: 'administration',
    routes: ['/organizations/profile'],
    admin: true,
  },
  {
    id: 'partida',
    title: 'Poner en marcha una organización',
    section: 'administration',
    routes: ['/settings/start'],
    admin: true,
  },
  {
    id: 'configuracion',
    title: 'Configuración',
    section: 'administration',
    routes: ['/settings'],
    admin: true,
  },
  { id: 'papelera', title: 'La papelera', section: 'administration', routes: ['/bin'], admin: true },
  { id: 'auditoria', title: 'Auditoría', section: 'administration', routes: ['/audit'], admin: true },
  {
    id: 'perfil',
    title: 'Tu perfil, tu contraseña y tus sesiones',
    section: 'account',
    routes: ['/profile'],
  },
  {
    id: 'ayuda',
    title: 'Cómo usar esta ayuda',
    section: 'start',
    routes: ['/help', '/help/config', '/help/faq'],
  },
  { id: 'instalar', title: 'Instalar y conectar la aplicación de escritorio', section: 'config', routes: [] },
  { id: 'navegador', title: 'Usar Legajo en el navegador', section: 'config', routes: [] },
  {
    id: 'calendario-personal',
    title: 'Ver tus vencimientos en otro calendario',
    section: 'config',
    routes: [],
  },
];
