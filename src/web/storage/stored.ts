import { useSyncExternalStore } from 'react';
import { isCampaign } from '#domain/accounts/user.ts';
import { languages } from '#domain/language.ts';
import { directions } from '#domain/market/direction.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { toKeys } from '#domain/objects.ts';
import { isAiModelKey } from '#domain/signals/ai-model.ts';
import { createListeners } from '../create-store.ts';

/** Parses a stored text; null: invalid. */
type Reading<Value> = (text: string) => Value | null;

/** Small guards, because every page reads the storage and a schema library is heavy. */
const fits =
  <Value extends string>(is: Guard<Value>): Reading<Value> =>
  (text) =>
    is(text) ? text : null;

const oneOf = <const Word extends string>(...words: readonly Word[]): Reading<Word> => fits(isAmong(...words));

const filled: Reading<string> = (text) => text || null;

const number: Reading<number> = (text) => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : null;
};

/** A part of a whole, above 0 and up to 1. */
const share: Reading<number> = (text) => {
  const value = number(text);
  return value !== null && value > 0 && value <= 1 ? value : null;
};

/** Instants as text, as the server writes them. */
const instant: Reading<string> = (text) =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && Number.isFinite(Date.parse(text)) ? text : null;

const toNumber =
  <Value extends number>(values: readonly Value[]): Reading<Value> =>
  (text) =>
    values.find((value) => value === number(text)) ?? null;

type Guard<Value> = (value: unknown) => value is Value;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const isAmong =
  <const Word extends string>(...words: readonly Word[]): Guard<Word> =>
  (value): value is Word =>
    words.some((word) => word === value);

/** An object written as JSON whose fields all pass; other fields are dropped. */
const json =
  <Value extends object>(fields: { readonly [Key in keyof Value]: Guard<Value[Key]> }): Reading<Value> =>
  (text) => {
    const read = parse(text);
    if (typeof read !== 'object' || read === null) return null;
    const entries = toKeys(fields).map((key) => [key, Reflect.get(read, key)] as const);
    if (!entries.every(([key, value]) => fields[key](value))) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of the shape has just been looked at
    return Object.fromEntries(entries) as Value;
  };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A signed note of the record, and its key. */
const signedNote = { key: isText, note: isText };

/** Keys of the signed-in user, removed from the browser when the user leaves. */
const personalShapes = {
  /** The id of the user who signed in last and owns these keys. */
  person: filled,
  /** The end of the signal that the icon of the app marks, milliseconds. */
  'app-badge': number,
  /** The market opening to be reminded of, milliseconds. */
  'remind-open': number,
  'tutorial-completed': oneOf('true'),
  'tutorial-skipped': oneOf('true'),
  'tutorial-manual-ai-step-closed': oneOf('true'),
  'tutorial-explain-signal-step-closed': oneOf('true'),
  'tutorial-current-step': toNumber([0, 1, 2, 3, 4]),
  signal: json({ id: isText, signal: isAmong(...directions), symbol: isText }),
  /** `ttl`: the instant until which the pair is excluded. */
  prevSignal: json({ symbol: isText, ttl: isNumber }),
  signalInterval: toNumber(pickerDurations),
  aiModel: fits(isAiModelKey),
  manualSymbol: filled,
  /** For the tutorial only; the server decides about access. */
  traderBalance: number,
  balanceCheckDate: instant,
  /** The first stake, in dollars, of the chain of chases that the trader is in; `chain`: its first signal. */
  firstStake: json({ chain: isText, stake: isNumber }),
  /** The trader's own rule for a stake: a share of the balance, 0 to 1. */
  stakeShare: share,
  /** The page has asked once what the trader's broker pays. */
  'payout-asked': oneOf('yes'),
  autoRunLimits: json({ stopAfterLosses: isNumber, dailyLimit: isNumber }),
  /** The auto run whose end has been read. */
  autoRunSeen: filled,
  /** The address of the requested reset mail, until an instant; it prefills the sign-in after the reset. */
  'reset-email': json({ email: isText, until: isNumber }),
} as const;

/** Keys of the device, shared by all its users. */
const deviceShapes = {
  /** Written and removed with the login session (api/access-token.ts). */
  token: filled,
  /** The user signed out, and the server has not received it yet. */
  'sign-out-untold': oneOf('yes'),
  campaign: fits(isCampaign),
  i18nextLng: oneOf(...languages),
  /** A language that the reader did not choose: the address had none. */
  'language-given': oneOf(...languages),
  'app-theme': oneOf('halloween', 'basic'),
  'color-scheme': oneOf('light', 'dark'),
  motion: oneOf('still'),
  'banner-paused': oneOf('yes'),
  'season-paused': oneOf('yes'),
  'cookie-notice': oneOf('accepted'),
  'english-offer': oneOf('closed'),
  /** The id of the notice of the operator that was closed last. */
  'notice-dismissed': filled,
  shortcuts: oneOf('off'),
  /** A signed note of the record. Evidence that the record was rewritten must survive a sign-out. */
  'record-checkpoint': json(signedNote),
  /** A note that does not continue the saved one, and in which way. */
  'record-contradiction': json({ ...signedNote, kind: isAmong('rewritten', 'other_key') }),
  /** Turned off for the user's own protection, so a sign-out does not turn it on again. */
  chase: oneOf('off'),
  /** A watch that finds a signal rings unless it is turned off. */
  ring: oneOf('off'),
  sound: oneOf('yes'),
  vibration: oneOf('yes'),
  'wake-lock': oneOf('yes'),
  notifications: oneOf('yes'),
} as const;

/**
 * Every key stored in this browser and the shape it must have. A value that does not fit is treated
 * as absent: storage can be disabled, full, edited by hand or written by another version.
 */
const shapes = { ...deviceShapes, ...personalShapes };

export type StoredKey = keyof typeof shapes;

/** Removes what the previous user has left in this browser. */
export function clearPersonalKeys(): void {
  for (const key of toKeys(personalShapes)) writeStored(key, null);
}
export type Stored<Key extends StoredKey> = NonNullable<ReturnType<(typeof shapes)[Key]>>;

export function readStored<Key extends StoredKey>(key: Key): Stored<Key> | null {
  const text = readRaw(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie a key to its shape
  return text === null ? null : ((shapes[key] as Reading<Stored<Key>>)(text) ?? null);
}

export function writeStored<Key extends StoredKey>(key: Key, value: Stored<Key> | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  } catch {
    // With a full or disabled storage choices are lost, but the page works.
  }
  notify();
}

const { subscribe, notify } = createListeners();

export const onStored = subscribe;

/** Keys whose value is a primitive: React compares snapshots by identity. */
type PrimitiveKey = { [Key in StoredKey]: Stored<Key> extends string | number ? Key : never }[StoredKey];

/** The value stored under a key; null while pages are prerendered. Follows writes of this tab. */
export const useStored = <Key extends PrimitiveKey>(key: Key): Stored<Key> | null =>
  useSyncExternalStore(
    onStored,
    () => readStored(key),
    () => null,
  );

function readRaw(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
