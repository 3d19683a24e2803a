import { getOrCreate } from '#domain/objects.ts';
import { BarLine } from '#contract/record/bars.ts';
import { getBarTime } from '#domain/record/gaps.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import { writeStatements } from '#domain/record/shadow-minute.ts';
import { createRecomputation, type RecomputedClose } from '#engine/recompute-forecasts.ts';
import { stateMinute } from '#engine/forecast/state-minute.ts';
import { sha256 } from '#node/sha256.ts';
import { z } from 'zod';
import type { Item } from '#record/verify/check-leaves.ts';
import { dayMs } from '#domain/time.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { RecordAddress } from './record-address.ts';
import { readFile } from 'node:fs/promises';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { ModelManifest } from '#server/modules/models/load-models.ts';
import { UsageError } from '../command/usage-error.ts';
import { modelsFolder } from '#research/evaluation/read-models.ts';

const Facts = z.object({
  form: z.literal('minute/1'),
  feed: z.string(),
  inTurn: z.string(),
  issuedAt: z.iso.datetime({ precision: 3 }),
  /** Hash of the line with its bars. */
  inputs: z.string(),
  /** As recorded: they are compared byte by byte. */
  forecasts: z.array(z.string()),
});

/** A minute of shadow forecasts as its leaf states it. */
export interface RecordedMinute extends z.infer<typeof Facts> {
  readonly index: number;
}

/** The minutes of one UTC day among the leaves: a minute belongs to the day of its bar. */
export function collectMinutes(day: string): { add(item: Item): void; readonly minutes: readonly RecordedMinute[] } {
  const minutes: RecordedMinute[] = [];
  const from = Date.parse(day);
  return {
    minutes,
    add: ({ index, leaf }) => {
      const facts = Facts.safeParse(leaf).data;
      if (!facts) return;
      const bar = getBarTime(facts);
      if (bar >= from && bar < from + dayMs) minutes.push({ index, ...facts });
    },
  };
}

interface HashedLine extends BarLine {
  readonly hash: string;
}

/**
 * Runs the published models over the published bars of a UTC day and compares what they state with
 * every minute of the record, byte by byte.
 */
export async function recomputeDay(
  record: Pick<RecordAddress, 'bars' | 'model'>,
  day: string,
  minutes: readonly RecordedMinute[],
  findings: Findings,
): Promise<void> {
  if (minutes.length === 0) findings.skips(`the record has no minutes of ${day}`);
  const texts = await record.bars(day);
  if (texts === null) {
    findings.skips(`no bars of ${day} are published: ${minutes.length} minutes were not recomputed`);
    return;
  }
  const lines = texts.map((text) => parseLine(text, day, findings)).filter((line) => line !== null);
  compareDay(minutes, lines, await getModels(record, lines), findings);
}

