// planted: mantine-style-missing
import { Timeline } from '@mantine/core';
export const component = Timeline;
