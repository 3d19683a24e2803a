import type { RecordLeaves } from '#contract/record/views.ts';

type Leaf = RecordLeaves['leaves'][number];

/**
 * Whether the leaves belong to the requested entry, judged by the hashed content and not by the
 * server's labels: its number is among them, all belong to one signal, and that signal is the
 * requested one. An unopened leaf is trusted.
 */
export function answersQuestion(id: string, { index, leaves }: RecordLeaves): boolean {
  const subjects = new Set(leaves.flatMap((one) => (one.leaf ? [getSubject(one)] : [])));
  const requested = /^\d+$/.test(id) ? Number(id) : null;
  const named = requested === null ? leaves.find((one) => one.index === index)?.leaf : undefined;
  return (
    leaves.some((one) => one.index === (requested ?? index)) &&
    (requested === null || requested === index) &&
    new Set(leaves.map((one) => one.index)).size === leaves.length &&
    subjects.size <= 1 &&
    leaves.every(hasExpectedKind) &&
    hasBeginning(leaves) &&
    (named === undefined || named['id'] === id.toLowerCase())
  );
}

/** The signal, or the hash of the leaf for forecasts that no user received. */
const getSubject = ({ leaf, leafHash }: Leaf): unknown =>
  leaf?.['id'] ?? leaf?.['signal'] ?? leaf?.['forecast'] ?? leafHash;

/** A leaf that ends an entry must be accompanied by the leaf that it ends. */
const hasBeginning = (leaves: readonly Leaf[]): boolean =>
  leaves.some(({ kind }) => kind !== 'outcome' && kind !== 'void');

/** Their form is their kind. */
const formKinds = ['gap', 'succession', 'closing'] as const;

function hasExpectedKind({ kind, leaf }: Leaf): boolean {
  if (!leaf) return true;
  const isEnd = 'result' in leaf || leaf['form'] === 'minute-prices/1';
  if (isEnd) return kind === (leaf['result'] === 'void' ? 'void' : 'outcome');
  const own = formKinds.find((one) => leaf['form'] === `${one}/1`);
  if (own) return kind === own;
  return kind === ('id' in leaf ? 'signal' : 'forecast');
}
