/** Metrics of one scrape, summed over their labels. */
export type Sample = ReadonlyMap<string, number>;

/** Of a product on this machine with METRICS_PORT. */
export async function scrapeMetrics(port: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const sample = new Map<string, number>();
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)(?:\{[^}]*\})? (\S+)$/gm))
    sample.set(name, (sample.get(name) ?? 0) + Number(value));
  return sample;
}
