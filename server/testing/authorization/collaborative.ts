import type { collaborativeTable } from '#shared/collaborative/collaborative.contract.ts';
import type { World } from '../authorization-world.ts';
import { wordFile, wordParagraph } from '../files/files.ts';
import { ADMIN, ANY_ADMIN, type Rows, SIGNED_IN } from './rows.ts';

let made = 0;
const template = () => {
  made += 1;
  const data = wordFile(wordParagraph('{{título}}')).toString('base64');
  return { name: `Plantilla ${made}`, file: { name: 'plantilla.docx', data } };
};
const aTemplate = async ({ clients }: World) => ({
  params: { id: (await clients.admin.ok('templateCreate', { body: template() }))._id },
});

/** Documents with several authors, and their templates. */
export const collaborativeRows: Rows<keyof typeof collaborativeTable> = {
  collaborativeCreate: {
    answers: '-xF+FFNFN',
    input: async (world) => ({
      body: {
        title: 'Acta de la reunión',
        group: world.library.id,
        template: 'acta',
        authors: [world.people.author.id],
      },
    }),
  },
  templates: { answers: SIGNED_IN },
  templateCreate: { answers: ANY_ADMIN, input: async () => ({ body: template() }) },
  templateUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aTemplate(world)), body: { rev: 0, name: template().name } }),
  },
  templateDelete: { answers: ADMIN, input: aTemplate },
  templateContent: { answers: '-x++++++N', input: aTemplate },
};
