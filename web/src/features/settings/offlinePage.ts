// The page that the browser shows while it cannot reach the server.
import type { Translate } from '../../core/textFormat';

const COLOURS = ['--ground', '--text', '--lacquer', '--lacquer-hi', '--lacquer-text'] as const;

/** Return the offline page as HTML, in the language and colors of the page. */
function offlinePage(t: Translate): string {
  const style = getComputedStyle(document.documentElement);
  const colours = COLOURS.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
  const text = (id: string): string =>
    t(id).replace(/[<&]/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
  return `<!doctype html><html lang="${document.documentElement.lang}" translate="no"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>${text('board.title')}</title>
<style>:root{${colours};color-scheme:${style.colorScheme}}
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:12px;padding:20px;
font:17px/1.4 sans-serif;background:var(--ground);color:var(--text)}
h1{margin:0;font:700 28px/1.2 serif}p{margin:0;max-width:34em}
a{width:fit-content;padding:10px 18px;color:var(--lacquer-text);background:var(--lacquer);
border:2px solid var(--lacquer-hi);border-radius:4px}</style>
<main><h1>${text('problem.no-answer')}</h1><p>${text('problem.no-answer.fix')}</p>
<p>${text('web.away.again')}</p><a href="./">${text('web.try-again')}</a></main>
<script>setInterval(() => fetch('./').then((response) => response.ok && location.reload(), () => 0), 5000 * (1 + 0.3 * Math.random()))</script>
</html>`;
}

/** Store the offline page in the cache of the browser, from which `sw.js` serves it. */
export async function storeOfflinePage(t: Translate): Promise<void> {
  if (globalThis.site || !isSecureContext || !('serviceWorker' in navigator)) return;
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  await (await caches.open('redcathedral')).put('away', new Response(offlinePage(t), { headers }));
  await navigator.serviceWorker.register('sw.js');
}
