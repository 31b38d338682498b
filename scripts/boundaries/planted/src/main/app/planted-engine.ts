// planted: main-starts-the-engine-only-by-its-host
import { engine } from '../sync/engine/engine.ts';
export const inProcess = engine;
