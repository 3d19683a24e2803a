import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import type { Leaf, LeafKind } from '#record/leaf.ts';
import { isStated, writeForecasts } from '#record/lines.ts';
import type { RecordSource } from '#record/verify/record-source.ts';
import type { VerifyOptions } from '#record/verify/verify-record.ts';
import { createHonestEntries, type Entry, parseForecastLines, toLeaves } from '../support/record/honest-record.ts';
import {
  publishRecord,
  type Publication,
  type Verdict,
  verifyPublished,
  vkey,
  witness,
} from '../support/record/published-record.ts';

const from = Date.parse('2026-03-02T09:00:00.000Z');
const minutes = 100;
const now = from + minutes * minuteMs;
const honest = (): Entry[] => createHonestEntries({ from, minutes, signals: 2, others: 2 });
const iso = (at: number): string => new Date(at).toISOString();
const later = (at: string, ms: number): string => iso(Date.parse(at) + ms);
const hash = 'e'.repeat(64);

interface Forgery extends Partial<Publication> {
  readonly options?: Partial<VerifyOptions>;
  readonly serve?: (source: RecordSource) => Partial<RecordSource>;
}

async function verify(
  leaves: readonly (Leaf | string)[],
  { options, serve, ...publication }: Forgery = {},
): Promise<Verdict> {
  const own = { now, ...publication };
  const { source } = publishRecord(leaves, own);
  return verifyPublished({ ...source, ...serve?.(source) }, own.now, options);
}
const listRules = ({ failures }: Verdict): number[] => [...new Set(failures.map(({ rule }) => rule))];

type Of<Kind extends LeafKind> = Extract<Leaf, { kind: Kind }>;
const isKind =
  <Kind extends LeafKind>(kind: Kind) =>
  (entry: Entry): entry is Entry & { leaf: Of<Kind> } =>
    entry.leaf.kind === kind;

/** The entry of this kind near the middle that suits, where every leaf is open and has its outcome. */
function findEntry<Kind extends LeafKind>(
  entries: readonly Entry[],
  kind: Kind,
  suits: (entry: Entry & { leaf: Of<Kind> }) => boolean = () => true,
) {
  const middle = entries
    .filter(isKind(kind))
    .filter(
      ({ at }) => kind === 'genesis' || kind === 'version' || (at > from + 20 * minuteMs && at < from + 60 * minuteMs),
    );
  const found = middle.find(suits);
  if (!found) throw new Error(`no such ${kind}`);
  return found;
}

/** An honest record with one leaf changed, signed again. */
function changed<Kind extends LeafKind>(
  kind: Kind,
  change: (leaf: Of<Kind>, entries: Entry[]) => object,
  suits?: (entry: Entry & { leaf: Of<Kind> }, all: readonly Entry[]) => boolean,
): Leaf[] {
  const entries = honest();
  const entry = findEntry(entries, kind, (one) => suits?.(one, entries) ?? true);
  const index = entries.indexOf(entry);
  const leaves = toLeaves(entries);
  leaves[index] = { ...leaves[index], ...change(leaves[index] as Of<Kind>, entries) } as Leaf;
  return leaves;
}

/** Entries left out or put in, with every name of a leaf as its new index. */
function edited(edit: (entries: Entry[]) => Entry[]): Leaf[] {
  return toLeaves(edit(honest()));
}
const isPassedOn = (minute: Entry, all: readonly Entry[]): boolean =>
  all.some((one) => one.of === minute && one.leaf.kind === 'signal' && one.leaf.probability > 52);

it('passes an honest record, in whole, in its last hour, and as a witness saw it', async () => {
  const leaves = toLeaves(honest());
  const witnesses = { keys: [witness], quorum: 1, minProven: 100 };
  for (const options of [{ maxUncovered: 0 }, { newestMs: hourMs }, { witnesses, key: vkey }] as const) {
    const { failures, skipped, output } = await verify(leaves, { options, cosignedEveryMs: 5_000 });
    expect(failures, output).toEqual([]);
    expect(skipped).toBe(0);
  }
});

