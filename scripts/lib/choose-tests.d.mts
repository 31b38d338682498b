export function findDomains(root: string): Map<string, string[]>;
export function chooseTests(
  asked: readonly string[],
  parts: readonly string[],
  domains: ReadonlyMap<string, readonly string[]>,
): { parts: string[]; folders: string[]; wrong?: undefined } | { wrong: string };
export function countTestFiles(root: string, part: string, folders: readonly string[]): number;
