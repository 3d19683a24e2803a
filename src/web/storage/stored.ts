import { isAiModelKey } from '#domain/ai-model.ts';
import { isCampaign } from '#domain/campaign.ts';
import { type Direction, directions } from '#domain/direction.ts';
import { pickerDurations } from '#domain/duration.ts';
import { languages } from '#domain/language.ts';
import { filled, fits, instant, isNumber, isText, json, number, numberOf, oneOf, type Reading } from './shapes.ts';

interface KeptSignal {
  readonly id: string;
  readonly signal: Direction;
  readonly symbol: string;
}

/** `ttl`: the instant until which the pair is not offered again. */
interface PreviousSignal {
  readonly symbol: string;
  readonly ttl: number;
}

const isDirection = (value: unknown): boolean => directions.some((direction) => direction === value);

/**
 * Every key this browser keeps and the shape it must have. Whatever does not fit is treated as absent: storage can be
 * disabled, full, edited by hand or left behind by another version.
 */
const shapes = {
  token: filled,
  campaign: fits(isCampaign),
  i18nextLng: oneOf(...languages),
  'app-theme': oneOf('halloween', 'basic'),
  'color-scheme': oneOf('light', 'dark'),
  'banner-paused': oneOf('yes'),
  'season-paused': oneOf('yes'),
  'cookie-notice': oneOf('accepted'),
  shortcuts: oneOf('off'),
  'look-again': oneOf('yes'),
  'tutorial-completed': oneOf('true'),
  'tutorial-skipped': oneOf('true'),
  'tutorial-manual-ai-step-closed': oneOf('true'),
  'tutorial-explain-signal-step-closed': oneOf('true'),
  'tutorial-current-step': numberOf([0, 1, 2, 3, 4]),
  signal: json<KeptSignal>({ id: isText, signal: isDirection, symbol: isText }),
  prevSignal: json<PreviousSignal>({ symbol: isText, ttl: isNumber }),
  signalInterval: numberOf(pickerDurations),
  aiModel: fits(isAiModelKey),
  /** For the tutorial alone: what one may do is the server's word. */
  traderBalance: number,
  balanceCheckDate: instant,
  manualSymbol: filled,
} as const;

export type StoredKey = keyof typeof shapes;
export type Stored<Key extends StoredKey> = NonNullable<ReturnType<(typeof shapes)[Key]>>;

export function readStored<Key extends StoredKey>(key: Key): Stored<Key> | null {
  const text = rawOf(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie a key to its shape
  return text === null ? null : ((shapes[key] as Reading<Stored<Key>>)(text) ?? null);
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
