// Loads modules of the page when they are needed.

const TIMEOUT_MS = 20000;

/** Style sheets that failed to load. The bundler does not request a style sheet twice. */
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

/** Load a module, and the style sheets that failed to load before. */
export async function loadWithTimeout<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a module did not load in time')), TIMEOUT_MS);
  });
  try {
    const styles = Promise.all([...failedStyles].map(loadStyle));
    const [module] = await Promise.race([Promise.all([load(), styles]), timeout]);
    return module;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the server has a new version of the page. Then the old modules no longer exist. */
export async function hasNewVersion(): Promise<boolean> {
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  try {
    const page = await fetch('./', { cache: 'no-store' });
    return page.ok && script != null && !(await page.text()).includes(script);
  } catch {
    return false;
  }
}
