import { servePages } from './serve-pages.ts';
import { tiffPages } from './tiff.ts';

servePages(tiffPages);
