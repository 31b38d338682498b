import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 keep machine code of WebAssembly that it has replaced by better code. Freeing it while the embedded database
 * runs sometimes ends the whole process, by a failed check in V8 (`jit_page_->allocations_.erase(addr) == 1`,
 * https://github.com/nodejs/node/issues/64500). At most the first code of each function is kept, once, and is freed
 * with the database's thread.
 */
export function keepReplacedWasmCode(): void {
  setFlagsFromString('--no-wasm-code-gc');
}
