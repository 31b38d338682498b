import type { DirectoryGroup, LibraryRole } from '#shared/access/roles.ts';
import type { RetentionEvent } from '#shared/keeping/retention.ts';
import { type LibraryName, type Persona, rut } from './documents/row.ts';

/** The password of every demo person. */
export const DEMO_PASSWORD = 'Legajo-2026';

export const demoEmail = (persona: Persona): string => `${persona}@legajo.test`;

interface DemoUser {
  persona: Persona;
  firstname: string;
  lastname: string;
  rut: string;
  department: string;
  roles: readonly DirectoryGroup[];
  /** Description of the person in the console's list of sign-ins. */
  role: string;
}

interface DemoLibrary {
  name: LibraryName;
  description: string;
  department: string;
  members: readonly (readonly [Persona, readonly LibraryRole[]])[];
  defaultLabels: readonly string[];
}

interface DemoLabel {
  name: string;
  /** Name of an icon in the fixed list. */
  icon: string;
  children?: readonly DemoLabel[];
  /** Libraries where it may be assigned; empty for all. */
  libraries?: readonly LibraryName[];
}

interface DemoFolder {
  library: LibraryName;
  /** Names joined by ` / `; parents are listed first. */
  path: string;
  defaultLabels?: readonly string[];
}

interface DemoDocumentType {
  name: string;
  code: string;
  retentionYears: number;
  retentionFrom: RetentionEvent;
  retentionBasis: string | null;
  reviewMonths: number | null;
}

const BUILDERS = [
  ['autora', ['upload']],
  ['revisor', ['upload', 'review']],
  ['publicadora', ['publish']],
  ['lectora', []],
] as const satisfies DemoLibrary['members'];

