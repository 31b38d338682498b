export const channels = 1;
