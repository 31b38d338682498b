export interface UpdatesSaid {
  url: string;
  publicKey: string;
  stage: number;
  key: string;
}
export function updatesFromEnvironment(
  env?: Record<string, string | undefined>,
): Promise<UpdatesSaid | { wrong: string } | null>;
export function writeFeedOf(
  platform: string,
  installers: readonly string[],
  version: string,
  updates: UpdatesSaid,
): Promise<string | null>;
