// planted: services-below-http
import { mount } from '../../platform/http/mount.ts';

export const service = mount;
