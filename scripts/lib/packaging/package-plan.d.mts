export type Platform = 'linux' | 'win' | 'mac';
export interface Outcome {
  platform: Platform;
  target: string;
  file?: string;
  reason?: string;
}
export const PLATFORMS: Readonly<Record<Platform, { name: string; host: string; installers: string[] }>>;
export function askedFor(
  args: readonly string[],
  host: string,
): { platform: Platform; targets: string[] }[] | { wrong: string };
export function whyNot(output: string): string;
export function report(
  outcomes: readonly Outcome[],
  about: { version: string; standIn?: string | null; unsigned?: Platform[]; updates?: string | null },
): { lines: string[]; code: number };
