import type { aboutUk } from '#phrases/about/uk.ts';
import type { accessUk } from '#phrases/access/uk.ts';
import type { accountUk } from '#phrases/account/uk.ts';
import type { authUk } from '#phrases/auth/uk.ts';
import type { bankrollUk } from '#phrases/bankroll/uk.ts';
import type { commonUk } from '#phrases/common/uk.ts';
import type { contestUk } from '#phrases/contest/uk.ts';
import type { enterIdUk } from '#phrases/enter-id/uk.ts';
import type { homeUk } from '#phrases/home/uk.ts';
import type { instructionUk } from '#phrases/instruction/uk.ts';
import type { recordUk } from '#phrases/record/uk.ts';
import type { reviewsUk } from '#phrases/reviews/uk.ts';
import type { secondFactorUk } from '#phrases/second-factor/uk.ts';
import type { shellUk } from '#phrases/shell/uk.ts';
import type { automaticUk } from '#phrases/automatic/uk.ts';
import type { calibrationUk } from '#phrases/calibration/uk.ts';
import type { chaseUk } from '#phrases/chase/uk.ts';
import type { historyUk } from '#phrases/history/uk.ts';
import type { signalUk } from '#phrases/signal/uk.ts';
import type { signalIdeasUk } from '#phrases/signal-ideas/uk.ts';
import type { tutorialUk } from '#phrases/tutorial/uk.ts';
import type { wikiUk } from '#phrases/wiki/uk.ts';
import type { Plural, Translation } from '#phrases/translation.ts';

/** The source language defines the type of all others. */
export interface Source {
  readonly about: typeof aboutUk;
  readonly access: typeof accessUk;
  readonly account: typeof accountUk;
  readonly bankroll: typeof bankrollUk;
  readonly common: typeof commonUk;
  readonly auth: typeof authUk;
  readonly contest: typeof contestUk;
  readonly enterId: typeof enterIdUk;
  readonly automatic: typeof automaticUk;
  readonly calibration: typeof calibrationUk;
  readonly chase: typeof chaseUk;
  readonly history: typeof historyUk;
  readonly signal: typeof signalUk;
  readonly ideas: typeof signalIdeasUk;
  readonly home: typeof homeUk;
  readonly instruction: typeof instructionUk;
  readonly record: typeof recordUk;
  readonly reviews: typeof reviewsUk;
  readonly secondFactor: typeof secondFactorUk;
  readonly shell: typeof shellUk;
  readonly tutorial: typeof tutorialUk;
  readonly wiki: typeof wikiUk;
}

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

/** The path of a phrase, such as `signal.live.entry`. */
export type PhraseKey = Leaves<Source>;

type At<T, Key extends string> = Key extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Key extends keyof T
    ? T[Key]
    : never;

type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<Phrase> = Phrase extends string
  ? Names<Phrase>
  : Phrase extends { readonly one: string; readonly other: infer Other }
    ? Names<Other> | 'count'
    : never;

/** Required values of a phrase: one per placeholder, and the count that selects a plural form. */
export type Values<Key extends PhraseKey> = [NamesOf<At<Source, Key>>] extends [never]
  ? []
  : [{ readonly [Name in NamesOf<At<Source, Key>>]: Name extends 'count' ? number : string | number }];

/** A file of `src/phrases`: the texts of one part of the product. */
export type Namespace = keyof Source;

/** Loaders of each namespace in one language. */
export type Bundle = { readonly [Name in Namespace]: () => Promise<Translation<Source[Name]>> };
