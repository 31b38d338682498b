// planted: services-below-http
import { mount } from '../http/mount.ts';
export const service = mount;
