// planted: shared-knows-no-room
import type { mount } from '../../server/http/mount.ts';
export type Mount = typeof mount;
