import type { BrowserContext } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';

const everyMs = 250;

interface Standstill {
  readonly ms: number;
  /** By `performance.now()`. */
  readonly endedAt: number;
}

export interface TextWatch {
  /** The longest time in which no text in view has changed. */
  stop(): Promise<Standstill>;
}

/** Reads the text in view of the newest tab, four times a second. */
export function watchText(context: BrowserContext): TextWatch {
  let isOn = true;
  let longest: Standstill = { ms: 0, endedAt: 0 };
  const watch = async (): Promise<void> => {
    let text = '';
    let since = performance.now();
    while (isOn) {
      const seen = await textInView(context);
      const now = performance.now();
      if (now - since > longest.ms) longest = { ms: now - since, endedAt: now };
      if (seen !== text) since = now;
      text = seen;
      await pause(everyMs);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      isOn = false;
      await watching;
      return longest;
    },
  };
}

/** Empty while a page is being replaced. */
async function textInView(context: BrowserContext): Promise<string> {
  try {
    return (await context.pages().at(-1)?.evaluate<string>(readView)) ?? '';
  } catch {
    return '';
  }
}

/** Runs in the page, whose types this project does not know. */
const readView = `(() => {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = '';
  while (nodes.nextNode()) {
    const box = nodes.currentNode.parentElement.getBoundingClientRect();
    if (box.height > 0 && box.bottom > 0 && box.top < innerHeight) text += nodes.currentNode.textContent;
  }
  return text;
})()`;
