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
const OWN = new Set(['opacity', 'clip-path']); // not handed down to what is inside

/** Return the text of an SVG file that looks like the drawing in the page. */
export function standalone(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  // next to the drawing the copy gets the same styles
  copy.style.cssText += ';position:absolute;visibility:hidden';
  drawing.after(copy);
  try {
    for (let use = copy.querySelector('use'); use; use = copy.querySelector('use')) inline(use);
    const defs = document.createElementNS(SVG, 'defs');
    copy.prepend(defs);
    for (const [id, found] of referred(copy)) if (id) defs.append(found.cloneNode(true));
    const inside = [...copy.querySelectorAll<SVGElement>('*')];
    const styles = inside.map((each) => {
      const style = getComputedStyle(each);
      return Object.keys(STYLES).map((name) => style.getPropertyValue(name));
    });
    inside.forEach((each, index) => write(each, styles[index] ?? []));
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
function inline(use: SVGUseElement): void {
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

function referred(drawing: SVGElement): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const each of drawing.querySelectorAll('*')) {
    const style = getComputedStyle(each);
    for (const name of ['fill', 'stroke', 'clip-path']) {
      const id = /^url\("?.*#([\w-]+)"?\)/.exec(style.getPropertyValue(name))?.[1];
      const target = id && !found.has(id) ? document.getElementById(id) : null;
      if (id && target) found.set(id, target);
    }
  }
  return found;
}

function write(element: SVGElement, style: readonly string[]): void {
  for (const name of element.getAttributeNames())
    if (/^(class|style|data-|aria-|role|tabindex)/.test(name) || name in STYLES)
      element.removeAttribute(name);
  Object.entries(STYLES).forEach(([name, plain], index) => {
    const value = (style[index] ?? '').replace(/url\("?[^)]*#([\w-]+)"?\)/, 'url(#$1)');
    if (OWN.has(name) ? value !== plain : isSaid(element, name, value))
      element.setAttribute(name, value);
  });
}

/** Return whether the element needs the property because it inherits another value. */
function isSaid(element: Element, name: string, value: string): boolean {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const said = around.getAttribute(name);
    if (said !== null) return said !== value;
    if (around.localName === 'svg' && !around.parentElement?.closest('svg')) break;
  }
  return value !== STYLES[name];
}

export async function picture(text: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png');
  });
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
