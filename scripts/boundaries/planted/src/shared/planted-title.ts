// planted: texts-in-catalogues
export const columns = [{ title: 'Bibliotecas', width: 26 }];
