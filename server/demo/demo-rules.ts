import { type RuleInput, ruleCreate } from '#shared/compliance/compliance.schemas.ts';
import { addMonths, type Day, dayIn } from '#shared/platform/days.ts';
import type { Actor } from '../platform/actor.ts';
import type { Services } from '../services.ts';
import type { DemoPlaces } from './demo-organization.ts';
import type { LibraryName, Persona } from './documents/row.ts';
import { demoOrganization } from './organization.ts';

interface DemoRule extends Pick<RuleInput, 'name' | 'appliesTo' | 'validity'> {
  readonly library: LibraryName;
  /** Path of its folder. */
  readonly folder: string;
  readonly code: string;
  /** Code of the document type that it requires. */
  readonly type: string;
  readonly more?: Partial<
    Pick<RuleInput, 'minCount' | 'periodicity' | 'severity' | 'warnDays' | 'legalBasis'>
  >;
  readonly responsible?: Persona;
  readonly exempt?: { readonly folder: string; readonly reason: string; readonly until: Day };
}

/**
 * The demo's plan was issued on this day. The end of its rule is always within half a year, so that it is "por vencer".
 */
const PLAN_ISSUED = '2026-01-12';
const HALF_YEAR = 6;

function planMonths(today: Day): number {
  let months = 2 * HALF_YEAR;
  while (addMonths(PLAN_ISSUED, months) <= today) months += HALF_YEAR;
  return months;
}

/** Rules that give folders each colour: grey without rules, green, green that ends soon, and red. */
const demoRules = (today: Day): readonly DemoRule[] => [
  {
    ...{ library: 'Calidad', folder: 'Procedimientos', code: 'CAL-01', type: 'PROC', appliesTo: 'folder' },
    name: 'Procedimientos obligatorios publicados',
    validity: { basis: 'none' },
    more: { minCount: 2, legalBasis: 'ISO 9001:2015, 7.5' },
  },
  {
    ...{ library: 'Calidad', folder: 'Planes de calidad', code: 'CAL-02', type: 'PLAN', appliesTo: 'folder' },
    name: 'Plan de calidad revisado',
    validity: { basis: 'issuedOn', months: planMonths(today) },
    more: { warnDays: [190, 90, 30], legalBasis: 'ISO 9001:2015, 8.1' },
    responsible: 'revisor',
  },
  {
    ...{
      library: 'Calidad',
      folder: 'Certificados de calibración',
      code: 'CAL-03',
      type: 'CERT',
      appliesTo: 'folder',
    },
    name: 'Equipos de medición calibrados',
    validity: { basis: 'expiresOn' },
    more: { minCount: 2, legalBasis: 'ISO 9001:2015, 7.1.5' },
    responsible: 'autora',
  },
  {
    ...{
      library: 'Prevención y obras',
      folder: 'Prevención de riesgos',
      code: 'PRE-01',
      type: 'POL',
      appliesTo: 'folder',
    },
    name: 'Reglamento interno vigente',
    validity: { basis: 'expiresOn' },
    more: { legalBasis: 'Código del Trabajo, art. 153' },
  },
  {
    ...{
      library: 'Prevención y obras',
      folder: 'Contratistas',
      code: 'ACR-01',
      type: 'F30-1',
      appliesTo: 'eachChild',
    },
    name: 'Certificado F30-1 del mes',
    validity: { basis: 'period', graceDays: 20 },
    more: { periodicity: 'monthly', legalBasis: 'Código del Trabajo, art. 183-C' },
    responsible: 'autora',
  },
  {
    ...{
      library: 'Prevención y obras',
      folder: 'Contratistas',
      code: 'ACR-02',
      type: 'CONT',
      appliesTo: 'eachChild',
    },
    name: 'Contrato de subcontratación vigente',
    validity: { basis: 'expiresOn' },
    more: { legalBasis: 'Código del Trabajo, art. 183-A' },
    exempt: {
      folder: 'Contratistas / Hormigones del Valle',
      reason: 'Proveedor con orden de compra: no hace faenas en la obra.',
      until: '2027-06-30',
    },
  },
  {
    ...{
      library: 'Prevención y obras',
      folder: 'Contratistas',
      code: 'ACR-03',
      type: 'COT',
      appliesTo: 'eachChild',
    },
    name: 'Cotizaciones previsionales al día',
    validity: { basis: 'none' },
    more: { severity: 'warning', legalBasis: 'D.L. 3.500, art. 19' },
  },
  {
    ...{
      library: 'Prevención y obras',
      folder: 'Trabajadores',
      code: 'ACR-04',
      type: 'CAP',
      appliesTo: 'eachChild',
    },
    name: 'Inducción de obra',
    validity: { basis: 'none' },
    more: { legalBasis: 'D.S. 44, art. 15' },
    responsible: 'autora',
  },
];

/** Gives the demo's folders their rules. Existing rules stay as they are. */
export async function makeRules(
  services: Services,
  places: DemoPlaces,
  folderOf: (library: LibraryName, path: string) => string,
  actors: (persona: Persona) => Promise<Actor>,
): Promise<void> {
  const actor = await actors('publicadora');
  const today = dayIn(demoOrganization.timezone, services.deps.now());
  for (const { library, folder, type, more, responsible, exempt, ...rule } of demoRules(today)) {
    const at = folderOf(library, folder);
    const { rules } = await services.rules.list(actor, at);
    if (rules.some((each) => each.code === rule.code)) continue;
    const body = ruleCreate.parse({
      ...rule,
      ...more,
      folder: at,
      match: { documentType: places.types.get(type) ?? null },
      responsible: responsible ? places.people.get(responsible) : null,
      exemptions: exempt ? [{ ...exempt, folder: folderOf(library, exempt.folder) }] : [],
    } satisfies RuleInput);
    await services.rules.create(actor, body);
  }
}
