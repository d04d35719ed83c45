// Installs the page as an app, and stores the page that the browser shows while the server cannot
// be reached.
import type { Say } from '../../core/textFormat';

/** The install prompt of Chromium; other browsers install apps from their menu. */
interface Question extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  #question = $state.raw<Question | null>(null);

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.#question = event as Question;
    });
    addEventListener('appinstalled', () => (this.#question = null));
  }

  get asks(): boolean {
    return this.#question !== null;
  }

  async ask(): Promise<void> {
    const question = this.#question;
    this.#question = null;
    await question?.prompt();
  }
}

export const install = new Install();

const COLOURS = ['--ground', '--text', '--lacquer', '--lacquer-hi', '--lacquer-text'] as const;

/** Return the offline page as HTML, in the language and colors of the page. */
function away(say: Say): string {
  const look = getComputedStyle(document.documentElement);
  const colours = COLOURS.map((name) => `${name}:${look.getPropertyValue(name)}`).join(';');
  const text = (id: string): string =>
    say(id).replace(/[<&]/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
  return `<!doctype html><html lang="${document.documentElement.lang}" translate="no"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>${text('board.title')}</title>
<style>:root{${colours};color-scheme:${look.colorScheme}}
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:12px;padding:20px;
font:17px/1.4 sans-serif;background:var(--ground);color:var(--text)}
h1{margin:0;font:700 28px/1.2 serif}p{margin:0;max-width:34em}
a{width:fit-content;padding:10px 18px;color:var(--lacquer-text);background:var(--lacquer);
border:2px solid var(--lacquer-hi);border-radius:4px}</style>
<main><h1>${text('problem.no-answer')}</h1><p>${text('problem.no-answer.fix')}</p>
<p>${text('web.away.again')}</p><a href="./">${text('web.try-again')}</a></main>
<script>setInterval(() => fetch('./').then((found) => found.ok && location.reload(), () => 0), 5000 * (1 + 0.3 * Math.random()))</script>
</html>`;
}

/** Store the offline page in the cache of the browser, from which `sw.js` serves it. */
export async function keepAway(say: Say): Promise<void> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return;
  const page = new Response(away(say), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  await (await caches.open('redcathedral')).put('away', page);
  await navigator.serviceWorker.register('sw.js');
}
