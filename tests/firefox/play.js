// Plays a game in Firefox: node play.js FIREFOX ADDRESS. Clicks random targets until the game is
// over, and prints the scores and errors of the page as JSON. An address without a table is that of
// the site: begins the first game there, and prints its result by the server in the page as well.
import puppeteer from 'puppeteer-core';

const [program, address] = process.argv.slice(2);
const CLICKS = 5_000;
const MAX_IGNORED = 3; // clicks at once: buttons ignore a click soon after they have changed
/** Used only without another target: a random game would give all its prestige away. */
const LAST_RESORT = new Set(['marker', 'reroll']);

const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: program,
  headless: true,
  defaultViewport: null, // Firefox ESR does not support all settings of a viewport
  args: ['--width=1280', '--height=900'],
});
const wrong = [];
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error') wrong.push(line.text());
  });
  await page.goto(address);
  const isSite = !address.includes('#/table/');
  if (isSite) await page.evaluate(beginFirstGame);
  let clicks = 0;
  let random = 1;
  let ignored = 0;
  let now = await page.evaluate(look, '');
  for (; !now.over && clicks < CLICKS; clicks += 1) {
    random = (random * 48_271) % 2_147_483_647;
    const usual = now.things.filter((each) => !LAST_RESORT.has(each.key));
    const things = usual.length ? usual : now.things;
    const { x, y } = now.go ?? things[random % things.length];
    await page.mouse.click(x, y);
    const next = await page.evaluate(look, now.seen);
    ignored = next.seen === now.seen ? ignored + 1 : 0;
    if (ignored > MAX_IGNORED) throw new Error(`Clicks change nothing at the page: ${now.seen}`);
    now = next;
  }
  const over = isSite ? await page.evaluate(readResult) : null;
  console.log(JSON.stringify({ clicks, scores: now.scores, over, wrong }));
} finally {
  await browser.close();
}

/** In the page: click the button of the first game, once it is there. */
async function beginFirstGame() {
  let button = null;
  while (!(button = document.querySelector('[data-do="first"]')))
    await new Promise((drawn) => requestAnimationFrame(drawn));
  button.click();
}

/** In the page: return the result of the game on the screen. */
async function readResult() {
  const response = await site.fetch(`api/tables/${location.hash.split('/')[2]}`, {});
  return (await response.json()).over;
}

/**
 * In the page: wait until it is somebody's turn here and something else is marked than before, or
 * the game is over; then what can be clicked and where. A click that changes nothing for some time
 * was ignored. (Its rules for scripts forbid to compile
 * one there, as the driver's own waiting does.)
 */
async function look(before) {
  const PATIENCE = 60_000;
  const CLICK_MS = 2_000;
  const points = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];
  const hit = (element) => {
    const box = element.getBoundingClientRect();
    for (const down of points)
      for (const along of points) {
        const x = box.left + along * box.width;
        const y = box.top + down * box.height;
        const there = document.elementFromPoint(x, y);
        if (there && element.contains(there)) return { x, y };
      }
    return null;
  };
  const start = performance.now();
  for (;;) {
    const table = document.querySelector('[data-testid="table"]');
    const scores = [...document.querySelectorAll('[data-score]')].map((each) => [
      each.dataset.score,
      Number(each.dataset.total),
    ]);
    const over = document.querySelector('[data-testid="finale"][data-done="true"]') !== null;
    const marked = [...document.querySelectorAll('[data-target]')];
    const pressed = [...document.querySelectorAll('[aria-pressed="true"]')];
    const button = document.querySelector('[data-testid="go"]');
    const keys = [...marked, ...pressed].map((each) => each.getAttribute('data-key'));
    const asks = document.querySelector('[data-asks]'); // the end of a turn, to be confirmed
    const seen = [table?.dataset.number, Boolean(button), Boolean(asks), ...keys].join();
    const things = marked.flatMap((each) => {
      const at = hit(each);
      return at ? [{ key: each.getAttribute('data-key'), ...at }] : [];
    });
    const waited = performance.now() - start;
    const hasChanged = seen !== before || waited > CLICK_MS;
    const go = button && hit(button);
    const isReady = table?.dataset.yours === 'true' && (things.length || go);
    if (over || (isReady && hasChanged))
      return { over, scores: Object.fromEntries(scores), seen, things, go };
    if (waited > PATIENCE) throw new Error(`Nothing has changed at the page: ${seen}`);
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
}
