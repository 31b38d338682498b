/**
 * Whether a file of the web build is a worker's script. Workers compile WebAssembly (the hash of an upload), which the
 * content security policy allows to them and to no page.
 */
export const isWorkerScript = (path: string): boolean => /worker[\w.-]*\.m?js$/i.test(path);
