import type { StoredTree } from '#engine/forecast/scorer/tree-ensemble.ts';
import { importPeer } from './import-peer.ts';

interface Tensor {
  readonly data: Float32Array;
}

/** The part of onnxruntime-node that is used. */
interface OnnxRuntime {
  readonly Tensor: new (type: 'float64', data: Float64Array, dims: readonly [number, number]) => object;
  readonly InferenceSession: {
    create(model: Buffer, options: object): Promise<{ run(feeds: { x: object }): Promise<{ readonly y: Tensor }> }>;
  };
}

export interface OnnxTrees {
  /** The scores of these vectors, concatenated in `rows`, in one call. */
  score(rows: Float64Array): Promise<Float32Array>;
}

/**
 * The same trees, thresholds and leaves in double precision, in onnxruntime on one thread. Only its
 * result is a float.
 */
export async function loadOnnxTrees(trees: readonly StoredTree[], featureCount: number): Promise<OnnxTrees> {
  const { InferenceSession, Tensor } = await importPeer<OnnxRuntime>('onnxruntime-node');
  const oneThread = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' };
  const session = await InferenceSession.create(onnxModel(trees, featureCount), oneThread);

  async function score(rows: Float64Array): Promise<Float32Array> {
    const { y } = await session.run({ x: new Tensor('float64', rows, [rows.length / featureCount, featureCount]) });
    return y.data;
  }

  return { score };
}

/**
 * The trees as an ONNX file with one node, a TreeEnsembleRegressor in double precision (ai.onnx.ml, opset 3; field numbers from
 * onnx.proto, message by message). Input `x`: [rows, features] of doubles; output `y`: [rows, 1], the sum of the leaves.
 */
function onnxModel(trees: readonly StoredTree[], featureCount: number): Buffer {
  const node = [
    text(1, 'x'),
    text(2, 'y'),
    text(4, 'TreeEnsembleRegressor'),
    ...toAttributes(trees).map((attribute) => message(5, attribute)),
    text(7, 'ai.onnx.ml'),
  ];
  const graph = [
    message(1, node),
    text(2, 'trees'),
    message(11, valueInfo('x', double, featureCount)),
    message(12, valueInfo('y', float, 1)),
  ];
  return Buffer.concat([
    whole(1, 8),
    message(7, graph),
    message(8, [text(1, 'ai.onnx.ml'), whole(2, 3)]),
    message(8, [text(1, ''), whole(2, 17)]),
  ]);
}

const float = 1;
const double = 11;

type Field = Buffer;

/** Inner nodes are numbered in stored order, leaves after them. */
function toAttributes(trees: readonly StoredTree[]): Field[][] {
  const at = (tree: StoredTree, child: number): number => (child >= 0 ? child : tree.feature.length - 1 - child);
  const eachNode = (inner: (tree: StoredTree, n: number) => number, leaf: (n: number) => number): number[] =>
    trees.flatMap((tree) => [
      ...tree.feature.map((_, n) => inner(tree, n)),
      ...tree.value.map((_, k) => leaf(tree.feature.length + k)),
    ]);
  const treeOfNode = trees.flatMap((tree, t) => [...tree.feature, ...tree.value].map(() => t));
  const modes = trees.flatMap((tree) => [...tree.feature.map(() => 'BRANCH_LEQ'), ...tree.value.map(() => 'LEAF')]);
  const leaves = trees.flatMap((tree, t) => tree.value.map((_, k) => ({ t, node: tree.feature.length + k })));
  return [
    wholes('nodes_treeids', treeOfNode),
    wholes(
      'nodes_nodeids',
      eachNode(
        (_, n) => n,
        (n) => n,
      ),
    ),
    wholes(
      'nodes_featureids',
      eachNode(
        ({ feature }, n) => feature[n] as number,
        () => 0,
      ),
    ),
    wholes(
      'nodes_truenodeids',
      eachNode(
        (tree, n) => at(tree, tree.left[n] as number),
        () => 0,
      ),
    ),
    wholes(
      'nodes_falsenodeids',
      eachNode(
        (tree, n) => at(tree, tree.right[n] as number),
        () => 0,
      ),
    ),
    texts('nodes_modes', modes),
    doubles(
      'nodes_values_as_tensor',
      eachNode(
        ({ threshold }, n) => threshold[n] as number,
        () => 0,
      ),
    ),
    wholes(
      'target_treeids',
      leaves.map(({ t }) => t),
    ),
    wholes(
      'target_nodeids',
      leaves.map(({ node }) => node),
    ),
    wholes(
      'target_ids',
      leaves.map(() => 0),
    ),
    doubles(
      'target_weights_as_tensor',
      trees.flatMap(({ value }) => value),
    ),
    [text(1, 'n_targets'), whole(3, 1), whole(20, 2)],
  ];
}

const wholes = (name: string, values: readonly number[]): Field[] => [
  text(1, name),
  ...values.map((value) => whole(8, value)),
  whole(20, 7),
];

const texts = (name: string, values: readonly string[]): Field[] => [
  text(1, name),
  ...values.map((value) => text(9, value)),
  whole(20, 8),
];

const doubles = (name: string, values: readonly number[]): Field[] => {
  const tensor = [whole(1, values.length), whole(2, double), bytes(9, Buffer.from(Float64Array.from(values).buffer))];
  return [text(1, name), message(5, tensor), whole(20, 4)];
};

function valueInfo(name: string, type: number, width: number): Field[] {
  const shape = [message(1, [text(2, 'rows')]), message(1, [whole(1, width)])];
  return [text(1, name), message(2, [message(1, [whole(1, type), message(2, shape)])])];
}

// The two protocol buffer encodings in use: varint (0) and length-delimited (2).
const whole = (field: number, value: number): Field => Buffer.from([...varint(8 * field), ...varint(value)]);
const bytes = (field: number, value: Buffer): Field =>
  Buffer.concat([Buffer.from([...varint(8 * field + 2), ...varint(value.length)]), value]);
const text = (field: number, value: string): Field => bytes(field, Buffer.from(value));
const message = (field: number, fields: readonly Field[]): Field => bytes(field, Buffer.concat(fields));

function varint(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...varint(Math.floor(value / 128))];
}
