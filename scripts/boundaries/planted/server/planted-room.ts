// planted: server-knows-no-other-room
import { window } from '../src/main/window.ts';
export const desktop = window;