/** Constructora Andes SpA, which the first `npm start` creates (names and RUTs are invented). */
export const demoOrganization = {
  name: 'Constructora Andes SpA',
  taxId: rut(76_412_905),
  email: 'contacto@legajo.test',
  phone: '+56 2 2555 0148',
  address: 'Avenida Providencia 2653, oficina 1204, Santiago',
  timezone: 'America/Santiago',
  departments: ['Gerencia', 'Calidad', 'Prevención de riesgos', 'Oficina técnica', 'Recursos humanos'],
  users: [
    person('admin', 'Alejandra', 'Muñoz Riquelme', 11_480_227, 'Gerencia', 'administra la organización', [
      'admin',
    ]),
    person('autora', 'Carolina', 'Oyarzún Pérez', 15_664_390, 'Prevención de riesgos', 'carga documentos'),
    person('revisor', 'Rodrigo', 'Fuentealba Soto', 13_905_418, 'Calidad', 'carga y revisa'),
    person('publicadora', 'Marcela', 'Ibáñez Cortés', 12_217_763, 'Gerencia', 'publica'),
    person('lectora', 'Javiera', 'Núñez Lagos', 18_330_952, 'Oficina técnica', 'solo lee'),
    person(
      'gestora',
      'Patricia',
      'Vergara Leiva',
      14_071_286,
      'Recursos humanos',
      'gestora: calendarios e informe',
      ['manager'],
    ),
    person('sinbiblioteca', 'Tomás', 'Araya Godoy', 19_245_608, 'Oficina técnica', 'sin biblioteca asignada'),
  ] satisfies readonly DemoUser[],
  libraries: [
    {
      name: 'Calidad',
      description: 'Planes, procedimientos, protocolos y certificados del sistema de gestión.',
      department: 'Calidad',
      members: [...BUILDERS, ['admin', ['upload', 'review', 'publish']]],
      defaultLabels: ['Calidad'],
    },
    {
      name: 'Prevención y obras',
      description: 'Seguridad, contratistas y antecedentes de cada obra.',
      department: 'Prevención de riesgos',
      members: BUILDERS,
      defaultLabels: ['Prevención'],
    },
    {
      name: 'Personas',
      description: 'Contratos de trabajo, nóminas, finiquitos y políticas internas.',
      department: 'Recursos humanos',
      members: [
        ['gestora', ['upload', 'review']],
        ['publicadora', ['publish']],
      ],
      defaultLabels: ['Laboral'],
    },
  ] satisfies readonly DemoLibrary[],
  labels: [
    {
      name: 'Calidad',
      icon: 'rosette',
      children: [
        { name: 'Plan', icon: 'map' },
        { name: 'Procedimiento', icon: 'list-check' },
        { name: 'Protocolo', icon: 'clipboard-check' },
        { name: 'Calibración', icon: 'ruler' },
        { name: 'Auditoría', icon: 'search' },
        { name: 'Capacitación', icon: 'school' },
      ],
    },
    {
      name: 'Prevención',
      icon: 'shield-check',
      children: [
        { name: 'Trabajo en altura', icon: 'ladder' },
        { name: 'Matriz de riesgo', icon: 'alert-triangle' },
        { name: 'EPP', icon: 'helmet' },
        { name: 'Charla', icon: 'message' },
      ],
    },
    {
      name: 'Obra',
      icon: 'crane',
      children: [
        { name: 'Mirador del Maipo', icon: 'building' },
        { name: 'Bodega Lampa', icon: 'building-warehouse' },
        {
          name: 'Especialidad',
          icon: 'tool',
          children: [
            { name: 'Hormigón', icon: 'cube' },
            { name: 'Instalaciones', icon: 'bolt' },
          ],
        },
        { name: 'Plano', icon: 'dimensions' },
        { name: 'Fotografía', icon: 'photo' },
        { name: 'Acta', icon: 'writing' },
      ],
    },
    { name: 'Contratistas', icon: 'users-group', libraries: ['Prevención y obras', 'Calidad'] },
    {
      name: 'Administración',
      icon: 'briefcase',
      children: [
        { name: 'Contrato', icon: 'file-text' },
        { name: 'Seguro', icon: 'umbrella' },
        { name: 'Cotizaciones', icon: 'receipt' },
      ],
    },
    {
      name: 'Laboral',
      icon: 'user',
      libraries: ['Personas'],
      children: [
        { name: 'Finiquito', icon: 'file-off', libraries: ['Personas'] },
        { name: 'Nómina', icon: 'cash', libraries: ['Personas'] },
      ],
    },
  ] satisfies readonly DemoLabel[],
  folders: [
    { library: 'Calidad', path: 'Planes de calidad', defaultLabels: ['Plan'] },
    { library: 'Calidad', path: 'Procedimientos', defaultLabels: ['Procedimiento'] },
    { library: 'Calidad', path: 'Certificados de calibración', defaultLabels: ['Calibración'] },
    { library: 'Calidad', path: 'Protocolos', defaultLabels: ['Protocolo'] },
    { library: 'Calidad', path: 'Protocolos / Hormigón', defaultLabels: ['Protocolo', 'Hormigón'] },
    { library: 'Calidad', path: 'Protocolos / Instalaciones', defaultLabels: ['Protocolo', 'Instalaciones'] },
    { library: 'Calidad', path: 'Auditorías', defaultLabels: ['Auditoría'] },
    { library: 'Prevención y obras', path: 'Prevención de riesgos', defaultLabels: ['Prevención'] },
    { library: 'Prevención y obras', path: 'Prevención de riesgos / Procedimientos de trabajo seguro' },
    {
      library: 'Prevención y obras',
      path: 'Prevención de riesgos / Matrices de riesgo',
      defaultLabels: ['Matriz de riesgo'],
    },
    { library: 'Prevención y obras', path: 'Prevención de riesgos / Charlas', defaultLabels: ['Charla'] },
    { library: 'Prevención y obras', path: 'Prevención de riesgos / EPP', defaultLabels: ['EPP'] },
    { library: 'Prevención y obras', path: 'Obra Mirador del Maipo', defaultLabels: ['Mirador del Maipo'] },
    {
      library: 'Prevención y obras',
      path: 'Obra Mirador del Maipo / Actas',
      defaultLabels: ['Acta', 'Mirador del Maipo'],
    },
    {
      library: 'Prevención y obras',
      path: 'Obra Mirador del Maipo / Contratos',
      defaultLabels: ['Contrato'],
    },
    {
      library: 'Prevención y obras',
      path: 'Obra Mirador del Maipo / Fotografías',
      defaultLabels: ['Fotografía'],
    },
    { library: 'Prevención y obras', path: 'Obra Mirador del Maipo / Planos', defaultLabels: ['Plano'] },
    { library: 'Prevención y obras', path: 'Contratistas', defaultLabels: ['Contratistas'] },
    { library: 'Prevención y obras', path: 'Contratistas / Eléctrica Aconcagua' },
    { library: 'Prevención y obras', path: 'Contratistas / Hormigones del Valle' },
    { library: 'Prevención y obras', path: 'Contratistas / Montajes Cordillera' },
    { library: 'Prevención y obras', path: 'Trabajadores', defaultLabels: ['Capacitación'] },
    { library: 'Prevención y obras', path: 'Trabajadores / Carmen Llanquileo Ruiz' },
    { library: 'Prevención y obras', path: 'Trabajadores / Elías Cayupi Marín' },
    { library: 'Prevención y obras', path: 'Trabajadores / Hernán Arancibia Toro' },
    { library: 'Prevención y obras', path: 'Trabajadores / Ignacio Sandoval Prieto' },
    { library: 'Prevención y obras', path: 'Trabajadores / Nicolás Painemal Curín' },
    { library: 'Personas', path: 'Contratos de trabajo', defaultLabels: ['Contrato', 'Laboral'] },
    { library: 'Personas', path: 'Finiquitos', defaultLabels: ['Finiquito'] },
    { library: 'Personas', path: 'Nóminas', defaultLabels: ['Nómina'] },
    { library: 'Personas', path: 'Políticas', defaultLabels: ['Laboral'] },
  ] satisfies readonly DemoFolder[],
  documentTypes: [
    type('Plan', 'PLAN', 10, 12),
    type('Procedimiento', 'PROC', 10, 12, 'obsolescence'),
    type('Procedimiento de trabajo seguro', 'PTS', 10, 12),
    type('Política o reglamento', 'POL', 10, 12, 'obsolescence'),
    type('Protocolo', 'PROT', 10),
    type('Certificado', 'CERT', 5),
    type('Registro', 'REG', 5),
    type('Matriz de riesgo', 'MAT', 10, 12),
    type('Informe', 'INF', 5),
    type('Capacitación', 'CAP', 5),
    type('Acta', 'ACTA', 10),
    type('Plano', 'PLANO', 10),
    type('Fotografía', 'FOTO', 5),
    type('Contrato', 'CONT', 6),
    type('Certificado F30-1', 'F30-1', 5),
    type('Cotizaciones previsionales', 'COT', 6),
    type('Estado de pago', 'EP', 6, null, 'creation', 'Código Tributario, artículos 17 y 200'),
    type('Finiquito', 'FIN', 6),
    type('Nómina', 'NOM', 6),
  ] satisfies readonly DemoDocumentType[],
};

export type { DemoDocumentType, DemoFolder, DemoLabel, DemoLibrary, DemoUser };

function person(
  persona: Persona,
  firstname: string,
  lastname: string,
  number: number,
  department: string,
  role: string,
  roles: readonly DirectoryGroup[] = [],
): DemoUser {
  return { persona, firstname, lastname, rut: rut(number), department, role, roles };
}

function type(
  name: string,
  code: string,
  retentionYears: number,
  reviewMonths: number | null = null,
  retentionFrom: RetentionEvent = 'creation',
  retentionBasis: string | null = null,
): DemoDocumentType {
  return { name, code, retentionYears, retentionFrom, retentionBasis, reviewMonths };
}

const demoEmails: ReadonlySet<string> = new Set(
  demoOrganization.users.map(({ persona }) => demoEmail(persona)),
);
/** Whether an account belongs to the demo, whose password is public. */
export const isDemoEmail = (email: string): boolean => demoEmails.has(email);
