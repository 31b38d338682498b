export function tar(files: Iterable<readonly [string, Buffer]>, seconds: number): Buffer;
