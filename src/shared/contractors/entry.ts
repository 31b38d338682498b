import type { Colour } from '../compliance/roll-up.ts';

/** "¿Puede entrar?": whether somebody may enter a site today. `unknown` is no permission. */
export const LIGHTS = ['yes', 'no', 'unknown'] as const;
export type Light = (typeof LIGHTS)[number];

export const ENTRY_REASONS = [
  'not_assigned',
  'site_ended',
  'ended',
  'contractor_ended',
  'missing',
  'contractor_missing',
  'no_rules',
  'contractor_no_rules',
  'unsure',
] as const;
export type EntryReason = (typeof ENTRY_REASONS)[number];

/** How a party stands by the rules of its folder and those below. */
export interface PartyStanding {
  readonly colour: Colour;
  /** Whether something that it was judged by has changed and it was not judged again yet. */
  readonly unsure: boolean;
}

export interface Entrant {
  /** No longer works here. */
  readonly ended: boolean;
  readonly standing: PartyStanding;
}

/**
 * Whether a worker may enter a site (docs/domain/contractors.md): a `no` wins over what is not known, and only what is
 * known to be in order is a `yes`.
 * @param contractor whom they work for; null for somebody of the organization's own
 */
export function judgeEntry(
  worker: Entrant & { readonly assigned: boolean },
  contractor: Entrant | null,
  site: { readonly ended: boolean },
): { light: Light; reasons: EntryReason[] } {
  const no: EntryReason[] = [];
  const unknown: EntryReason[] = [];
  if (site.ended) no.push('site_ended');
  if (!worker.assigned) no.push('not_assigned');
  if (worker.ended) no.push('ended');
  if (contractor?.ended) no.push('contractor_ended');
  if (worker.standing.colour === 'fail') no.push('missing');
  if (contractor?.standing.colour === 'fail') no.push('contractor_missing');
  if (worker.standing.colour === 'none') unknown.push('no_rules');
  if (contractor?.standing.colour === 'none') unknown.push('contractor_no_rules');
  if (worker.standing.unsure || contractor?.standing.unsure) unknown.push('unsure');
  const light = no.length > 0 ? 'no' : unknown.length > 0 ? 'unknown' : 'yes';
  return { light, reasons: [...no, ...unknown] };
}