describe('each rule', () => {
  const leaves = toLeaves(honest());
  const rule = (number: number, title: string, forge: () => Promise<Verdict>) =>
    it(`${number}: ${title}`, async () => {
      const verdict = await forge();
      expect(listRules(verdict), verdict.output).toContain(number);
    });

  rule(1, 'a leaf that is shown with another text than was signed', () =>
    verify(leaves, {
      serve: ({ bundle }) => ({
        bundle: async (n, width) => {
          const bytes = Buffer.from(await bundle(n, width));
          const at = bytes.indexOf('@150 ', 1_000);
          bytes[at + 1] = 0x32;
          return bytes;
        },
      }),
    }),
  );
  rule(1, 'tiles that do not lead to the root', () =>
    verify(leaves, {
      serve: ({ tile }) => ({ tile: async (one) => (await tile(one)).map((byte, i) => (i === 5 ? byte ^ 1 : byte)) }),
    }),
  );
  rule(1, 'a proof that leads elsewhere', () =>
    verify(leaves, {
      serve: ({ entry }) => ({
        entry: async (index) => {
          const answer = await entry(index);
          return { ...answer, leaves: answer.leaves.map((leaf) => ({ ...leaf, proof: leaf.proof.with(0, hash) })) };
        },
      }),
    }),
  );
  rule(2, 'a checkpoint signed by another key', async () => {
    const other = publishRecord(leaves, { now, key: generateKeyPairSync('ed25519').privateKey });
    return verify(leaves, { serve: () => ({ checkpoint: other.source.checkpoint }) });
  });
  rule(2, 'another key than the saved one', () =>
    verify(leaves, { key: generateKeyPairSync('ed25519').privateKey, options: { key: vkey } }),
  );
  rule(2, 'a history that does not continue the saved checkpoint', () => {
    const since = publishRecord(leaves.slice(0, 300), { now }).note;
    return verify(
      changed('version', () => ({ id: 'other' })),
      { options: { since } },
    );
  });
  rule(2, 'a record that shrank', () =>
    verify(leaves.slice(0, -5), { options: { since: publishRecord(leaves, { now }).note } }),
  );
  rule(2, 'two histories at two addresses', async () => {
    const other = publishRecord(
      changed('version', () => ({ id: 'other' })),
      { now },
    );
    return verify(leaves, { options: { against: other.source } });
  });
  rule(2, 'another history than a witness cosigned', () => {
    const { source } = publishRecord(
      changed('version', () => ({ id: 'other' })),
      { now, cosignedEveryMs: 5_000 },
    );
    const witnesses = { keys: [witness], quorum: 1, minProven: 0 };
    return verify(leaves, { options: { witnesses }, serve: () => ({ checkpoints: source.checkpoints }) });
  });
  rule(3, 'a leaf that stays closed', async () => {
    const { source, shown } = publishRecord(leaves, { now });
    const hidden = publishRecord(leaves, { now: from + 40 * minuteMs });
    expect(hidden.shown.filter((text) => text === null).length).toBeGreaterThan(
      shown.filter((text) => text === null).length,
    );
    return verifyPublished({ ...source, bundle: hidden.source.bundle }, now);
  });
  rule(3, 'a leaf that another copy shows', async () => {
    const early = publishRecord(leaves, { now: now - 30_000 });
    return verifyPublished(early.source, now - 30_000, { against: publishRecord(leaves, { now }).source });
  });
  rule(4, 'a text that is no leaf', () => verify([...leaves.slice(0, 20), '{"kind":"gap"}', ...leaves.slice(20)]));
  rule(4, 'a second genesis', () =>
    verify(
      leaves.toSpliced(30, 0, {
        ...leaves[0],
        at: leaves[29] && 'at' in leaves[29] ? leaves[29].at : iso(now),
      } as Leaf),
    ),
  );
  rule(4, 'a text that is not canonical', () => verify(leaves.with(3, ` ${JSON.stringify(leaves[3])}` as never)));
  rule(5, 'times that fall', () => verify(changed('signal', ({ at }) => ({ at: later(at, -10 * minuteMs) }))));
  rule(5, 'a time that has not come', () => verify(leaves.slice(0, 300), { now: from + 20 * minuteMs }));
  rule(5, 'a leaf that is later than a witness saw it', () =>
    verify(leaves, {
      cosignedEveryMs: 5_000,
      cosignedAfterMs: -minuteMs,
      options: { witnesses: { keys: [witness], quorum: 1, minProven: 0 } },
    }),
  );
  rule(6, 'a minute stated twice', () =>
    verify(edited((all) => all.flatMap((one) => (one === findEntry(all, 'minute') ? [one, { ...one }] : [one])))),
  );
  rule(6, 'a model that says nothing of the pair in turn', () =>
    verify(
      changed('minute', (leaf) => ({
        forecasts: parseForecastLines(leaf).map(({ model }) => writeForecasts({ model, forecasts: [] })),
      })),
    ),
  );
  rule(7, 'a version that is not in the record', () =>
    verify(changed('minute', ({ versions }) => ({ versions: versions.with(0, 3) }))),
  );
  rule(8, 'a signal of another side than its minute states', () =>
    verify(changed('signal', ({ side }) => ({ side: side === 'BUY' ? 'SELL' : 'BUY' }))),
  );
  rule(8, 'a signal of a minute from three minutes before', () =>
    verify(
      changed('signal', (leaf, all) => ({
        of: all.findLastIndex((one) => one.leaf.kind === 'minute' && one.at < Date.parse(leaf.at) - 3 * minuteMs),
      })),
    ),
  );
  rule(9, 'two answers to one question', () =>
    verify(edited((all) => all.flatMap((one) => (one === findEntry(all, 'answer') ? [one, { ...one }] : [one])))),
  );
  rule(10, 'an outcome that never came', () =>
    verify(edited((all) => all.filter((one) => one !== findEntry(all, 'outcome')))),
  );
  rule(10, 'a second outcome', () =>
    verify(edited((all) => all.flatMap((one) => (one === findEntry(all, 'outcome') ? [one, { ...one }] : [one])))),
  );
  rule(10, 'an outcome before the expiry', () =>
    verify(
      edited((all) => {
        const outcome = findEntry(all, 'outcome');
        outcome.at -= 2 * minuteMs;
        return all.toSorted((a, b) => a.at - b.at);
      }),
    ),
  );
  rule(10, 'the record ends, and its last statements have no outcome', () =>
    verify(leaves.slice(0, 400), { now: now + dayMs }),
  );
  rule(11, 'two prices of one instant', () =>
    verify(
      changed(
        'outcome',
        ({ prices }) => ({
          prices: prices.map((line) => line.replace(/(\d)@/, (_all, digit: string) => `${(Number(digit) + 1) % 10}@`)),
        }),
        ({ of }) => of?.leaf.kind === 'minute',
      ),
    ),
  );
  rule(11, 'a void for want of a price that another leaf states', () =>
    verify(
      changed(
        'outcome',
        ({ prices }) => ({ prices: prices.map((line) => line.replace(/:[\d.]+@\d+/, ':-')) }),
        ({ of }) => of?.leaf.kind === 'minute',
      ),
    ),
  );
  rule(11, 'a close that is too old', () =>
    verify(
      changed('outcome', ({ prices }) => ({
        prices: prices.map((line) => line.replace(/@(\d+)$/, (_all, ms: string) => `@${Number(ms) - 6_000}`)),
      })),
    ),
  );
  rule(12, 'a void after the outcome', () =>
    verify(
      edited((all) => {
        const signal = findEntry(all, 'signal', (one) =>
          all.every(({ of, leaf }) => of !== one || leaf.kind !== 'void'),
        );
        const at = now - minuteMs;
        return [
          ...all,
          { at, leaf: { kind: 'void', of: 0, cause: 'other', at: iso(at) }, of: signal } as Entry,
        ].toSorted((a, b) => a.at - b.at);
      }),
    ),
  );
  rule(13, 'statements that no witness saw in time', () =>
    verify(leaves, {
      cosignedEveryMs: 2 * minuteMs,
      options: { witnesses: { keys: [witness], quorum: 1, minProven: 99 } },
    }),
  );
  rule(14, 'a win rate that is not the recount', () =>
    verify(leaves, {
      serve: ({ figures }) => ({
        figures: async (days) => {
          const own = await figures(days);
          return {
            ...own,
            all: { ...own.all, signals: { ...own.all.signals, successful: own.all.signals.successful + 1 } },
          };
        },
      }),
    }),
  );
  rule(15, 'a list that leaves out a signal', () =>
    verify(leaves, {
      now: now,
      serve: ({ entries }) => ({
        entries: async () => {
          const own = await entries();
          return { ...own, items: own.items.filter(({ outcome }, i) => i === 0 || i > 15 || !outcome) };
        },
      }),
    }),
  );
  rule(15, 'a list with another outcome', () =>
    verify(leaves, {
      serve: ({ entries }) => ({
        entries: async () => {
          const own = await entries();
          const other = own.items.find(({ outcome }) => outcome)?.outcome ?? null;
          return { ...own, items: own.items.map((item) => ({ ...item, outcome: item.outcome && other })) };
        },
      }),
    }),
  );
  rule(16, 'minutes that are left out', () => {
    const forged = edited((all) => {
      const dropped = new Set<Entry | undefined>([findEntry(all, 'minute')]);
      for (const one of all) if (dropped.has(one.of) || dropped.has(one.minute)) dropped.add(one);
      return all.filter((one) => !dropped.has(one));
    });
    return verify(forged, { options: { maxUncovered: 0 } });
  });
});

