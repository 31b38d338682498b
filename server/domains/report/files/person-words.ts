/** The name of a person as files say it; empty for nobody. */
export const nameOf = (person: { readonly firstname: string; readonly lastname: string } | null): string =>
  person ? `${person.firstname} ${person.lastname}`.trim() : '';
