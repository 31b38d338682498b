// planted: shared-knows-no-room
import type { mount } from '../../server/platform/http/mount.ts';
export type Mount = typeof mount;
