import { z } from 'zod';
import { Campaign } from '#contract/accounts.ts';
import { aiModelKeys } from '#domain/ai-model.ts';
import { directions } from '#domain/direction.ts';
import { pickerDurations } from '#domain/duration.ts';
import { languages } from '#domain/language.ts';

/**
 * Every key this browser keeps and the shape it must have. Whatever does not fit is treated as absent: storage can be
 * disabled, full, edited by hand or left behind by another version.
 */
const shapes = {
  token: z.string().min(1),
  campaign: Campaign,
  i18nextLng: z.enum(languages),
  'color-scheme': z.enum(['light', 'dark']),
  'banner-paused': z.literal('yes'),
  'look-again': z.literal('yes'),
  signal: json(z.object({ id: z.string(), signal: z.enum(directions), symbol: z.string() })),
  prevSignal: json(z.object({ symbol: z.string(), ttl: z.number() })),
  signalInterval: z.coerce.number().pipe(z.union(pickerDurations.map((minutes) => z.literal(minutes)))),
  aiModel: z.enum(aiModelKeys),
  /** For the tutorial alone: what one may do is the server's word. */
  traderBalance: z.coerce.number(),
  balanceCheckDate: z.iso.datetime(),
  manualSymbol: z.string(),
} as const;

export type StoredKey = keyof typeof shapes;
export type Stored<Key extends StoredKey> = z.output<(typeof shapes)[Key]>;

export function readStored<Key extends StoredKey>(key: Key): Stored<Key> | null {
  const parsed = shapes[key].safeParse(rawOf(key));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie a key to its shape
  return parsed.success ? (parsed.data as Stored<Key>) : null;
}

export function writeStored<Key extends StoredKey>(key: Key, value: Stored<Key> | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  } catch {
    // A full or disabled storage costs memory of choices, never the page.
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

export function onStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function rawOf(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function json<Shape extends z.ZodType>(shape: Shape) {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(shape);
}
