// Exports a drawing of the page as an SVG file that needs no symbols or style sheets of the page.
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** The style properties to export, with their default values. */
const EXPORTED_STYLES: Readonly<Record<string, string>> = {
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
  'font-variant': 'normal',
  'text-anchor': 'start',
  opacity: '1',
  'clip-path': 'none',
};
const UNINHERITED_STYLES = new Set(['opacity', 'clip-path']);

/** Return the text of an SVG file that looks like the drawing in the page. */
export function standaloneSvg(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  // The copy gets the same styles because it is next to the drawing.
  copy.style.cssText += ';position:absolute;visibility:hidden';
  drawing.after(copy);
  try {
    for (let use = copy.querySelector('use'); use; use = copy.querySelector('use')) replaceUse(use);
    const defs = document.createElementNS(SVG_NAMESPACE, 'defs');
    copy.prepend(defs);
    for (const [id, element] of referencedElements(copy))
      if (id) defs.append(element.cloneNode(true));
    const elements = [...copy.querySelectorAll<SVGElement>('*')];
    const styles = elements.map((element) => {
      const style = getComputedStyle(element);
      return Object.keys(EXPORTED_STYLES).map((name) => style.getPropertyValue(name));
    });
    elements.forEach((element, index) => writeStyle(element, styles[index] ?? []));
    copy.removeAttribute('style');
    copy.removeAttribute('class');
    copy.setAttribute('xmlns', SVG_NAMESPACE);
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
  const replacement = document.createElementNS(SVG_NAMESPACE, 'svg');
  for (const source of [symbol, use])
    for (const { name, value } of source.attributes)
      if (name !== 'id' && name !== 'href') replacement.setAttribute(name, value);
  replacement.append(...[...symbol.childNodes].map((child) => child.cloneNode(true)));
  use.replaceWith(replacement);
}

/** Return the gradients, patterns and clip paths that a drawing uses, by id. */
function referencedElements(drawing: SVGElement): Map<string, Element> {
  const elements = new Map<string, Element>();
  for (const element of drawing.querySelectorAll('*')) {
    const style = getComputedStyle(element);
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
    if (/^(class|style|data-|aria-|role|tabindex)/.test(name) || name in EXPORTED_STYLES)
      element.removeAttribute(name);
  Object.entries(EXPORTED_STYLES).forEach(([name, defaultValue], index) => {
    const value = (style[index] ?? '').replace(/url\("?[^)]*#([\w-]+)"?\)/, 'url(#$1)');
    if (
      UNINHERITED_STYLES.has(name) ? value !== defaultValue : needsAttribute(element, name, value)
    )
      element.setAttribute(name, value);
  });
}

/** Return whether the element would inherit another value without its own attribute. */
function needsAttribute(element: Element, name: string, value: string): boolean {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const inherited = ancestor.getAttribute(name);
    if (inherited !== null) return inherited !== value;
    if (ancestor.localName === 'svg' && !ancestor.parentElement?.closest('svg')) break;
  }
  return value !== EXPORTED_STYLES[name];
}

let embeddedFonts: Promise<string> | undefined;

/** Return the fonts of the page as a style sheet: an image cannot load their files. */
async function fontStyles(): Promise<string> {
  const rules = [...document.styleSheets].flatMap(({ cssRules, href }) =>
    [...cssRules]
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(async ({ cssText }) => {
        const path = /url\("?([^)"]+)"?\)/.exec(cssText)?.[1] ?? '';
        const reader = new FileReader();
        reader.readAsDataURL(await (await fetch(new URL(path, href ?? document.baseURI))).blob());
        await new Promise((resolve) => (reader.onloadend = resolve));
        return cssText.replace(path, String(reader.result));
      }),
  );
  return `<style>${(await Promise.all(rules)).join('')}</style>`;
}

/** Load the text of an SVG file as an image with the fonts of the page. */
export async function loadImage(svg: string): Promise<HTMLImageElement> {
  embeddedFonts ??= fontStyles().catch(() => '');
  const text = encodeURIComponent(svg.replace('>', `>${await embeddedFonts}`));
  const image = Object.assign(new Image(), { src: `data:image/svg+xml;charset=utf-8,${text}` });
  await image.decode();
  return image;
}

/** Draw the text of an SVG file as a PNG picture. */
export async function renderPng(svg: string, width: number, height: number): Promise<Blob> {
  const image = await loadImage(svg);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Share a file, or only a text, with the dialog of the system. Return whether it opened. */
export async function shareFile(file: File, text: string): Promise<boolean> {
  for (const data of [{ files: [file], text }, { text }]) {
    if (!('canShare' in navigator) || !navigator.canShare(data)) continue;
    try {
      await navigator.share(data);
      return true;
    } catch (error) {
      if ((error as Error).name === 'AbortError') return true; // the reader closed it
    }
  }
  return false;
}
