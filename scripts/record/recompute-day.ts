import { BarLine } from '#contract/record/bars.ts';
import { getOrCreate } from '#domain/objects.ts';
import { dayMs } from '#domain/time.ts';
import { parseForecaster } from '#engine/forecast/parse-forecaster.ts';
import type { Forecast, LocalForecaster } from '#engine/forecast/forecaster.ts';
import { createRecomputation as createEngineRecomputation } from '#engine/bar-forecasts.ts';
import { sha256 } from '#node/notes.ts';
import type { GenesisLeaf, Leaf, MinuteLeaf, VersionLeaf } from '#record/leaf.ts';
import { parseForecasts } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import type { Findings } from '#record/verify/findings.ts';
import { Withheld } from '#record/verify/record-source.ts';
import { UsageError } from '../command/run-command.ts';
import type { PublishedFiles } from './http-source.ts';

interface RecordedMinute {
  readonly index: number;
  readonly leaf: MinuteLeaf;
}

/**
 * Rule 17: runs the published models over the published bars of a UTC day, and compares what they
 * state with every minute of the record, byte by byte.
 */
export function createRecomputation(day: string) {
  const from = Date.parse(day);
  const minutes = new Map<string, RecordedMinute>();
  const versions = new Map<number, VersionLeaf>();
  let genesis: GenesisLeaf | null = null;
  return {
    add: (index: number, leaf: Leaf): void => {
      if (leaf.kind === 'genesis') genesis = leaf;
      if (leaf.kind === 'version') versions.set(index, leaf);
      if (leaf.kind !== 'minute') return;
      const start = Date.parse(leaf.minute);
      if (start >= from && start < from + dayMs) minutes.set(leaf.inputs, { index, leaf });
    },
    finish: async (files: PublishedFiles, findings: Findings): Promise<void> => {
      if (minutes.size === 0 || !genesis) return findings.skips(`the record has no minutes of ${day}`);
      const texts = await files.bars(day);
      if (texts === null)
        return findings.skips(`no bars of ${day} are published: ${minutes.size} minutes were not recomputed`);
      const lines = texts.map(parseLine);
      const models = await readPublishedModels(
        files,
        lines.flatMap(({ line }) => listModels(line)),
      );
      compareDay({ genesis, minutes, versions }, lines, models, findings);
    },
  };
}

interface HashedLine {
  /** Null: a text of another form. */
  readonly line: BarLine | null;
  readonly hash: string;
}

