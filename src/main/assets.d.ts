/** A picture as a data URL, inside the bundle. */
declare module '*.png?inline' {
  const url: string;
  export default url;
}

/** Whether this is a build for people (LEGAJO_RELEASE=1 at build time), with the fuses of electron-builder.yml. */
declare const __LEGAJO_RELEASE__: boolean;

/** It brings no types of its own. */
declare module 'proxy-from-env' {
  /** The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for an address; '' for none. */
  export function getProxyForUrl(url: string): string;
}

/** Where a release asks for newer versions of itself, and by which key (scripts/lib/packaging/updates.mjs); '' for nowhere. */
declare const __LEGAJO_UPDATES__: string;
