// planted: uploads-below-services
import { mount } from '../http/mount.ts';

export const planted = mount;
