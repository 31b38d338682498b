// planted: preload-knows-no-other-room
import { window } from '../main/window.ts';
export const bridge = window;
