export const window = 1;
