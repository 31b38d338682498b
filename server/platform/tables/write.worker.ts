/* Files that people take along are made in a thread of this. */

/** What the thread is asked: which function of which module, and what it is given. */
export interface WriteJob {
  readonly module: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

export default async ({ module, name, given }: WriteJob): Promise<unknown> => {
  const found: Record<string, (...each: readonly unknown[]) => unknown> = await import(module);
  return found[name]?.(...given);
};
