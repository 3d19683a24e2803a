import type { phrases as about } from '#phrases/about/uk.ts';
import type { phrases as account } from '#phrases/account/uk.ts';
import type { phrases as auth } from '#phrases/auth/uk.ts';
import type { phrases as bankroll } from '#phrases/bankroll/uk.ts';
import type { phrases as common } from '#phrases/common/uk.ts';
import type { phrases as contest } from '#phrases/contest/uk.ts';
import type { phrases as flow } from '#phrases/flow/uk.ts';
import type { phrases as history } from '#phrases/history/uk.ts';
import type { phrases as home } from '#phrases/home/uk.ts';
import type { phrases as instruction } from '#phrases/instruction/uk.ts';
import type { phrases as record } from '#phrases/record/uk.ts';
import type { phrases as signal } from '#phrases/signal/uk.ts';
import type { phrases as trader } from '#phrases/trader/uk.ts';
import type { Plural } from '#phrases/translation.ts';

/** Namespaces that the browser shows, each a folder of `src/phrases`; the source language is the type of the others. */
interface Source {
  readonly about: typeof about;
  readonly account: typeof account;
  readonly auth: typeof auth;
  readonly bankroll: typeof bankroll;
  readonly common: typeof common;
  readonly contest: typeof contest;
  readonly flow: typeof flow;
  readonly history: typeof history;
  readonly home: typeof home;
  readonly instruction: typeof instruction;
  readonly record: typeof record;
  readonly signal: typeof signal;
  readonly trader: typeof trader;
}

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

/** The path of a phrase, such as `flow.live.entry`. */
export type PhraseKey = Leaves<Source>;

type At<T, Key extends string> = Key extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Key extends keyof T
    ? T[Key]
    : never;

type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;
/** `{{brand}}` is filled in by itself. */
type NamesOf<Phrase> = Exclude<NamesIn<Phrase>, 'brand'>;
type NamesIn<Phrase> = Phrase extends string
  ? Names<Phrase>
  : Phrase extends { readonly one: string; readonly other: infer Other }
    ? Names<Other> | 'count'
    : never;

/** Required values of a phrase: one per placeholder, and the count that selects a plural form. */
export type Values<Key extends PhraseKey> = [NamesOf<At<Source, Key>>] extends [never]
  ? []
  : [{ readonly [Name in NamesOf<At<Source, Key>>]: Name extends 'count' ? number : string | number }];

export type Namespace = keyof Source;
