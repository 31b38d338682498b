/**
 * Whether a file of the web build is a worker's script. Workers compile WebAssembly (the hash of an upload), which the
 * content security policy allows in workers and not in pages.
 */
export const isWorkerScript = (path: string): boolean => /worker[\w.-]*\.m?js$/i.test(path);
