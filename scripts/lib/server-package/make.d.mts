export function packageContents(root: string): Map<string, Buffer>;
export function makeServerPackage(
  root: string,
  to: string,
  options?: { readonly archive?: boolean },
): { folder: string; files: number; bytes: number; archive?: string; packed?: number };
