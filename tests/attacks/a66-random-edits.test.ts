import { expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { canonicalLeaf, isClosedKind, type Leaf, opensAt } from '#record/leaf.ts';
import { createLeafChecks } from '#record/verify/check-leaves.ts';
import { createFindings, type Failure } from '#record/verify/findings.ts';
import { createChance } from '../support/chance.ts';
import { createHonestEntries, type Entry, toLeaves } from '../support/record/honest-record.ts';
import { origin, publishRecord, verifyPublished } from '../support/record/published-record.ts';

const from = Date.parse('2026-03-02T09:00:00.000Z');
const minutes = 180;
const now = from + minutes * minuteMs;
const honest = createHonestEntries({ from, minutes, signals: 1, others: 2 });
const edits = 300;

/** The rules of leaves, as the command and the page apply them. */
function check(leaves: readonly Leaf[]): readonly Failure[] {
  const findings = createFindings(() => undefined);
  const checks = createLeafChecks({ now, origin }, findings);
  for (const leaf of leaves) checks.add(isClosedKind(leaf) && opensAt(leaf) > now ? null : canonicalLeaf(leaf));
  checks.finish(0);
  return findings.failures();
}

/**
 * What no rule can name in a record that is signed again before anyone has seen a checkpoint of it
 * (docs/record.md, "What nobody can know").
 */
const undecidable = [
  'drop signal with its outcome',
  'drop void',
  'drop answer with its signals',
  'place of an outcome',
  'time within what others say',
  'value that only --recompute shows',
  'value that only --prices shows',
  'free value',
] as const;
type Undecidable = (typeof undecidable)[number];

interface Edit {
  readonly what: string;
  readonly leaves: readonly Leaf[];
  /** Under which of these names the edit may pass; null: it must be caught. */
  readonly unless: Undecidable | null;
}

const iso = (at: number): string => new Date(at).toISOString();
const before = (leaf: Leaf): boolean => !isClosedKind(leaf) || opensAt(leaf) <= now - 11 * minuteMs;

/** A dishonest operator's work: names of leaves follow, and everything is signed again. */
function createEditor(seed: number) {
  const chance = createChance(seed);
  const pick = <Value>(all: readonly Value[]): Value => all[Math.floor(chance() * all.length)] as Value;
  /** Not the youngest leaves: what is not open yet cannot be judged. */
  const anyEntry = (kind?: Leaf['kind']): Entry =>
    pick(
      honest.filter(
        ({ leaf, at }) => at < now - 25 * minuteMs && before(leaf) && (kind === undefined || leaf.kind === kind),
      ),
    );

  const withDependents = (entry: Entry): Set<Entry> => {
    const all = new Set([entry]);
    for (const one of honest) if ((one.of && all.has(one.of)) || (one.minute && all.has(one.minute))) all.add(one);
    return all;
  };

  const drop = (): Edit => {
    const entry = anyEntry();
    const dropped = withDependents(entry);
    const { kind } = entry.leaf;
    const unless =
      kind === 'signal'
        ? 'drop signal with its outcome'
        : kind === 'void'
          ? 'drop void'
          : kind === 'answer'
            ? 'drop answer with its signals'
            : null;
    return { what: `drop ${kind}`, leaves: toLeaves(honest.filter((one) => !dropped.has(one))), unless };
  };
  const duplicate = (): Edit => {
    const entry = anyEntry();
    const place = honest.indexOf(entry) + 1;
    return {
      what: `duplicate ${entry.leaf.kind}`,
      leaves: toLeaves(honest.toSpliced(place, 0, { ...entry })),
      unless: null,
    };
  };
  const swap = (): Edit => {
    const [one, other] = [anyEntry(), anyEntry()];
    const [i, j] = [honest.indexOf(one), honest.indexOf(other)];
    // Outcomes have no time of their own.
    const isOutcome = one.leaf.kind === 'outcome' || other.leaf.kind === 'outcome';
    return {
      what: `swap ${one.leaf.kind} and ${other.leaf.kind}`,
      leaves: toLeaves(honest.with(i, other).with(j, one)),
      unless: i === j || isOutcome || one.at === other.at ? 'place of an outcome' : null,
    };
  };
  const shift = (): Edit => {
    const entry = pick(
      honest.filter(({ leaf, at }) => 'at' in leaf && leaf.kind !== 'genesis' && at < now - 25 * minuteMs),
    );
    const size = pick([1, 50, 700, 20_000, 5 * minuteMs]);
    const ms = chance() < 0.5 ? size : -size;
    return {
      what: `shift ${entry.leaf.kind} by ${ms} ms`,
      leaves: toLeaves(honest).map((own, i) =>
        honest[i] === entry ? ({ ...own, at: iso(entry.at + ms) } as Leaf) : own,
      ),
      unless: size < 30_000 ? 'time within what others say' : null,
    };
  };
  const change = (): Edit => {
    const entry = anyEntry();
    const place = honest.indexOf(entry);
    const leaves = toLeaves(honest);
    const leaf = leaves[place] as Leaf;
    const [field, value] = pick(Object.entries(leaf).filter(([name]) => name !== 'kind' && name !== 'at'));
    const kind = leaf.kind;
    const other = changeValue(value, chance);
    const name = `${kind}.${field}`;
    // Practice that no minute states.
    const isUnstated = kind === 'signal' && leaf.manual && leaf.duration === 3 && leaf.probability === 51.2;
    return {
      what: `change ${name}`,
      leaves: leaves.with(place, { ...leaf, [field]: other } as Leaf),
      unless: isUnstated ? 'value that only --recompute shows' : (excuses[name] ?? null),
    };
  };
  return (): Edit => pick([drop, duplicate, swap, shift, change])();
}

/** Fields of which no other leaf says what they should be. */
const excuses: Readonly<Record<string, Undecidable>> = {
  'genesis.feed': 'value that only --prices shows',
  'genesis.payout': 'free value',
  'genesis.models': 'free value',
  'version.id': 'free value',
  'version.file': 'value that only --recompute shows',
  'version.calibration': 'value that only --recompute shows',
  'minute.inputs': 'value that only --recompute shows',
  'minute.forecasts': 'value that only --recompute shows',
  'minute.without': 'free value',
  'minute.nonce': 'free value',
  'answer.question': 'free value',
  'answer.probability': 'free value',
  'answer.nonce': 'free value',
  'answer.stated': 'free value',
  'signal.manual': 'free value',
  'signal.payout': 'free value',
  'signal.nonce': 'free value',
  'outcome.prices': 'value that only --prices shows',
  'void.cause': 'free value',
};

function changeValue(value: unknown, chance: () => number): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number')
    return Number.isInteger(value) ? value + 1 + Math.floor(3 * chance()) : Math.round((value + 0.05) * 100) / 100;
  if (Array.isArray(value)) {
    if (value.length === 0) return ['EURUSD'];
    const i = Math.floor(chance() * value.length);
    return chance() < 0.5 ? value.toSpliced(i, 1) : value.with(i, changeValue(value[i], chance));
  }
  if (typeof value === 'string') {
    const digits = [...value.matchAll(/\d/g)];
    const at = digits[Math.floor(chance() * digits.length)]?.index ?? 0;
    return value.slice(0, at) + ((Number(value[at]) + 1) % 10) + value.slice(at + 1);
  }
  return value === null ? 'a' : { ...(value as object), source: 'other' };
}