/** Which rule names the change, or why nobody can know (docs/record.md lists each). */
type Expected = number | { readonly nobody: string };
const onlyRecomputed = { nobody: 'follows from --recompute alone' };
const free = { nobody: 'a random number' };

const fields: {
  readonly [Kind in LeafKind]: Record<
    string,
    [
      change: (leaf: Of<Kind>, all: Entry[]) => object,
      expected: Expected,
      suits?: (entry: Entry & { leaf: Of<Kind> }, all: readonly Entry[]) => boolean,
    ]
  >;
} = {
  genesis: {
    origin: [() => ({ origin: 'other.test/record' }), 2],
    'feed.kind': [({ feed }) => ({ feed: { ...feed, kind: 'oanda' } }), { nobody: 'whose prices they are: --prices' }],
    'feed.source': [({ feed }) => ({ feed: { ...feed, source: '2' } }), { nobody: 'whose prices they are: --prices' }],
    pairs: [({ pairs }) => ({ pairs: pairs.slice(1) }), 6],
    durations: [({ durations }) => ({ durations: durations.slice(1) }), 6],
    models: [({ models }) => ({ models: models.slice(0, 2) }), 7],
    payout: [() => ({ payout: 0.9 }), { nobody: 'a convention of the figures' }],
    calendar: [() => ({ calendar: 'forex' }), { nobody: 'the same on a weekday' }],
    at: [({ at }) => ({ at: later(at, 60 * minuteMs) }), 5],
    previous: [() => ({ previous: { note: 'no note', reason: 'The key was lost with the disk.' } }), 4],
  },
  version: {
    model: [({ model }) => ({ model: model === 'kurs_ai_v1' ? 'vip' : 'kurs_ai_v1' }), 7],
    id: [
      (_leaf, all) => ({ id: (all.findLast(isKind('version')) as Entry & { leaf: Of<'version'> }).leaf.id }),
      7,
      (one, all) => (all.findLast(isKind('version')) as Entry & { leaf: Of<'version'> }).leaf.model === one.leaf.model,
    ],
    file: [() => ({ file: hash }), onlyRecomputed],
    'calibration.from': [
      ({ calibration }) => ({ calibration: calibration && { ...calibration, from: later(calibration.to, 1) } }),
      7,
      ({ leaf }) => leaf.calibration !== null,
    ],
    'calibration.to': [
      ({ calibration, at }) => ({ calibration: calibration && { ...calibration, to: later(at, 1) } }),
      7,
      ({ leaf }) => leaf.calibration !== null,
    ],
    'calibration.decisions': [
      ({ calibration }) => ({ calibration: calibration && { ...calibration, decisions: 9_999 } }),
      { nobody: 'how many outcomes it was made from' },
      ({ leaf }) => leaf.calibration !== null,
    ],
    'calibration.factors': [
      ({ calibration }) => ({ calibration: calibration && { ...calibration, factors: [] } }),
      onlyRecomputed,
      ({ leaf }) => leaf.calibration !== null,
    ],
    at: [({ at }) => ({ at: later(at, -hourMs) }), 5],
  },
  minute: {
    minute: [({ minute }) => ({ minute: later(minute, -minuteMs) }), 6],
    at: [({ at }) => ({ at: later(at, 31_000) }), 6],
    inputs: [() => ({ inputs: hash }), onlyRecomputed],
    versions: [({ versions }) => ({ versions: versions.toReversed() }), 7],
    forecasts: [
      (leaf) => ({
        forecasts: parseForecastLines(leaf).map(({ model, forecasts }) =>
          writeForecasts({
            model,
            forecasts: forecasts.map((one) => ({ ...one, probability: Math.min(100, one.probability + 5) })),
          }),
        ),
      }),
      8,
      isPassedOn,
    ],
    without: [(leaf) => ({ without: [parseForecastLines(leaf)[0]?.forecasts[0]?.pair] }), 6],
    nonce: [() => ({ nonce: 'a'.repeat(32) }), free],
  },
  answer: {
    model: [() => ({ model: 'indicators_chatgpt_3.5' }), 9],
    pair: [({ pair }) => ({ pair: pair === 'EURUSD' ? 'GBPUSD' : 'EURUSD' }), 8],
    duration: [() => ({ duration: 3 }), 8],
    minute: [
      ({ minute }, all) => ({ minute: all.findLastIndex((one, i) => i < minute && one.leaf.kind === 'minute') }),
      9,
    ],
    question: [() => ({ question: hash }), { nobody: 'what it was asked' }],
    stated: [({ stated }) => ({ stated: 1 - stated }), 8],
    probability: [({ probability }) => ({ probability: Math.round((probability + 1) * 100) / 100 }), 8],
    at: [({ at }) => ({ at: later(at, -5 * minuteMs) }), 5],
    nonce: [() => ({ nonce: 'a'.repeat(32) }), free],
  },
  signal: {
    of: [({ of }, all) => ({ of: all.findLastIndex((one, i) => i < of && one.leaf.kind === 'minute') }), 8],
    manual: [({ manual }) => ({ manual: !manual }), { nobody: 'who chose the pair' }],
    model: [({ model }) => ({ model: model === 'kurs_ai_v1' ? 'kurs_ai_v2' : 'kurs_ai_v1' }), 8],
    pair: [({ pair }) => ({ pair: pair === 'EURUSD' ? 'GBPUSD' : 'EURUSD' }), 10],
    duration: [({ duration }) => ({ duration: duration === 5 ? 3 : 5 }), 10],
    side: [({ side }) => ({ side: side === 'BUY' ? 'SELL' : 'BUY' }), 8],
    probability: [({ probability }) => ({ probability: Math.round((probability + 1) * 100) / 100 }), 8],
    payout: [() => ({ payout: 0.71 }), { nobody: 'what the trader’s broker pays' }],
    at: [({ at }) => ({ at: later(at, 5 * minuteMs) }), 5],
    nonce: [() => ({ nonce: 'a'.repeat(32) }), free],
  },
  outcome: {
    of: [({ of }) => ({ of: of - 1 }), 10],
    prices: [({ prices }) => ({ prices: prices.slice(1) }), 10],
  },
  void: {
    of: [({ of }) => ({ of: of - 1 }), 12, ({ of }, all) => all[all.indexOf(of as Entry) - 1]?.leaf.kind !== 'signal'],
    cause: [() => ({ cause: 'feed_gap' }), { nobody: 'the operator’s reason' }],
    at: [({ at }) => ({ at: later(at, -20 * minuteMs) }), 5],
  },
};

