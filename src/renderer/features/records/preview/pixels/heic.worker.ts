import { heicPages } from './heic.ts';
import { servePages } from './serve-pages.ts';

servePages(heicPages);