function parseLine(text: string, day: string, findings: Findings): HashedLine | null {
  const line = BarLine.safeParse(parsed(text)).data;
  if (line) return { ...line, hash: Buffer.from(sha256(Buffer.from(text))).toString('hex') };
  findings.fails('bars', `a line of the bars of ${day} has another form: ${text.slice(0, 80)}`);
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const getModels = (record: Pick<RecordAddress, 'model'>, lines: readonly BarLine[]) =>
  readPublishedModels(
    record,
    lines.flatMap(({ inputs }) => inputs.flatMap((input) => (input[0] === 'start' ? [input[2]] : []))),
  );

function compareDay(
  minutes: readonly RecordedMinute[],
  lines: readonly HashedLine[],
  createForecasters: Parameters<typeof createRecomputation>[0],
  findings: Findings,
): void {
  const byHash = new Map(minutes.map((minute) => [minute.inputs, minute]));
  const byFeed = new Map<string, ReturnType<typeof createRecomputation>>();
  const counts = { minutes: 0, statements: 0, closed: 0 };
  for (const line of lines) {
    const recompute = getOrCreate(byFeed, line.feed, () => createRecomputation(createForecasters));
    const closes = recompute(line.inputs).filter(({ minute }) => minute === Date.parse(line.minute));
    const minute = byHash.get(line.hash);
    byHash.delete(line.hash);
    if (!minute) {
      findings.fails('bars', `the bars of ${line.feed} at ${line.minute} are not those that a leaf names`);
    } else if (closes.length === 0) {
      findings.skips(`leaf ${minute.index} cannot be recomputed: its bars do not begin with a start`);
    } else {
      counts.minutes++;
      counts.statements += minute.forecasts.reduce((sum, text) => sum + text.split(' ').length - 2, 0);
      if (!isThinHour(Date.parse(minute.issuedAt))) counts.closed += line.notOpen.length;
      const difference = getDifference(minute, line, closes);
      if (difference !== null) findings.fails('recompute', `leaf ${minute.index}: ${difference}`);
    }
  }
  for (const { index, inputs } of byHash.values())
    findings.fails('bars', `leaf ${index} names bars that are not published: ${inputs}`);
  findings.holds(`${counts.minutes} minutes with ${counts.statements} statements were recomputed from their bars`);
  if (counts.closed > 0)
    findings.notes(
      `in ${counts.closed} cases the operator says that no signal could use a pair, outside the thin hours`,
    );
}

/**
 * Null: the leaf states what follows from its bars. A minute may have been closed again for a late
 * bar.
 */
function getDifference(minute: RecordedMinute, line: BarLine, closes: readonly RecomputedClose[]): string | null {
  if (line.feed !== minute.feed || Date.parse(line.minute) !== getBarTime(minute))
    return `its bars are those of ${line.feed} at ${line.minute}`;
  const differences = closes.map((close) => differenceFrom(minute, line, close));
  return differences.includes(null) ? null : (differences[0] ?? null);
}

function differenceFrom(minute: RecordedMinute, line: BarLine, { forecasts, symbols }: RecomputedClose): string | null {
  const now = Date.parse(minute.issuedAt);
  const stated = stateMinute(forecasts, { symbols, now, notOpen: line.notOpen });
  if (!stated) return 'no model states anything from its bars';
  if (stated.inTurn !== minute.inTurn) return `the pair in turn is ${stated.inTurn}, not ${minute.inTurn}`;
  const expected = stated.models.map(writeStatements);
  const count = Math.max(expected.length, minute.forecasts.length);
  for (let i = 0; i < count; i++) {
    const difference = firstDifference(minute.forecasts[i] ?? '', expected[i] ?? '');
    if (difference !== null) return difference;
  }
  return null;
}

function firstDifference(recorded: string, recomputed: string): string | null {
  if (recorded === recomputed) return null;
  const [own, other] = [recorded.split(' '), recomputed.split(' ')];
  const at = Array.from({ length: Math.max(own.length, other.length) }).findIndex((_, i) => own[i] !== other[i]);
  const model = at > 0 ? `${own[0]} ` : '';
  return `${model}states ${own[at] ?? 'nothing'}, recomputed ${other[at] ?? 'nothing'}`;
}

/** The models that bars name as key, version and SHA-256, in the order of loading. */
export type PublishedModels = (names: readonly string[]) => readonly LocalForecaster[];

/** Reads each model from this folder if it has the same file, else from the address. */
export async function readPublishedModels(
  record: Pick<RecordAddress, 'model'>,
  lists: readonly (readonly string[])[],
): Promise<PublishedModels> {
  const hashes = new Set(lists.flat().map(computeHash));
  const texts = new Map<string, string>();
  for (const hash of hashes) texts.set(hash, (await readOwn(hash)) ?? (await download(record, hash)));
  const opened = new Map<string, readonly LocalForecaster[]>();
  return (names) => getOrCreate(opened, names.join(), () => open(names, texts));
}

function open(names: readonly string[], texts: ReadonlyMap<string, string>): LocalForecaster[] {
  const loaded: LocalForecaster[] = [];
  for (const name of names) {
    const model = createForecaster(texts.get(computeHash(name)) ?? '', loaded);
    if (!name.startsWith(`${model.key} ${model.version} `))
      throw new UsageError(`The file of ${name} holds ${model.key} ${model.version}.`);
    loaded.push(model);
  }
  return loaded;
}

const computeHash = (name: string): string => name.split(' ')[2] ?? '';

async function readOwn(hash: string): Promise<string | null> {
  const manifest = ModelManifest.parse(JSON.parse(await readFile(new URL('manifest.json', modelsFolder), 'utf8')));
  const entry = manifest.models.find((one) => one.sha256 === hash);
  if (!entry) return null;
  const text = await readFile(new URL(entry.file, modelsFolder), 'utf8').catch(() => null);
  return text !== null && toSha256(text) === hash ? text : null;
}

async function download(record: Pick<RecordAddress, 'model'>, hash: string): Promise<string> {
  const text = await record.model(hash);
  if (text === null) throw new UsageError(`The model file ${hash} is not published, so nothing can be recomputed.`);
  if (toSha256(text) !== hash) throw new UsageError(`The published model file ${hash} has another hash.`);
  return text;
}

const toSha256 = (text: string): string => Buffer.from(sha256(Buffer.from(text))).toString('hex');
