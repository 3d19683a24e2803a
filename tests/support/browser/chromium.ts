import { existsSync } from 'node:fs';

const places = [
  // Renders pages without a window: half the CPU time of the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chromium on this machine: the configured one, an installed one, Playwright's own, or the
 * packaged one. Null: none.
 */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  return places.find((path) => existsSync(path)) ?? (await playwrightsOwn()) ?? (await packaged());
}

async function playwrightsOwn(): Promise<string | null> {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

/**
 * Linux only; unpacked on first use. Its default arguments are not used, because they switch web
 * security off.
 */
async function packaged(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } catch {
    return null;
  }
}

/** Chromium's sandbox does not run as root. */
export const chromiumArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
