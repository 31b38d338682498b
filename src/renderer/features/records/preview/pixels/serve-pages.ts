import { type DrawnPage, PIXELS_LIMITS, type PixelsAnswer, type PixelsRequest } from './messages.ts';
import { CannotShow, type Page, type Pixels } from './pages.ts';

async function draw(pages: readonly Page[], at: number): Promise<PixelsAnswer> {
  const page = pages[at];
  if (!page) return { page: at, fault: 'corrupt' };
  if (page.width * page.height > PIXELS_LIMITS.pixels) return { page: at, fault: 'pixels' };
  return { page: at, pages: pages.length, image: await asPng(await page.decode()) } satisfies DrawnPage;
}

/** The page upright and with its true proportions. */
async function asPng({ width, height, rgba, placed }: Pixels): Promise<Blob> {
  const source = new OffscreenCanvas(width, height);
  source.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  if (!placed) return source.convertToBlob();
  const { turns, mirrored, stretch } = placed;
  const [wide, high] = [Math.round(width * stretch.x), Math.round(height * stretch.y)];
  const isUpright = turns % 2 === 0;
  const target = new OffscreenCanvas(isUpright ? wide : high, isUpright ? high : wide);
  const context = target.getContext('2d');
  context?.translate(target.width / 2, target.height / 2);
  context?.rotate((turns * Math.PI) / 2);
  context?.scale(mirrored ? -1 : 1, 1);
  context?.drawImage(source, -wide / 2, -high / 2, wide, high);
  return target.convertToBlob();
}

/**
 * Makes this thread a worker that decodes the pages of one file as they are asked for. The page of the app terminates it
 * if one takes too long.
 * @param read finds the pages of a file, and decodes none yet
 */
export function servePages(read: (bytes: ArrayBuffer) => readonly Page[] | Promise<readonly Page[]>): void {
  let reading: Promise<readonly Page[]> = Promise.resolve([]);
  addEventListener('message', ({ data: { page, content } }: MessageEvent<PixelsRequest>) => {
    if (content)
      reading = content
        .arrayBuffer()
        .then(read)
        .then((pages) => pages.slice(0, PIXELS_LIMITS.pages));
    reading
      .then((pages) => draw(pages, page))
      .then(
        (answer) => postMessage(answer),
        // Too much for the memory, or no image: a file that another program may still open.
        (error) =>
          postMessage({
            page,
            fault: error instanceof CannotShow ? 'kind' : 'corrupt',
          } satisfies PixelsAnswer),
      );
  });
}
