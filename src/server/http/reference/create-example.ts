/** The parts of JSON Schema that the API's schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly prefixItems?: readonly JsonSchema[];
}

/** By name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * An example of a schema, composed of those of its fields: of the schema itself, by its format or
 * the name of the field. Undefined: a text without any.
 */
export function createExample(schema: JsonSchema, schemas: Schemas, name = ''): unknown {
  const of = (part: JsonSchema, partName = name): unknown => createExample(part, schemas, partName);
  if (schema.$ref !== undefined) return of(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [stated] = schema.examples ?? [];
  if (stated !== undefined) return stated;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => of(choice)).find((example) => example !== undefined);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => of(part)));
  if (schema.type === 'null') return null;
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'array') return listItems(schema).map((item) => of(item));
  if (type === 'object' || schema.properties) return objectExample(schema, of);
  return scalarExample(schema, type, name);
}

const listItems = ({ prefixItems, items = {}, minItems = 1 }: JsonSchema): readonly JsonSchema[] =>
  prefixItems ?? Array.from({ length: Math.max(1, minItems) }, () => items);

function objectExample(schema: JsonSchema, of: (part: JsonSchema, name: string) => unknown): object {
  const { properties = {}, additionalProperties: further, propertyNames } = schema;
  const fields = Object.entries(properties).map(([name, part]) => [name, of(part, name) ?? nothing(part)]);
  if (typeof further === 'object' && Object.keys(further).length > 0)
    for (const key of propertyNames?.enum ?? [of(propertyNames ?? {}, 'key')])
      fields.push([String(key), of(further, 'value')]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** A field that may be null is null where nothing else is known of it. */
const nothing = ({ type, anyOf = [] }: JsonSchema): null | undefined =>
  [type].flat().includes('null') || anyOf.some((one) => one.type === 'null') ? null : undefined;

function scalarExample({ format, minimum, maximum }: JsonSchema, type: string | undefined, name: string): unknown {
  const known = fieldExamples[name];
  if (type === undefined) return {};
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') {
    const isFit = typeof known === 'number' && (type === 'number' || Number.isInteger(known));
    const value = isFit ? known : 3;
    return Math.min(maximum ?? value, Math.max(minimum ?? value, value));
  }
  return (format === undefined ? undefined : formatExamples[format]) ?? known;
}

const formatExamples: Readonly<Record<string, string>> = {
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  'date-time': '2026-11-23T09:30:00.000Z',
  date: '2026-11-23',
  email: 'trader@kurs.example',
};

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/**
 * Examples of fields by their names, for the reference; a count without one is 3. A field with
 * another meaning states its own: `.meta({ examples: […] })` in its schema (src/contract/).
 */
const fieldExamples: Readonly<Record<string, string | number>> = {
  symbol: 'EURUSD',
  name: 'EUR/USD',
  base: 'EUR',
  quote: 'USD',
  digits: 5,
  price: 1.08432,
  bid: 1.08431,
  ask: 1.08433,
  open: 1.08432,
  high: 1.08447,
  low: 1.08425,
  close: 1.08439,
  openPrice: 1.08432,
  closePrice: 1.08461,
  passability: 57.4,
  baseRate: 0.501,
  breakEven: 0.5495,
  payout: 0.82,
  winRate: 0.56,
  minBalance: 10,
  vipBalance: 1000,
  balance: 250,
  feature: 'momentum_5',
  effect: 1.2,
  reading: 'rising',
  text: 'The pair has been rising for five minutes.',
  timezone: 'Europe/Kyiv',
  from: '00:00',
  to: '23:00',
  kind: 'simulated',
  reason: 'The feed repeated an old quote for a minute.',
  delayMs: 120,
  sampleSize: 4120,
  leafHash: hash,
  hashes: hash,
  listHash: hash,
  hash,
  email: 'trader@kurs.example',
  oldEmail: 'trader@kurs.example',
  newEmail: 'new@kurs.example',
  resetLink: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  password: 'Kurs-demo-1',
  newPassword: 'Kurs-demo-2',
  captcha: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0',
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwZjhmYWQ1YiJ9.c2lnbmF0dXJl',
  campaign: 'telegram',
  referralId: '48151623',
  brokerAccountId: '48151623',
  traderId: '48151623',
  retryAfter: 60,
  nextCursor: 'MjAyNi0xMS0yM1QwOTozMDowMC4wMDBa',
  key: 'kurs_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdXJs',
  start: 'kurs_Zm9yd',
  secret: 'whsec_aDD35Ryb8J6DJ5CGTAljGOAqy8B2SA5',
  url: 'https://hooks.example/kurs',
  responseStatus: 204,
  note: 'kurs.example/record\n120\nn4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\n',
  vkey: 'kurs.example/record+1a2b3c4d+AQID',
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  month: '2026-11',
  prizes: 'A sound card',
  randomness: hash,
  number: hash,
  signature: hash,
  shownAs: 'Olena',
  shownWithoutName: 'A trader from Kyiv',
  signs: 'link',
  lang: 'en',
  role: 'user',
  userAgent: 'Mozilla/5.0',
  scopes: 'read',
  event: 'signal.settled',
  events: 'signal.settled',
  status: 'settled',
  state: 'running',
  purpose: 'activation',
  recipient: 'trader@kurs.example',
  direction: 'BUY',
  aiModel: 'kurs_ai_v2',
  modelVersion: '2026-10-01',
  feed: 'simulated:1',
  contestId: '2026',
  tradeId: '900150983',
  type: 'image/png',
  image: 'iVBORw0KGgo=',
  action: 'signal.void',
  subject: 'Confirm your address',
  html: '<p>Confirm your address</p>',
  broker: 'Sandbox broker',
  register: 'https://broker.example/register',
  deposit: 'https://broker.example/deposit',
  version: '0.1.0',
  node: 'v26.10.0',
  queue: 'mail',
  pairs: 'EURUSD',
  challenge: 'q83vEjRWeJA',
  code: '492039',
  transports: 'internal',
  endpoint: 'https://push.example/send/1',
  p256dh: 'BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk',
  auth: 'zqbxT6JKstKSY9JKibZLSQ',
  service: 'push.example',
  channel: 'push',
  channels: 'push',
  models: 'kurs_ai_v2',
  symbols: 'EURUSD',
  notOffered: 'NZDCHF',
  targetId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  fingerprint: hash,
  'text/event-stream': 'id: 120\nevent: balance\ndata: {"balance":250,"isBalanceValid":true,"checkedAt":null}\n\n',
  'text/plain': 'kurs.example/record\n120\nn4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\n',
  'application/gzip': 'H4sIAAAAAAAAAw==',
  'application/octet-stream': 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
  'application/json': '{"format": 1}',
};
