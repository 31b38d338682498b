/** What is used of pdfmake. Its own package of types brings the types of browsers along, which no server has. */
declare module 'pdfmake' {
  /** A text, or a node of pdfmake: what it is, it says by the names of its properties. */
  export type Content = string | number | ContentNode;
  export interface ContentNode {
    readonly text?: string | number | readonly Content[];
    readonly stack?: readonly Content[];
    readonly columns?: readonly Content[];
    readonly canvas?: readonly Readonly<Record<string, string | number>>[];
    /** A PNG or JPEG as a `data:` address, and the points within which it is drawn. */
    readonly image?: string;
    readonly fit?: readonly [number, number];
    readonly table?: Table;
    readonly layout?: TableLayout | 'noBorders';
    readonly width?: number | 'auto' | '*';
    readonly colSpan?: number;
    readonly fontSize?: number;
    readonly lineHeight?: number;
    readonly bold?: boolean;
    readonly color?: string;
    readonly fillColor?: string;
    readonly alignment?: 'left' | 'center' | 'right';
    /** Left, top, right, bottom. */
    readonly margin?: readonly [number, number, number, number];
    readonly marginTop?: number;
    readonly marginBottom?: number;
    readonly columnGap?: number;
    readonly unbreakable?: boolean;
    readonly pageBreak?: 'before';
    /** A bookmark, by this text or its own. */
    readonly outline?: boolean;
    readonly outlineText?: string;
  }
  export interface Table {
    readonly widths: readonly (number | 'auto' | '*')[];
    readonly body: readonly (readonly Content[])[];
    readonly headerRows?: number;
    readonly keepWithHeaderRows?: number;
    readonly dontBreakRows?: boolean;
  }
  type Line<T> = (at: number, node: { readonly table: Table }) => T;
  export interface TableLayout {
    readonly hLineWidth?: Line<number>;
    readonly vLineWidth?: Line<number>;
    readonly hLineColor?: Line<string>;
    readonly vLineColor?: Line<string>;
    readonly paddingLeft?: Line<number>;
    readonly paddingRight?: Line<number>;
    readonly paddingTop?: Line<number>;
    readonly paddingBottom?: Line<number>;
  }
  export interface Definition {
    readonly pageSize: 'A4';
    readonly pageOrientation: 'landscape';
    readonly pageMargins: readonly [number, number, number, number];
    readonly version: '1.7';
    readonly language: string;
    readonly displayTitle: boolean;
    readonly info: Readonly<Record<string, string | Date>>;
    readonly defaultStyle: Readonly<Record<string, string | number>>;
    readonly footer: (page: number, pages: number) => Content;
    readonly content: readonly Content[];
  }
  const pdfmake: {
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    setFonts(fonts: Readonly<Record<string, Readonly<Record<'normal' | 'bold', string>>>>): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Uint8Array> };
  };
  export default pdfmake;
}
