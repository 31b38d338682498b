export function packageFiles(folder: string, path: string): string[];
