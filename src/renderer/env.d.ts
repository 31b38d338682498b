/// <reference types="vite/client" />

/** The product's version, written in by the build (vite.renderer.config.ts). */
declare const __APP_VERSION__: string;

interface ImportMetaEnv {
  /** Hosts of the three areas (docs/protocols/rest.md, specification §7), where they are not the page's own origin. */
  readonly VITE_API_CORE?: string;
  readonly VITE_API_DOCS?: string;
  readonly VITE_API_EVENTS?: string;
}
