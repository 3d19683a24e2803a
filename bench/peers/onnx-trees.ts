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
  const nodes = trees.flatMap(({ feature: features, threshold, left, right, value }, tree) => {
    const at = (child = 0): number => (child >= 0 ? child : features.length - 1 - child);
    const none = { feature: 0, threshold: 0, yes: 0, no: 0, weight: 0 };
    const inner = features.map((feature, n) => {
      const branch = { feature, threshold: threshold[n] ?? 0, yes: at(left[n]), no: at(right[n]) };
      return { ...none, ...branch, tree, n, mode: 'BRANCH_LEQ' };
    });
    const leaves = value.map((weight, k) => ({ ...none, weight, tree, n: features.length + k, mode: 'LEAF' }));
    return [...inner, ...leaves];
  });
  const leaves = nodes.filter(({ mode }) => mode === 'LEAF');
  return [
    wholes('nodes_treeids', nodes, ({ tree }) => tree),
    wholes('nodes_nodeids', nodes, ({ n }) => n),
    wholes('nodes_featureids', nodes, ({ feature }) => feature),
    wholes('nodes_truenodeids', nodes, ({ yes }) => yes),
    wholes('nodes_falsenodeids', nodes, ({ no }) => no),
    [text(1, 'nodes_modes'), ...nodes.map(({ mode }) => text(9, mode)), whole(20, 8)],
    doubles('nodes_values_as_tensor', nodes, ({ threshold }) => threshold),
    wholes('target_treeids', leaves, ({ tree }) => tree),
    wholes('target_nodeids', leaves, ({ n }) => n),
    wholes('target_ids', leaves, () => 0),
    doubles('target_weights_as_tensor', leaves, ({ weight }) => weight),
    [text(1, 'n_targets'), whole(3, 1), whole(20, 2)],
  ];
}

const wholes = <Node>(name: string, nodes: readonly Node[], read: (node: Node) => number): Field[] => [
  text(1, name),
  ...nodes.map((node) => whole(8, read(node))),
  whole(20, 7),
];

function doubles<Node>(name: string, nodes: readonly Node[], read: (node: Node) => number): Field[] {
  const values = Buffer.from(Float64Array.from(nodes, read).buffer);
  return [text(1, name), message(5, [whole(1, nodes.length), whole(2, double), bytes(9, values)]), whole(20, 4)];
}

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
