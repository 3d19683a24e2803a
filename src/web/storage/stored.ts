import { isAiModelKey } from '#domain/signals/ai-model.ts';
import { isCampaign } from '#domain/accounts/campaign.ts';
import { type Direction, directions } from '#domain/market/direction.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { languages } from '#domain/language.ts';
import { filled, fits, instant, isNumber, isText, json, number, numberOf, oneOf, type Reading } from './shapes.ts';

interface StoredSignal {
  readonly id: string;
  readonly signal: Direction;
  readonly symbol: string;
}

/** A signed note of the record, and the key of it. */
interface StoredNote {
  readonly key: string;
  readonly note: string;
}

/** A note that does not continue the kept one, and in which way. */
interface Contradiction extends StoredNote {
  readonly kind: 'rewritten' | 'other_key';
}

/** `ttl`: the instant until which the pair is not offered again. */
interface PreviousSignal {
  readonly symbol: string;
  readonly ttl: number;
}

/** `until`: milliseconds. */
interface ResetEmail {
  readonly email: string;
  readonly until: number;
}

interface StoredLimits {
  readonly stopAfterLosses: number;
  readonly dailyLimit: number;
}

const isDirection = (value: unknown): boolean => directions.some((direction) => direction === value);

/** Keys of the person who is signed in: they leave the browser with them. */
const personalShapes = {
  /** The id of whoever signed in last: these keys are theirs. */
  person: filled,
  'look-again': oneOf('yes'),
  /** The opening of the market to be reminded of, milliseconds. */
  'remind-open': number,
  'tutorial-completed': oneOf('true'),
  'tutorial-skipped': oneOf('true'),
  'tutorial-manual-ai-step-closed': oneOf('true'),
  'tutorial-explain-signal-step-closed': oneOf('true'),
  'tutorial-current-step': numberOf([0, 1, 2, 3, 4]),
  signal: json<StoredSignal>({ id: isText, signal: isDirection, symbol: isText }),
  prevSignal: json<PreviousSignal>({ symbol: isText, ttl: isNumber }),
  signalInterval: numberOf(pickerDurations),
  aiModel: fits(isAiModelKey),
  manualSymbol: filled,
  /** For the tutorial alone: what one may do is the server's word. */
  traderBalance: number,
  balanceCheckDate: instant,
  /** What the trader reckons with, dollars. */
  firstStake: number,
  automaticLimits: json<StoredLimits>({ stopAfterLosses: isNumber, dailyLimit: isNumber }),
  /** The automatic session whose end has been read. */
  sessionSeen: filled,
  /** The address that a reset mail was asked for: the sign-in after the reset begins with it. */
  'reset-email': json<ResetEmail>({ email: isText, until: isNumber }),
} as const;

/** Keys of the device: they serve whoever comes next. */
const deviceShapes = {
  /** Written and removed with the login session (api/access-token.ts). */
  token: filled,
  /** Somebody has left, and the server has not heard it yet. */
  'sign-out-untold': oneOf('yes'),
  campaign: fits(isCampaign),
  i18nextLng: oneOf(...languages),
  /** In which nobody chose to read here: an address without a language was opened. */
  'language-given': oneOf(...languages),
  'app-theme': oneOf('halloween', 'basic'),
  'color-scheme': oneOf('light', 'dark'),
  motion: oneOf('still'),
  'banner-paused': oneOf('yes'),
  'season-paused': oneOf('yes'),
  'cookie-notice': oneOf('accepted'),
  shortcuts: oneOf('off'),
  'last-online': number,
  /** Evidence that the record was rewritten must outlive a sign-out. */
  'record-checkpoint': json<StoredNote>({ key: isText, note: isText }),
  'record-contradiction': json<Contradiction>({
    key: isText,
    note: isText,
    kind: (value) => value === 'rewritten' || value === 'other_key',
  }),
  /** Turned off for one's own protection: a sign-out does not turn it on again. */
  chase: oneOf('off'),
  sound: oneOf('yes'),
  vibration: oneOf('yes'),
  'wake-lock': oneOf('yes'),
  notifications: oneOf('yes'),
} as const;

/**
 * Every key this browser keeps and the shape it must have. Whatever does not fit is treated as absent: storage can be
 * disabled, full, edited by hand or left behind by another version.
 */
const shapes = { ...deviceShapes, ...personalShapes };

export type StoredKey = keyof typeof shapes;

/** Removes what the person who was here has left in this browser. */
export function clearPersonalKeys(): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has no other keys
  for (const key of Object.keys(personalShapes) as (keyof typeof personalShapes)[]) writeStored(key, null);
}
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
