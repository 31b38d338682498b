/** What a picture's header says about it. */
export interface ImageHead {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/bmp';
  /** Pixels; 0 where its head does not say. */
  readonly width: number;
  readonly height: number;
}

type Size = Pick<ImageHead, 'width' | 'height'>;
const NONE: Size = { width: 0, height: 0 };

const text = (bytes: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(bytes.buffer, bytes.byteOffset + at, length));

/** The frame of a JPEG, behind however many other parts. */
function jpeg(view: DataView): Size {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return NONE;
    const marker = view.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xff) at += 1;
    else at += 2 + (marker >= 0xd0 && marker <= 0xd8 ? 0 : view.getUint16(at + 2));
  }
  return NONE;
}

function webp(view: DataView): Size {
  const kind = text(view, 12, 4);
  const three = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  if (kind === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 };
  if (kind === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') return NONE;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The kind and size of a picture by its header; null where browsers cannot show it safely. */
export function imageHead(head: Uint8Array): ImageHead | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47 && text(view, 12, 4) === 'IHDR')
      return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
    if (text(view, 0, 3) === 'GIF')
      return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (text(view, 0, 2) === 'BM') {
      return {
        type: 'image/bmp',
        width: Math.abs(view.getInt32(18, true)),
        height: Math.abs(view.getInt32(22, true)),
      };
    }
    if (text(view, 0, 4) === 'RIFF' && text(view, 8, 4) === 'WEBP')
      return { type: 'image/webp', ...webp(view) };
    return view.getUint16(0) === 0xffd8 ? { type: 'image/jpeg', ...jpeg(view) } : null;
  } catch {
    // The file is shorter than its own header.
    return null;
  }
}
