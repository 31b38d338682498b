export interface FpmArguments {
  options: Record<string, string>;
  lists: Record<string, string[]>;
  files: [source: string, place: string][];
}
export function readArguments(args: readonly string[]): FpmArguments;
export function control(asked: FpmArguments, installedKiB: number): string;
