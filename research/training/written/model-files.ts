import type { Duration } from '#domain/market/duration.ts';
import type { LogisticFile } from '#engine/forecast/scorer/logistic-scorer.ts';
import type { DurationHead, ModelFile } from '#engine/forecast/model-file.ts';
import type { StackFile } from '#engine/forecast/scorer/stack-scorer.ts';
import type { PairReversion, TreeFile } from '#engine/forecast/scorer/tree-scorer.ts';
import type { VoteFile } from '#engine/forecast/scorer/vote-scorer.ts';
import type { LogisticInputs, SessionWeights } from '../fit-logistic.ts';
import type { BinnedTree } from '../grow-tree.ts';
import { byDuration, type MemberKey } from '../members.ts';
import { leadingName, treeNames } from '../model-inputs.ts';
import { storedTree } from './store-trees.ts';
import { versioned } from './write-models.ts';

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
