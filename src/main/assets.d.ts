/** A picture as a data URL, inside the bundle. */
declare module '*.png?inline' {
  const url: string;
  export default url;
}

/** Whether this is a build for people (LEGAJO_RELEASE=1 at build time), with the fuses of electron-builder.yml. */
declare const __LEGAJO_RELEASE__: boolean;
