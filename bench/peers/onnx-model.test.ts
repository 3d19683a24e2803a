import { expect, it } from 'vitest';
import { onnxModel } from './onnx-model.ts';

/** A minimal protocol buffer reader: field number, then an integer or bytes. */
function listFields(bytes: Buffer): [field: number, value: number | Buffer][] {
  const fields: [number, number | Buffer][] = [];
  let at = 0;
  const varint = (): number => {
    let [value, scale, byte] = [0, 1, 128];
    for (; byte >= 128; scale *= 128) {
      byte = bytes[at++] ?? 0;
      value += (byte % 128) * scale;
    }
    return value;
  };
  while (at < bytes.length) {
    const key = varint();
    const value = varint();
    if (key % 8 === 0) fields.push([key >> 3, value]);
    else fields.push([key >> 3, bytes.subarray(at, (at += value))]);
  }
  return fields;
}

const all = (bytes: Buffer, field: number) =>
  listFields(bytes).flatMap(([number, value]) => (number === field ? [value] : []));
const parts = (bytes: Buffer, field: number): Buffer[] => all(bytes, field) as Buffer[];

it('numbers the inner nodes in stored order and the leaves after them, tree by tree', () => {
  const stump = { feature: [3], threshold: [0.5], left: [-1], right: [-2], value: [-0.1, 0.2], count: [1, 1] };
  const taller = {
    feature: [300, 1],
    threshold: [1, 2],
    left: [1, -1],
    right: [-3, -2],
    value: [1, 2, 3],
    count: [1, 1, 1],
  };
  const [graph] = parts(onnxModel([stump, taller], 400), 7);
  const [node] = parts(graph as Buffer, 1);
  const attributes = new Map(parts(node as Buffer, 5).map((one) => [String(parts(one, 1)[0]), one]));
  const wholes = (name: string) => all(attributes.get(name) as Buffer, 8);
  expect(wholes('nodes_treeids')).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  expect(wholes('nodes_nodeids')).toEqual([0, 1, 2, 0, 1, 2, 3, 4]);
  expect(wholes('nodes_featureids')).toEqual([3, 0, 0, 300, 1, 0, 0, 0]);
  expect(wholes('nodes_truenodeids')).toEqual([1, 0, 0, 1, 2, 0, 0, 0]);
  expect(wholes('nodes_falsenodeids')).toEqual([2, 0, 0, 4, 3, 0, 0, 0]);
  expect(wholes('target_nodeids')).toEqual([1, 2, 2, 3, 4]);
  const weights = parts(parts(attributes.get('target_weights_as_tensor') as Buffer, 5)[0] as Buffer, 9)[0] as Buffer;
  expect([0, 8, 16, 24, 32].map((offset) => weights.readDoubleLE(offset))).toEqual([-0.1, 0.2, 1, 2, 3]);
});
