import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 keep machine code of WebAssembly that it has replaced by better code. Freeing it while the embedded database
 * runs ends the whole process now and then, by a failed check of V8 itself
 * (`jit_page_->allocations_.erase(addr) == 1`, https://github.com/nodejs/node/issues/64500). What is kept is at most the
 * first code of each function, once, and goes with the database's thread.
 */
export function keepReplacedWasmCode(): void {
  setFlagsFromString('--no-wasm-code-gc');
}
