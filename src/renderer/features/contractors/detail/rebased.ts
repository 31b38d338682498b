import type { PartyValues } from '../party-fields.tsx';

/** What was typed over what somebody else has saved meanwhile: a field that was not touched takes theirs. */
export function rebased(typed: PartyValues, base: PartyValues, theirs: PartyValues): PartyValues {
  const isTouched = (name: keyof PartyValues): boolean =>
    name === 'contractor' ? typed.contractor?._id !== base.contractor?._id : typed[name] !== base[name];
  const names = Object.keys(theirs) as (keyof PartyValues)[];
  return { ...theirs, ...Object.fromEntries(names.filter(isTouched).map((name) => [name, typed[name]])) };
}
