// Parts of the page that are loaded when they are needed.

/** Milliseconds until a part that does not arrive counts as failed. */
const PATIENCE = 20000;

/** Style sheets that did not load: the bundler never asks for one a second time. */
const failedStyles = new Set<string>();
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      failedStyles.add(target.href);
      target.remove();
    }
  },
  true,
);

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${href} did not load`));
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
    failedStyles.delete(href);
    document.head.append(link);
  });
}

export async function loadWithTimeout<Part>(load: () => Promise<Part>): Promise<Part> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('a part of the page did not arrive')), PATIENCE);
  });
  try {
    const styles = Promise.all([...failedStyles].map(loadStyle));
    const [part] = await Promise.race([Promise.all([load(), styles]), tooLate]);
    return part;
  } finally {
    clearTimeout(late);
  }
}

/** Whether the server has another version of the page now: the old parts are gone then. */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  try {
    const page = await fetch('./', { cache: 'no-store' });
    return page.ok && own != null && !(await page.text()).includes(own);
  } catch {
    return false;
  }
}
