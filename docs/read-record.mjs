// node docs/read-record.mjs https://kurs.example [vkey] Reads a whole record with Node's built-in
// modules and no code of the product, by docs/record.md alone: C2SP tiles and notes, RFC 6962, and the
// rules that decide what is right. Prints what it counts; exit code 1 when something is wrong.
import { createHash, createPublicKey, verify } from 'node:crypto';

const [address = '', knownKey] = process.argv.slice(2);
const wrong = [];
const hold = (isTrue, sentence) => {
  if (!isTrue) wrong.push(sentence);
  return isTrue;
};

const get = async (path) => {
  const answer = await fetch(`${address}/api/record${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const join = (left, right) => sha256(Buffer.from([1]), left, right);

/** Name, id and Ed25519 key of `name+id+base64`. */
function parseKey(vkey) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  hold(bytes[0] === 1 && sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') === id, 'the key is malformed');
  const x = bytes.subarray(1).toString('base64url');
  return { name, id, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) };
}

/** Size and root of a note signed by the key. */
function openNote(note, { name, id, key }) {
  const end = note.lastIndexOf('\n\n') + 1;
  const text = note.slice(0, end);
  const isSigned = note
    .slice(end + 1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64'))
    .some((one) => one.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(text), key, one.subarray(4)));
  const [origin, size, root] = text.split('\n');
  hold(isSigned && origin === name, 'the checkpoint is not signed by the key');
  return { size: Number(size), root: Buffer.from(root ?? '', 'base64') };
}

/** Appends to a tree of perfect subtrees, which merge as the bits of a counter do. */
function append(peaks, hash) {
  let [height, top] = [0, hash];
  while (peaks.at(-1)?.height === height) {
    top = join(peaks.pop().hash, top);
    height++;
  }
  peaks.push({ height, hash: top });
}
const toRoot = (peaks) => peaks.map(({ hash }) => hash).reduceRight((right, left) => join(left, right));

const tileName = (n) =>
  String(n)
    .padStart(Math.ceil(String(n).length / 3) * 3, '0')
    .replace(/\d{3}(?=\d)/g, 'x$&/');

/** The entries of bundle `n`; null: not open yet. */
async function readBundle(n, width) {
  const bytes = await get(`/tile/entries/${tileName(n)}${width < 256 ? `.p/${width}` : ''}?closed=empty`);
  const entries = [];
  for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at)) {
    const length = bytes.readUInt16BE(at);
    entries.push(length === 0 ? null : bytes.subarray(at + 2, at + 2 + length));
  }
  hold(entries.length === width, `bundle ${n} has ${entries.length} of ${width} entries`);
  return entries;
}

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
};

const fields = {
  genesis: 'at calendar durations feed kind models origin pairs payout',
  version: 'at calibration file id kind model',
  minute: 'at forecasts inputs kind minute nonce versions without',
  answer: 'at duration kind minute model nonce pair probability question stated',
  signal: 'at duration kind manual model nonce of pair payout probability side',
  outcome: 'kind of prices',
  void: 'at cause kind of',
};

const minuteMs = 60_000;
const windowMs = 5_000;
const edgeLostInAMinute = { 2: 0.46, 3: 0.35, 5: 0.27, 7: 0.22, 10: 0.22 };
const left = (duration, ms) => 1 - edgeLostInAMinute[duration] * Math.min(1, Math.max(0, ms / minuteMs));

/** `kurs_ai_v2 EURUSD 2B51.07 …` as [pair, duration, side, probability], and its model. */
function parseForecasts(line) {
  const [model, ...words] = line.split(' ');
  let pair = '';
  const stated = [];
  for (const word of words) {
    const [, minutes, side, percent] = /^(\d+)([BS])(\d+\.\d\d)$/.exec(word) ?? [];
    if (minutes === undefined) pair = word;
    else
      stated.push({
        pair,
        duration: Number(minutes),
        side: side === 'B' ? 'BUY' : 'SELL',
        probability: Number(percent),
      });
  }
  return { model, stated };
}

/** `EURUSD 1.10021@350 2:1.10030@119870`: the entry and the closes, null where there was no tick. */
function parsePrices(line) {
  const [pair, ...words] = line.split(' ');
  const tick = (text) =>
    text === '-' ? null : { price: Number(text.split('@')[0]), after: Number(text.split('@')[1]) };
  const closes = words.slice(1).map((word) => [Number(word.split(':')[0]), tick(word.split(':')[1])]);
  return { pair, entry: tick(words[0]), closes: new Map(closes) };
}

/** Result of a forecast by its prices, each within its window. */
function judge(index, { pair, duration, side }, prices) {
  const own = prices.find((one) => one.pair === pair);
  if (!hold(own?.closes.has(duration), `leaf ${index} has no price of ${pair} ${duration}`)) return 'void';
  const { entry } = own;
  const close = own.closes.get(duration);
  if (!entry || !close) return 'void';
  const age = entry.after + duration * minuteMs - close.after;
  hold(
    entry.after <= windowMs && age >= 0 && age <= windowMs,
    `leaf ${index}: a price of ${pair} is outside its window`,
  );
  if (close.price === entry.price) return 'neutral';
  return close.price > entry.price === (side === 'BUY') ? 'successful' : 'unsuccessful';
}

const start = JSON.parse((await get('')).toString());
if (knownKey !== undefined) hold(start.key === knownKey, 'the key is not the known one');
const figures = JSON.parse((await get('/figures')).toString());
const { size, root } = openNote((await get('/checkpoint')).toString(), parseKey(start.key));

const peaks = [];
const prices = new Map();
const waiting = new Map();
const inForce = new Map();
const known = new Map();
const counted = { successful: 0, unsuccessful: 0, neutral: 0, void: 0 };
const voided = new Set();
const forecasts = new Set();
let genesis = null;
let newestAt = '';
let newestMinute = '';
let recount = null;

const readers = {
  genesis: (index, leaf) => {
    hold(index === 0, `leaf ${index} is a second genesis`);
    genesis = leaf;
  },
  version: (index, { model, file }) => (file === null ? inForce.delete(model) : inForce.set(model, index)),
  minute: (index, leaf) => {
    const at = Date.parse(leaf.at);
    const closed = Date.parse(leaf.minute) + minuteMs;
    hold(leaf.minute > newestMinute, `leaf ${index} is of a minute before`);
    hold(at >= closed && at - closed <= 30_000, `leaf ${index} was not stated within 30 s`);
    newestMinute = leaf.minute;
    const models = leaf.forecasts.map(parseForecasts);
    const inTurn = genesis.pairs[(closed / minuteMs - 1) % genesis.pairs.length];
    hold(models.length === inForce.size, `leaf ${index} does not have a line of every model`);
    models.forEach(({ model, stated }, i) => {
      hold(inForce.get(model) === leaf.versions[i], `leaf ${index} names another version of ${model}`);
      const own = stated.filter(({ pair }) => pair === inTurn).length;
      hold(
        leaf.without.includes(inTurn) || own === genesis.durations.length,
        `leaf ${index}: ${model} omits ${inTurn}`,
      );
      hold(
        stated.every(({ pair, probability }) => pair === inTurn || probability >= 52),
        `leaf ${index} states what it need not`,
      );
    });
    const all = models.flatMap(({ model, stated }) => stated.map((one) => ({ model, ...one })));
    known.set(index, { at, closed, all });
    waiting.set(index, { at, all });
  },
  answer: (index, leaf) => {
    const of = known.get(leaf.minute);
    const side = leaf.stated >= 0.5 ? 'BUY' : 'SELL';
    known.set(index, { at: Date.parse(leaf.at), closed: of?.closed, all: [{ ...leaf, side }] });
  },
  signal: (index, leaf) => {
    const at = Date.parse(leaf.at);
    const margin = leaf.model === 'vip' ? 1 : 0.2;
    const isEdge = leaf.probability >= 100 / (1 + leaf.payout) + margin - 1e-9;
    const forecast = `${leaf.of} ${leaf.model} ${leaf.pair} ${leaf.duration}`;
    waiting.set(index, { at, all: [leaf], signal: leaf, isCounted: isEdge && !forecasts.has(forecast) });
    if (isEdge) forecasts.add(forecast);
    const of = known.get(leaf.of);
    if (!of?.closed) return;
    hold(at - of.closed <= 90_000, `leaf ${index} passes on what is too old`);
    const isOwn = (one) => one.model === leaf.model && one.pair === leaf.pair && one.duration === leaf.duration;
    const stated = of.all.find(isOwn);
    if (!stated) return hold(leaf.probability < 52, `leaf ${index} passes on what leaf ${leaf.of} does not state`);
    const share = left(leaf.duration, at - of.closed) / left(leaf.duration, of.at - of.closed);
    const aged = 50 + (stated.probability - 50) * share;
    const isSame = stated.side === leaf.side && Math.abs(aged - leaf.probability) < 0.0201;
    hold(isSame, `leaf ${index} is not what leaf ${leaf.of} states`);
  },
  outcome: (index, { of, prices: lines }) => {
    const statement = waiting.get(of);
    if (!statement) return hold(closed.has(of), `leaf ${index} settles leaf ${of} a second time`);
    waiting.delete(of);
    const own = lines.map(parsePrices);
    for (const { pair, entry, closes } of own)
      for (const tick of [entry, ...closes.values()]) {
        if (!tick) continue;
        const place = `${pair} ${statement.at + tick.after}`;
        hold((prices.get(place) ?? tick.price) === tick.price, `leaf ${index} has another price of ${place}`);
        prices.set(place, tick.price);
      }
    const results = statement.all.map((one) => judge(index, one, own));
    if (statement.isCounted) counted[voided.has(of) ? 'void' : results[0]]++;
  },
  void: (index, { of }) => {
    hold(closed.has(of) || waiting.get(of)?.signal, `leaf ${index} voids what is no open signal`);
    voided.add(of);
  },
};

const closed = new Set();
for (let n = 0; n * 256 < size; n++) {
  const width = Math.min(256, size - n * 256);
  const entries = await readBundle(n, width);
  const hashes = entries.includes(null) ? await get(`/tile/0/${tileName(n)}${width < 256 ? `.p/${width}` : ''}`) : null;
  entries.forEach((entry, i) => {
    const index = n * 256 + i;
    if (index === figures.size) recount = { ...counted };
    append(peaks, entry ? sha256(Buffer.from([0]), entry) : hashes.subarray(32 * i, 32 * i + 32));
    if (!entry) return closed.add(index);
    const leaf = JSON.parse(entry.toString());
    hold(canonical(leaf) === entry.toString(), `leaf ${index} is not canonical`);
    const names = Object.keys(leaf).filter((name) => name !== 'previous');
    hold(names.sort().join(' ') === fields[leaf.kind], `leaf ${index} has other fields than its kind`);
    hold((leaf.at ?? newestAt) >= newestAt, `leaf ${index} is earlier than the one before`);
    newestAt = leaf.at ?? newestAt;
    readers[leaf.kind]?.(index, leaf);
  });
}
recount ??= counted;

hold(toRoot(peaks).equals(root), 'the leaves do not have the signed root');
for (const [index, { at, all }] of waiting) {
  const longest = Math.max(0, ...all.map(({ duration }) => duration));
  hold(at + windowMs + (longest + 10) * minuteMs > Date.now(), `leaf ${index} has no outcome`);
}
for (const result of Object.keys(counted))
  hold(figures.all.signals[result] === recount[result], `the figures state another number of ${result}`);
process.stdout.write(`${size} leaves, ${closed.size} not open yet; signals with an edge: ${JSON.stringify(counted)}\n`);
for (const sentence of wrong.slice(0, 20)) process.stdout.write(`WRONG  ${sentence}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
