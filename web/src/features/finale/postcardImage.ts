// Exports a drawing of the page as an SVG file that needs no symbols or style sheets of the page.
const SVG = 'http://www.w3.org/2000/svg';
/** The style properties to export, with their default values. */
const STYLES: Readonly<Record<string, string>> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-dasharray': 'none',
  'font-family': '',
  'font-size': '',
  'font-weight': '400',
  'text-anchor': 'start',
  opacity: '1',
  'clip-path': 'none',
};
const NOT_INHERITED = new Set(['opacity', 'clip-path']);

/** Return the text of an SVG file that looks like the drawing in the page. */
export function standaloneSvg(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  // Next to the drawing, the copy gets the same styles.
  copy.style.cssText += ';position:absolute;visibility:hidden';
  drawing.after(copy);
  try {
    for (let use = copy.querySelector('use'); use; use = copy.querySelector('use')) replaceUse(use);
    const defs = document.createElementNS(SVG, 'defs');
    copy.prepend(defs);
    for (const [id, element] of referencedElements(copy))
      if (id) defs.append(element.cloneNode(true));
    const elements = [...copy.querySelectorAll<SVGElement>('*')];
    const styles = elements.map((each) => {
      const style = getComputedStyle(each);
      return Object.keys(STYLES).map((name) => style.getPropertyValue(name));
    });
    elements.forEach((each, index) => writeStyle(each, styles[index] ?? []));
    copy.removeAttribute('style');
    copy.removeAttribute('class');
    copy.setAttribute('xmlns', SVG);
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
    return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/g, '');
  } finally {
    copy.remove();
  }
}

/** Replace a `use` element with the symbol that it shows. */
function replaceUse(use: SVGUseElement): void {
  const symbol = document.querySelector(use.getAttribute('href') ?? 'none');
  if (!symbol) {
    use.remove();
    return;
  }
  const frame = document.createElementNS(SVG, 'svg');
  for (const from of [symbol, use])
    for (const { name, value } of from.attributes)
      if (name !== 'id' && name !== 'href') frame.setAttribute(name, value);
  frame.append(...[...symbol.childNodes].map((child) => child.cloneNode(true)));
  use.replaceWith(frame);
}

function referencedElements(drawing: SVGElement): Map<string, Element> {
  const elements = new Map<string, Element>();
  for (const each of drawing.querySelectorAll('*')) {
    const style = getComputedStyle(each);
    for (const name of ['fill', 'stroke', 'clip-path']) {
      const id = /^url\("?.*#([\w-]+)"?\)/.exec(style.getPropertyValue(name))?.[1];
      const target = id && !elements.has(id) ? document.getElementById(id) : null;
      if (id && target) elements.set(id, target);
    }
  }
  return elements;
}

function writeStyle(element: SVGElement, style: readonly string[]): void {
  for (const name of element.getAttributeNames())
    if (/^(class|style|data-|aria-|role|tabindex)/.test(name) || name in STYLES)
      element.removeAttribute(name);
  Object.entries(STYLES).forEach(([name, defaultValue], index) => {
    const value = (style[index] ?? '').replace(/url\("?[^)]*#([\w-]+)"?\)/, 'url(#$1)');
    if (NOT_INHERITED.has(name) ? value !== defaultValue : needsAttribute(element, name, value))
      element.setAttribute(name, value);
  });
}

/** Return whether the element needs the property because it inherits another value. */
function needsAttribute(element: Element, name: string, value: string): boolean {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const inherited = ancestor.getAttribute(name);
    if (inherited !== null) return inherited !== value;
    if (ancestor.localName === 'svg' && !ancestor.parentElement?.closest('svg')) break;
  }
  return value !== STYLES[name];
}

export async function pngOf(text: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
