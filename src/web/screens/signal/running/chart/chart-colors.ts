export interface ChartColors {
  readonly up: string;
  readonly down: string;
  /** Of text in these colours, and of what the library puts its own black or white text on. */
  readonly upText: string;
  readonly downText: string;
  readonly card: string;
  readonly grid: string;
  readonly axis: string;
  readonly entry: string;
  readonly ink: string;
  readonly quiet: string;
  readonly font: string;
}

/**
 * A canvas cannot use custom properties, so they are read from the element, and again when the
 * theme changes.
 */
export function chartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    up: value('--up-solid'),
    down: value('--down-solid'),
    upText: value('--up'),
    downText: value('--down'),
    card: value('--s1'),
    grid: value('--grid'),
    axis: value('--axis'),
    entry: value('--entry'),
    ink: value('--t1'),
    quiet: value('--t3'),
    font: value('--font-text'),
  };
}