const parseLine = (text: string): HashedLine => ({
  line: BarLine.safeParse(parsed(text)).data ?? null,
  hash: toSha256(text),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const listModels = (line: BarLine | null): (readonly string[])[] =>
  line?.inputs.flatMap((input) => (input[0] === 'start' ? [input[2]] : [])) ?? [];

interface Recorded {
  readonly genesis: GenesisLeaf;
  /** By the hash of their bars. */
  readonly minutes: Map<string, RecordedMinute>;
  readonly versions: ReadonlyMap<number, VersionLeaf>;
}

function compareDay(
  { genesis, minutes, versions }: Recorded,
  lines: readonly HashedLine[],
  createForecasters: PublishedModels,
  findings: Findings,
): void {
  const recompute = createEngineRecomputation(createForecasters);
  const counts = { minutes: 0, forecasts: 0 };
  /** The file of each model and version that the bars name. */
  const used = new Map<string, string>();
  for (const { line, hash } of lines) {
    const minute = minutes.get(hash);
    minutes.delete(hash);
    for (const name of listModels(line).flat()) {
      const [model, version, file = ''] = name.split(' ');
      used.set(`${model} ${version}`, file);
    }
    const closes = line ? recompute(line.inputs).filter((close) => close.minute === Date.parse(line.minute)) : [];
    if (!line || !minute || line.minute !== minute.leaf.minute)
      findings.fails(17, minute?.index ?? null, 'published bars are not those that a leaf names');
    else if (closes.length === 0)
      findings.skips(`leaf ${minute.index} cannot be recomputed: its bars do not begin with a start`);
    else {
      counts.minutes++;
      counts.forecasts += minute.leaf.forecasts.reduce(
        (sum, text) => sum + (parseForecasts(text)?.forecasts.length ?? 0),
        0,
      );
      // A minute may have been closed again for a late bar.
      const differences = closes.map((close) => findDifference(genesis, minute.leaf, close.forecasts));
      const difference = differences.includes(null)
        ? findOtherVersion(
            minute.leaf,
            versions,
            closes.flatMap((one) => one.forecasts),
            used,
          )
        : differences[0];
      if (difference) findings.fails(17, minute.index, difference);
    }
  }
  for (const { index } of minutes.values()) findings.fails(17, index, 'it names bars that are not published');
  findings.holds(`${counts.minutes} minutes with ${counts.forecasts} forecasts were recomputed from their bars`);
}

/** Null: the leaf states what follows from its bars. */
function findDifference(genesis: GenesisLeaf, leaf: MinuteLeaf, forecasts: readonly Forecast[]): string | null {
  const models = leaf.forecasts.flatMap((line) => parseForecasts(line)?.model ?? []);
  const minute = Date.parse(leaf.minute);
  const stated = stateForecasts(forecasts, {
    ...genesis,
    models,
    minute,
    at: Date.parse(leaf.at),
    without: leaf.without,
  });
  if (!stated) return 'its bars give no forecast of the pair in turn';
  for (const [i, line] of leaf.forecasts.entries()) {
    const difference = firstDifference(line, stated[i] ?? '');
    if (difference !== null) return difference;
  }
  return null;
}

/** Whether the models that were run are the files and calibrations that the leaf names; null: they are. */
function findOtherVersion(
  leaf: MinuteLeaf,
  versions: ReadonlyMap<number, VersionLeaf>,
  forecasts: readonly Forecast[],
  files: ReadonlyMap<string, string>,
): string | null {
  for (const index of leaf.versions) {
    const version = versions.get(index);
    const ran = forecasts.find(({ model }) => model === version?.model)?.modelVersion;
    if (!version || ran === undefined) continue;
    const [own] = ran.split('+');
    if (files.get(`${version.model} ${own}`) !== version.file)
      return `${version.model} was run from another file than version leaf ${index} names`;
    if (!version.id.startsWith(ran))
      return `${version.model} was run as ${ran}, and version leaf ${index} is ${version.id}`;
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
type PublishedModels = (names: readonly string[]) => readonly LocalForecaster[];

async function readPublishedModels(
  files: Pick<PublishedFiles, 'model'>,
  lists: readonly (readonly string[])[],
): Promise<PublishedModels> {
  const texts = new Map<string, string>();
  for (const hash of new Set(lists.flat().map(parseHash))) {
    const text = await files.model(hash);
    if (text === null) throw new UsageError(`The model file ${hash} is not published, so nothing can be recomputed.`);
    if (toSha256(text) !== hash) throw new Withheld(`the published model file ${hash} has another hash`);
    texts.set(hash, text);
  }
  const opened = new Map<string, readonly LocalForecaster[]>();
  return (names) => getOrCreate(opened, names.join(), () => open(names, texts));
}

function open(names: readonly string[], texts: ReadonlyMap<string, string>): LocalForecaster[] {
  const loaded: LocalForecaster[] = [];
  for (const name of names) {
    const model = parseForecaster(texts.get(parseHash(name)) ?? '', loaded);
    if (!name.startsWith(`${model.key} ${model.version} `))
      throw new Withheld(`the file of ${name} holds ${model.key} ${model.version}`);
    loaded.push(model);
  }
  return loaded;
}

const parseHash = (name: string): string => name.split(' ')[2] ?? '';
const toSha256 = (text: string): string => Buffer.from(sha256(Buffer.from(text))).toString('hex');
