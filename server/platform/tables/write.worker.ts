/* The thread in which files for export are made. */

/** A job for the thread: the function, its module and its arguments. */
export interface WriteJob {
  readonly module: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

export default async ({ module, name, given }: WriteJob): Promise<unknown> => {
  const found: Record<string, (...each: readonly unknown[]) => unknown> = await import(module);
  return found[name]?.(...given);
};
