import type { Duration } from '#domain/market/duration.ts';
import type { LogisticFile } from '#engine/forecast/scorer/logistic-scorer.ts';
import type { DurationHead, ModelFile } from '#engine/forecast/model-file.ts';
import type { StackFile } from '#engine/forecast/scorer/stack-scorer.ts';
import type { PairReversion, TreeFile } from '#engine/forecast/scorer/tree-scorer.ts';
import type { VoteFile } from '#engine/forecast/scorer/vote-scorer.ts';
import type { LogisticInputs, SessionWeights } from '../fit-logistic.ts';
import type { BinnedTree } from '../grow-tree.ts';
import { byDuration, type MemberKey, roughly } from '../members.ts';
import { leadingName, treeNames } from '../model-inputs.ts';
import type { StoredTree } from '#engine/forecast/scorer/tree-ensemble.ts';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ManifestEntry, ModelManifest } from '#server/modules/models/load-models.ts';

type Heads = Record<Duration, DurationHead>;
type Weights = Record<Duration, SessionWeights>;

export const logisticFile = (
  key: MemberKey,
  { terms, deviations }: LogisticInputs,
  heads: Heads,
  weights: Weights,
  learntUntil: number,
): LogisticFile =>
  versioned<LogisticFile>(
    {
      format: 1,
      features: [...new Set(terms.flatMap(({ feature, by }) => (by === undefined ? [feature] : [feature, by])))],
      kind: 'logistic',
      key,
      terms,
      deviations,
      durations: byDuration((duration) => ({ ...heads[duration], weights: weights[duration] })),
    },
    learntUntil,
  );

export const treeFile = (
  heads: Heads,
  trees: Record<Duration, readonly BinnedTree[]>,
  edges: readonly Float64Array[],
  reversion: PairReversion,
  learntUntil: number,
): TreeFile =>
  versioned<TreeFile>(
    {
      format: 1,
      features: treeNames,
      kind: 'trees',
      key: 'kurs_ai_v2',
      leading: leadingName,
      reversion,
      durations: byDuration((duration) => ({
        ...heads[duration],
        trees: trees[duration].map((tree) => storedTree(tree, edges)),
      })),
    },
    learntUntil,
  );

export const voteFile = (features: readonly string[], heads: Heads, learntUntil: number): VoteFile =>
  versioned<VoteFile>({ format: 1, features, kind: 'votes', key: '13_squad', durations: heads }, learntUntil);

/** Reads no features itself: its members do. */
export const stackFile = (
  members: readonly ModelFile[],
  heads: Heads,
  weights: Weights,
  learntUntil: number,
): StackFile =>
  versioned<StackFile>(
    {
      format: 1,
      features: [],
      kind: 'stack',
      key: 'vip',
      members: members.map(({ key, version }) => ({ key, version })),
      durations: byDuration((duration) => ({ ...heads[duration], weights: weights[duration] })),
    },
    learntUntil,
  );

/** A tree that reads values instead of bins. */
const storedTree = (tree: BinnedTree, edges: readonly Float64Array[]): StoredTree => ({
  feature: [...tree.feature],
  threshold: [...tree.feature].map((feature, node) => edges[feature]?.[tree.bin[node] as number] as number),
  left: [...tree.left],
  right: [...tree.right],
  value: [...tree.leafValue].map(roughly),
  count: [...tree.leafCount],
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The version states the end of the training data and a prefix of the hash of the model's content.
 */
function versioned<T extends ModelFile>(draft: Omit<T, 'version'>, learntUntil: number): T {
  const until = new Date(learntUntil).toISOString().slice(0, 10);
  return { ...draft, version: `${until}.${sha256(JSON.stringify(draft)).slice(0, 8)}` } as unknown as T;
}

interface WrittenModel {
  readonly file: ModelFile;
  readonly card: string;
}

/** Writes each model file, its card and the manifest into the folder. */
export async function writeModels(folder: string, models: readonly WrittenModel[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entries: ManifestEntry[] = [];
  for (const { file, card } of models) {
    const text = `${JSON.stringify(file)}\n`;
    const name = `${file.key}.json`;
    await writeFile(`${folder}/${name}`, text);
    await writeFile(`${folder}/${file.key}.card.md`, card);
    entries.push({ key: file.key, file: name, sha256: sha256(text) });
  }
  const manifest: ModelManifest = { format: 1, models: entries };
  await writeFile(`${folder}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
}
