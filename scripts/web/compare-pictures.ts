import { chromium, type Page } from '@playwright/test';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium.ts';

/**
 * Compares two folders of screenshots pixel by pixel, after a change of styles that must not be
 * seen. Lists each picture that differs, with the box of the difference, and writes both sides of
 * that box beside the later picture (`….difference.png`: before above after).
 */

const suffix = '.difference.png';

const [before, after] = process.argv.slice(2);
if (!before || !after) throw new Error('Usage: node scripts/web/compare-pictures.ts <before> <after>');
const executablePath = await findChromium();
const browser = await chromium.launch({ args: [...chromiumArguments], ...(executablePath && { executablePath }) });
const page = await browser.newPage();
const names = [...new Set([...(await listPictures(before)), ...(await listPictures(after))])].toSorted();
let differing = 0;
for (const name of names) {
  const difference = await comparePictures(page, join(before, name), join(after, name));
  if (difference === null) continue;
  differing++;
  console.log(`${name}: ${difference}`);
}
await browser.close();
console.log(`${differing} of ${names.length} pictures differ.`);
process.exitCode = differing > 0 ? 1 : 0;

async function listPictures(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((name) => name.endsWith('.png') && !name.endsWith(suffix));
}

async function comparePictures(inBrowser: Page, beforePath: string, afterPath: string): Promise<string | null> {
  const [old, now] = await Promise.all([beforePath, afterPath].map((path) => readFile(path).catch(() => null)));
  if (!old || !now) return old ? 'only before' : 'only after';
  if (old.equals(now)) return null;
  const urls = [old, now].map((file) => `data:image/png;base64,${file.toString('base64')}`);
  const found = await inBrowser.evaluate(findDifference, urls);
  if (!found) return null;
  await writeFile(afterPath.replace(/\.png$/, suffix), Buffer.from(found.picture, 'base64'));
  return found.text;
}

/** Runs in the browser, which decodes the pictures. What only one of them has differs. */
async function findDifference(urls: readonly string[]): Promise<{ text: string; picture: string } | null> {
  const images = await Promise.all(
    urls.map(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image;
    }),
  );
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const draw = (image: HTMLImageElement): CanvasRenderingContext2D => {
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    if (!context) throw new Error('The browser has no canvas.');
    context.drawImage(image, 0, 0);
    return context;
  };
  const contexts = images.map(draw);
  const [old = [], now = []] = contexts.map(
    (context) => new Uint32Array(context.getImageData(0, 0, width, height).data.buffer),
  );
  let [count, left, top, right, bottom] = [0, width, height, 0, 0];
  for (let i = 0; i < width * height; i++) {
    if (old[i] === now[i]) continue;
    count++;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  if (count === 0) return null;
  const size = { width: right - left, height: bottom - top };
  const both = Object.assign(document.createElement('canvas'), { ...size, height: 2 * size.height + 4 });
  for (const [index, { canvas }] of contexts.entries())
    both
      .getContext('2d')
      ?.drawImage(canvas, left, top, size.width, size.height, 0, index * (size.height + 4), size.width, size.height);
  const sizes = images.map((image) => `${image.width}×${image.height}`).join(' → ');
  const text = `${sizes}, ${count} pixels from ${left},${top} to ${right},${bottom}`;
  return { text, picture: both.toDataURL().split(',')[1] ?? '' };
}
