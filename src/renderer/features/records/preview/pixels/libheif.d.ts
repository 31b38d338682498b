/** What is used of libheif-js; its own types describe the functions of the compiled library only. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface Target {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    /** Calls back with the filled target, or null where the image cannot be decoded. */
    display(target: Target, done: (drawn: Target | null) => void): void;
  }
  interface Libheif {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] | undefined };
  }
  export default function createLibheif(): Libheif | Promise<Libheif>;
}
