import type { StoredTree } from '#engine/forecast/scorer/tree-ensemble.ts';
import { importPeer } from './import-peer.ts';
import { onnxModel } from './onnx-model.ts';

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
