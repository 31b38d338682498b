import type { HElement } from 'docx-preview';

/** Nodes of this document load no pictures and run no scripts. */
const inert = document.implementation.createHTMLDocument('');

/** Elements of text, tables, pictures and drawings: all that a text document needs, and nothing active. */
const ALLOWED = new Set(
  (
    'a article br caption col colgroup del div em figure footer h1 h2 h3 h4 h5 h6 header hr i img ins li ol p ' +
    'section span strong style wbr sub sup table tbody td tfoot th thead tr u ul ' +
    'svg g path rect circle ellipse line polyline polygon image foreignobject defs text tspan ' +
    'math mi mn mo mrow msup msub msubsup mfrac msqrt mroot mtext mtable mtr mtd munder mover munderover mstyle menclose ms'
  ).split(' '),
);
const URLS = new Set(['href', 'src', 'xlink:href', 'action', 'formaction', 'srcset', 'poster', 'data']);
/** Links within the document, and pictures that it contains. */
const harmless = (url: string): boolean =>
  url.startsWith('#') || /^data:image\/(png|jpe?g|gif|bmp|webp);/i.test(url);

/** Creates nodes for docx-preview as it does itself, without anything active. */
export function inertNode(element: HElement | Node | string): Node {
  if (typeof element === 'string') return inert.createTextNode(element);
  if (element instanceof Node) return element;
  const { ns, tagName, className, style, children, ...props } = element;
  if (tagName === '#comment') return inert.createComment('');
  const made =
    tagName === '#fragment'
      ? inert.createDocumentFragment()
      : makeElement(ALLOWED.has(tagName.toLowerCase()) ? tagName : 'span', ns);
  if (made instanceof Element) {
    if (className) made.setAttribute('class', className);
    if (typeof style === 'string') made.setAttribute('style', style);
    else if (style) {
      for (const [key, value] of Object.entries(style)) {
        if (value === undefined || value === null) continue;
        const { style: own } = made as HTMLElement;
        if (key.includes('-')) own.setProperty(key, String(value));
        else Object.assign(own, { [key]: String(value) });
      }
    }
    for (const [key, value] of Object.entries(props)) setProperty(made, key, value);
  }
  for (const child of children ?? []) made.appendChild(inertNode(child));
  return made;
}

const makeElement = (tagName: string, ns: string | undefined): Element =>
  ns ? inert.createElementNS(ns, tagName) : inert.createElement(tagName);

function setProperty(element: Element, key: string, value: unknown): void {
  if (value === undefined || value === null || /^on/i.test(key) || /html$/i.test(key)) return;
  if (URLS.has(key.toLowerCase())) {
    if (typeof value === 'string' && harmless(value)) element.setAttribute(key, value);
    return;
  }
  if (typeof value === 'object' || typeof value === 'function') return;
  if (key in element && !(element instanceof SVGElement)) Object.assign(element, { [key]: value });
  else element.setAttribute(key, String(value));
}