it('catches each of 300 random edits of three honest hours, or it is listed as undecidable', () => {
  expect(check(toLeaves(honest))).toEqual([]);
  const edit = createEditor(7);
  const passed = new Map<string, number>();
  const missed: string[] = [];
  let caught = 0;
  for (let i = 0; i < edits; i++) {
    const { what, leaves, unless } = edit();
    if (check(leaves).length > 0) caught++;
    else if (unless === null) missed.push(what);
    else passed.set(unless, (passed.get(unless) ?? 0) + 1);
  }
  expect(missed).toEqual([]);
  expect(caught).toBeGreaterThan(edits / 2);
  expect(undecidable).toEqual(expect.arrayContaining([...passed.keys()]));
});

it('names every edit to a reader who has saved a checkpoint of the honest record', async () => {
  const { note } = publishRecord(toLeaves(honest), { now });
  const edit = createEditor(11);
  for (let i = 0; i < 20; i++) {
    const { what, leaves } = edit();
    if (
      canonicalLeaf(leaves[leaves.length - 1] as Leaf) === '' ||
      leaves.every((leaf, at) => canonicalLeaf(leaf) === canonicalLeaf(toLeaves(honest)[at] as Leaf))
    )
      continue;
    const { failures } = await verifyPublished(publishRecord(leaves, { now }).source, now, { since: note });
    expect(
      failures.map(({ rule }) => rule),
      what,
    ).toContain(2);
  }
});
