// planted: window-legajo
export const bridge = () => window.legajo;