describe('each field', () => {
  const cases = Object.entries(fields).flatMap(([kind, own]) =>
    Object.entries(own).map(([field, [change, expected, suits]]) => ({
      kind: kind as LeafKind,
      field,
      change,
      expected,
      suits,
    })),
  );

  it.each(cases)('$kind $field: $expected', async ({ kind, change, expected, suits }) => {
    const verdict = await verify(changed(kind, change as never, suits as never), { options: { maxUncovered: 0 } });
    if (typeof expected === 'number') expect(listRules(verdict), verdict.output).toContain(expected);
    else expect(verdict.failures).toEqual([]);
  });

  it('that nobody can know is named in the document', () => {
    const document = readFileSync('docs/record.md', 'utf8').split('## What nobody can know')[1]?.split('## ')[0] ?? '';
    const words: Readonly<Record<string, string>> = { question: 'asked', factors: 'calibration' };
    for (const { field, expected } of cases) {
      if (typeof expected === 'number') continue;
      const name = field.split('.').at(-1) ?? '';
      expect(document, field).toContain(field.startsWith('feed') ? '`feed`' : (words[name] ?? name));
    }
  });

  it('of every kind is in this list', () => {
    for (const { leaf } of honest())
      for (const field of Object.keys(leaf))
        expect(
          Object.keys(fields[leaf.kind])
            .map((name) => name.split('.')[0])
            .concat('kind'),
          leaf.kind,
        ).toContain(field);
  });

  it.each(Object.keys(fields) as LeafKind[])(
    'a %s without one of its fields, or with one more, is of no kind',
    async (kind) => {
      for (const change of [
        (leaf: Leaf) => Object.fromEntries(Object.entries(leaf).slice(1)),
        (leaf: Leaf) => ({ ...leaf, extra: true }),
      ]) {
        const entries = honest();
        const index = entries.indexOf(findEntry(entries, kind));
        const leaves = toLeaves(entries);
        const text = JSON.stringify(
          Object.fromEntries(Object.entries(change(leaves[index] as Leaf)).toSorted(([a], [b]) => (a < b ? -1 : 1))),
        );
        const verdict = await verify([...leaves.slice(0, index), text, ...leaves.slice(index + 1)]);
        expect(verdict.failures).toContainEqual(expect.objectContaining({ rule: 4, leaf: index }));
      }
    },
  );
});

it('names a forecast that is not stated only where it must be', () => {
  expect(isStated({ pair: 'EURUSD', duration: 5, side: 'BUY', probability: 51.99 }, 'GBPUSD')).toBe(false);
  expect(isStated({ pair: 'EURUSD', duration: 5, side: 'BUY', probability: 52 }, 'GBPUSD')).toBe(true);
});
