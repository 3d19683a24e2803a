// node verify-day.mjs <day>.ndjson.gz [vkey] Recomputes one exported day of the record with
// Node's built-in modules and no code of the product: RFC 6962 trees, RFC 8785 leaves, C2SP notes
// and keys, and the rule by which two prices decide. Exit code 1 when a check fails.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const [path = '', knownKey] = process.argv.slice(2);
const wrong = [];
const hold = (isTrue, sentence) => {
  if (!isTrue) wrong.push(sentence);
};

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const joined = (left, right) => sha256(Buffer.from([1]), left, right);

/** Name, id and Ed25519 key of `name+id+base64`. */
function getKey(vkey) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  const isOwnId = sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') === id;
  hold(bytes.length === 33 && bytes[0] === 1 && isOwnId, 'the key is malformed');
  const x = bytes.subarray(1).toString('base64url');
  return { name, id, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) };
}

/** Size and root of a note signed by the key. */
function getHead(note, { name, id, key }, what) {
  const end = note.lastIndexOf('\n\n') + 1;
  const text = note.slice(0, end);
  const isSigned = note
    .slice(end + 1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64'))
    .filter((signature) => signature.subarray(0, 4).toString('hex') === id)
    .some((signature) => verify(null, Buffer.from(text), key, signature.subarray(4)));
  const [origin, size, root] = text.split('\n');
  hold(isSigned && origin === name, `${what} is not signed by the key`);
  return { size: Number(size), root: Buffer.from(root ?? '', 'base64') };
}

/** The perfect trees that `size` leaves split into, as powers of two, largest first. */
const parsePeaks = (size) =>
  [...size.toString(2)].flatMap((bit, i, bits) => (bit === '1' ? [bits.length - 1 - i] : []));

/** Appends to the tree: perfect trees of the same height merge, as in a binary counter. */
function append(peaks, hash) {
  let [height, top] = [0, hash];
  while (peaks.length > 0 && peaks.at(-1).height === height) {
    top = joined(peaks.pop().hash, top);
    height++;
  }
  peaks.push({ height, hash: top });
}

const computeRoot = (peaks) =>
  peaks.length === 0 ? sha256() : peaks.map(({ hash }) => hash).reduceRight((right, left) => joined(left, right));

const canonical = (leaf) =>
  `{${Object.keys(leaf)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(leaf[name])}`)
    .join(',')}}`;

/** The kind of a leaf follows from its hashed fields. */
function getKind(leaf) {
  if (leaf.form === 'gap/1') return 'gap';
  if (leaf.form === 'calibration/1') return 'calibration';
  if (leaf.form === 'succession/1') return 'succession';
  if ('nonce' in leaf) return 'id' in leaf ? 'signal' : 'forecast';
  return 'reason' in leaf ? 'void' : 'outcome';
}

const minuteMs = 60_000;
const windowMs = 5_000;

/** The outcome by the prices, and whether the instants match the signal. */
function judge(signal, outcome) {
  const moved = Math.sign(outcome.closePrice - outcome.openPrice) * (signal.direction === 'BUY' ? 1 : -1);
  const result = ['unsuccessful', 'neutral', 'successful'][moved + 1];
  const [issued, opened, closing, expires] = [
    signal.issuedAt,
    outcome.openedAt,
    outcome.closingTickAt,
    outcome.expiresAt,
  ].map((instant) => Date.parse(instant));
  const isInTime =
    opened >= issued &&
    opened - issued <= windowMs &&
    expires === opened + signal.duration * minuteMs &&
    closing >= opened &&
    closing <= expires &&
    expires - closing <= windowMs;
  return isInTime ? result : 'out of time';
}

const [first, ...lines] = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
const header = JSON.parse(first);
const key = getKey(header.key);
if (knownKey !== undefined) hold(header.key === knownKey, 'the key is not the known one');

const heights = parsePeaks(header.from);
const peaks = header.edge.map((hash, i) => ({ height: heights[i], hash: Buffer.from(hash, 'hex') }));
hold(
  header.from === 0 ? peaks.length === 0 : peaks.length === heights.length,
  'the edge does not match the first leaf',
);
if (header.opening !== null) {
  const opening = getHead(header.opening, key, 'the opening checkpoint');
  hold(
    opening.size === header.from && opening.root.equals(computeRoot(peaks)),
    'the day does not begin at its opening checkpoint',
  );
} else hold(header.from === 0, 'there is no opening checkpoint');

/**
 * Checks the prices of a minute in shadow, each within its window: entry 5 s after the statement,
 * close 5 s before expiry.
 */
function holdPrices(index, published) {
  const prices = published
    .map((line) => line.split(' '))
    .map(([symbol, place, , after]) => ({ symbol, place, after: Number(after) }));
  const entries = new Map(prices.filter(({ place }) => place === '0').map(({ symbol, after }) => [symbol, after]));
  hold(new Set(published.map((line) => line.split(' ', 2).join(' '))).size === prices.length, `leaf ${index} repeats`);
  for (const { symbol, place, after } of prices) {
    const entry = entries.get(symbol) ?? Number.NaN;
    const isEntered = entry >= 0 && entry <= windowMs;
    const age = entry + Number(place) * minuteMs - after;
    const isClose = age >= 0 && age <= windowMs && after >= entry;
    hold(isEntered && isClose, `leaf ${index}: a price of ${symbol} at ${place} is out of time`);
  }
}

/**
 * Completeness: per feed, statements are numbered without a gap, their times never fall, every
 * minute has forecasts or lies in a gap, and every statement is decided ten minutes after its expiry,
 * stops excepted, and not before it.
 */
const decidedWithinMs = 10 * minuteMs;
const feeds = new Map();
const undecided = new Map();
const gapReasons = ['closed', 'stopped', 'late', 'no_forecast'];
const voidReasons = ['no_entry_tick', 'no_closing_tick', 'feed_gap', 'operator'];
const getFeed = (name) => {
  if (!feeds.has(name)) feeds.set(name, { next: null, newest: 0, covered: null, ended: 0, stops: [] });
  return feeds.get(name);
};
const stoppedBetween = ({ stops }, from, to) =>
  stops.reduce((sum, stop) => sum + Math.max(0, Math.min(stop.to, to) - Math.max(stop.from, from)), 0);

function holdCover(index, feed, from, to) {
  hold(feed.covered === null || feed.covered === from, `leaf ${index}: the minutes before it are missing or repeated`);
  feed.covered = Math.max(feed.covered ?? to, to);
}

/** `name`: what its end names; null: an answer of a language model has none. */
function holdStatement(index, leaf, name, lifeMs) {
  const feed = getFeed(leaf.feed);
  const at = Date.parse(leaf.issuedAt);
  hold(leaf.seq === (feed.next ?? (header.from === 0 ? 0 : leaf.seq)), `leaf ${index} is out of sequence`);
  hold(at >= feed.newest, `leaf ${index} is older than the one before it`);
  hold(at >= feed.ended - 10_000, `an outcome before leaf ${index} was recorded before its expiry`);
  feed.next = leaf.seq + 1;
  feed.newest = at;
  const minute = at - (at % minuteMs);
  if (leaf.form === 'minute/1') holdCover(index, feed, minute - minuteMs, minute);
  feed.covered ??= minute;
  for (const [id, open] of undecided) {
    if (open.feed !== leaf.feed) continue;
    const late = at - open.expiry - stoppedBetween(feed, open.expiry, at);
    if (late <= decidedWithinMs) continue;
    hold(false, `leaf ${open.index} was not decided in time`);
    undecided.delete(id);
  }
  if (name !== null) undecided.set(name, { index, feed: leaf.feed, expiry: at + windowMs + lifeMs });
}

function holdEnd(statement, endedAt) {
  const open = undecided.get(statement);
  undecided.delete(statement);
  if (!open) return;
  const feed = getFeed(open.feed);
  feed.ended = Math.max(feed.ended, endedAt);
}

function holdGap(index, leaf) {
  const [from, to] = [Date.parse(leaf.from), Date.parse(leaf.to)];
  hold(from % minuteMs === 0 && to % minuteMs === 0 && from < to, `leaf ${index} is no gap of whole minutes`);
  hold(gapReasons.includes(leaf.reason), `leaf ${index} has an unknown reason`);
  const feed = getFeed(leaf.feed);
  holdCover(index, feed, from, to);
  feed.newest = Math.max(feed.newest, to);
  if (leaf.reason === 'stopped') feed.stops.push({ from, to });
}

/** A record that follows one that could not be continued names its last checkpoint first. */
function holdSuccession(index, { previous }) {
  hold(index === 0, `leaf ${index}: only the first leaf can follow another record`);
  hold(/^\S+\n\d+\n[\w+/]{43}=\n/.test(previous), `leaf ${index} names no checkpoint of an older record`);
  const [origin, size] = previous.split('\n');
  console.log(`replaces ${origin} of ${size} leaves`);
}

const minutes = new Map();
let settledMinutes = 0;
const signals = new Map();
const counts = {};
lines.forEach((line, i) => {
  const { index, kind, leafHash, leaf } = JSON.parse(line);
  hold(index === header.from + i, `leaf ${index} is not leaf ${header.from + i}`);
  hold(sha256(Buffer.from([0]), canonical(leaf)).toString('hex') === leafHash, `leaf ${index} does not match its hash`);
  append(peaks, Buffer.from(leafHash, 'hex'));
  hold(getKind(leaf) === kind, `leaf ${index} is not a valid ${kind}`);
  if (kind === 'signal') {
    signals.set(leaf.id, leaf);
    holdStatement(index, leaf, leaf.id, leaf.duration * minuteMs);
  } else if (leaf.form === 'minute/1') {
    minutes.set(leafHash, Date.parse(leaf.issuedAt));
    holdStatement(index, leaf, leafHash, 10 * minuteMs);
  } else if (leaf.form === 'answer/1') holdStatement(index, leaf, null, 0);
  else if (kind === 'gap') holdGap(index, leaf);
  else if (kind === 'calibration')
    hold(
      leaf.from < leaf.to && leaf.to <= leaf.at && leaf.decisions > 0,
      `leaf ${index} was recorded before its period was over`,
    );
  else if (kind === 'succession') holdSuccession(index, leaf);
  else if (leaf.form === 'minute-prices/1') {
    settledMinutes++;
    hold(minutes.has(leaf.forecast) || header.from > 0, `leaf ${index} settles a minute that was never recorded`);
    holdPrices(index, leaf.prices);
    const lastMs = Math.max(0, ...leaf.prices.map((price) => Number(price.split(' ')[3])));
    holdEnd(leaf.forecast, (minutes.get(leaf.forecast) ?? 0) + lastMs);
  } else {
    holdEnd(leaf.signal, kind === 'outcome' ? Date.parse(leaf.expiresAt) : 0);
    hold(kind === 'outcome' || voidReasons.includes(leaf.reason), `leaf ${index} is void without a reason`);
    counts[leaf.result] = (counts[leaf.result] ?? 0) + 1;
    const signal = signals.get(leaf.signal);
    hold(signal !== undefined || header.from > 0, `leaf ${index} settles a signal that was never issued`);
    if (kind === 'outcome' && signal)
      hold(
        judge(signal, leaf) === leaf.result,
        `leaf ${index} states ${leaf.result}, its prices give ${judge(signal, leaf)}`,
      );
  }
});

const closing = getHead(header.closing, key, 'the closing checkpoint');
hold(header.to === header.from + lines.length, 'the number of leaves differs from the header');
hold(
  closing.size === header.to && closing.root.equals(computeRoot(peaks)),
  'the leaves do not lead to the signed root',
);

for (const sentence of wrong.slice(0, 20)) console.log(`WRONG ${sentence}`);
console.log(
  JSON.stringify({
    day: header.day,
    leaves: lines.length,
    signals: signals.size,
    counts,
    minutes: minutes.size,
    settledMinutes,
    wrong: wrong.length,
  }),
);
process.exitCode = wrong.length === 0 ? 0 : 1;
