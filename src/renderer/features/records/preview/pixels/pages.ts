/** One page of a file, decoded when it is asked for. */
export interface Page {
  /** Pixels, of which the file tells before they are decoded. */
  readonly width: number;
  readonly height: number;
  decode(): Promise<Pixels>;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, line by line from the upper left. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
  /** How the page is turned before it is shown; as it is where it is missing. */
  readonly placed?: Placed;
}

export interface Placed {
  /** Quarters of a turn to the right. */
  readonly turns: number;
  /** Mirrored from left to right, before it is turned. */
  readonly mirrored: boolean;
  /** How much wider, or higher, a pixel is than the other way: fax machines have lines twice as far apart. */
  readonly stretch: { readonly x: number; readonly y: number };
}

/** Its bytes are no image of this kind, or a damaged one. */
export class NoImage extends Error {}

/** A sound file of a kind that is not drawn here: whoever has another program sees it. */
export class CannotShow extends NoImage {}
