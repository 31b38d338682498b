import css from 'highlight.js/lib/languages/css';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { blocksOf, type Token, type TreeNode } from './tokens.ts';

/** Highlights code in a worker: on hostile text its patterns may never finish. */
export interface ToColour {
  readonly text: string;
  readonly language: string;
}
export type Coloured = readonly (readonly Token[])[];

const lowlight = createLowlight({ css, ini, javascript, json, markdown, python, sql, typescript, xml, yaml });

addEventListener('message', ({ data }: MessageEvent<ToColour>) => {
  postMessage(blocksOf(lowlight.highlight(data.language, data.text) as TreeNode) satisfies Coloured);
});
