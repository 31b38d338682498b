import { t } from './texts.ts';

interface Facts {
  readonly name?: string;
  readonly rut: string | null;
  readonly contact: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly notes: string;
  readonly contractor: string | null;
}

/** The end of a RUT: the trail is read by admins, who need not have a role in the library. */
const masked = (rut: string | null): string | null => rut && `…${rut.slice(-4)}`;

/** What the trail says of a party: that there is a contact, and not whom to call. */
export const auditedFacts = ({
  name,
  rut,
  notes,
  contractor,
  ...contact
}: Facts): Record<string, unknown> => ({
  ...(name === undefined ? {} : { name }),
  rut: masked(rut),
  contractor,
  notes: notes !== '',
  contact: contact.contact !== null || contact.email !== null || contact.phone !== null,
});

const KEYS = ['name', 'rut', 'contractor', 'notes', 'contact'] as const;

/** What changed of it, before and after. A change of the contact that leaves one is said without its words. */
export function difference(before: Facts, after: Facts) {
  const changed = (key: (typeof KEYS)[number]): boolean =>
    key === 'contact'
      ? (['contact', 'email', 'phone'] as const).some((each) => before[each] !== after[each])
      : before[key] !== after[key];
  const keys = KEYS.filter(changed);
  const pick = (facts: Facts) => {
    const all = auditedFacts(facts);
    return Object.fromEntries(keys.map((key) => [key, all[key]]));
  };
  const [was, is] = [pick(before), pick(after)];
  // That there is one before and after is no change that anybody reads.
  for (const key of ['contact', 'notes'] as const)
    if (keys.includes(key) && was[key] === is[key]) [was[key], is[key]] = [t('audit.some'), t('audit.other')];
  return { before: was, after: is };
}
