import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { default as pg } from 'pg';
import { Health } from '#contract/health.ts';
import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';
import { type MarketClock, secondMs, type WallClock } from '#domain/time.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import type { Config } from '#server/config.ts';
import { computeDigests, showsOtherBrand } from '#server/config/brand.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import { BrokerAuthError, type WatchedBroker } from '#server/integrations/broker/broker.ts';
import { type Llm, LlmUnavailable } from '#server/integrations/llm/llm.ts';
import { MailRejected, type MailServer } from '#server/integrations/mail/mail.ts';
import { TelegramError } from '#server/integrations/telegram/telegram.ts';
import { type Witness, WitnessError } from '#server/integrations/witness/witness.ts';
import { parseCheckpoint, parseNote, type VerifierKey } from '#record/signed-note.ts';
import { openNoteFile, recordFolder } from '#server/modules/record/sign/note-file.ts';
import { type CheckedFeed, checkFeed } from './check-feed.ts';
import { checkDisk, checkNode } from './check-machine.ts';
import { checkPostgres, judgeClock, type PostgresFindings } from './check-postgres.ts';
import defaultBrand from './default-brand.json' with { type: 'json' };
import { type Finding, sortFindings } from './findings.ts';

/** The adapters that the product itself uses. */
export interface CheckedPartners {
  readonly shared: { readonly valkey: CheckedValkey | null };
  readonly brokerSide: { readonly broker: WatchedBroker };
  readonly mailTransport: MailServer | null;
  readonly telegram: CheckedTelegram | null;
  readonly llms: Readonly<Record<string, Llm>> | null;
  readonly witnessSide: { readonly witnesses: readonly Witness[] };
}

interface CheckedValkey {
  readonly readiness: readonly ReadinessCheck[];
}

interface CheckedTelegram {
  readUsername(): Promise<string>;
}

export interface CheckupContext {
  readonly config: Config;
  /** What the build of the pages noted of its brand. */
  readonly builtBrand: string;
  /** Null: the running product holds the embedded database. */
  readonly pool: Pick<pg.Pool, 'query'> | null;
  /** As in check-postgres.ts. */
  readonly findSessionError?: (() => Promise<string | null>) | undefined;
  readonly feed: CheckedFeed;
  readonly partners: CheckedPartners;
  readonly clock: WallClock;
  readonly marketClock: MarketClock;
}

/** What an operator needs before users come, in the order of the subjects. `mailTo`: gets a test message. */
export async function runCheckup(needs: CheckupContext, mailTo: string | null = null): Promise<Finding[]> {
  const { config, partners, feed, marketClock } = needs;
  const now = marketClock.now();
  const [postgres, market, ...others] = await Promise.all([
    checkDatabase(needs),
    checkFeed(feed, now, isMarketOpen(config.tradingHours, now)),
    checkDisk(config.dataDir),
    checkValkey(partners.shared.valkey),
    checkBroker(partners.brokerSide.broker, config.broker),
    checkMail(partners.mailTransport, config, mailTo),
    checkTelegram(partners.telegram),
    checkLlms(partners.llms),
    checkRecord(needs),
    checkWitnesses(partners.witnessSide),
    checkAddress(config),
  ]);
  const clocks = [postgres.aheadMs, market.aheadMs].filter((ahead) => ahead !== null);
  return sortFindings([
    { code: 'settings_ok', detail: null },
    checkNode(process.versions.node),
    checkPush(config.vapid),
    ...checkBrand(config, needs.builtBrand),
    ...judgeClock(clocks),
    ...postgres.findings,
    ...market.findings,
    ...others.flat(),
  ]);
}

async function checkDatabase(needs: CheckupContext): Promise<PostgresFindings> {
  const { pool, config, clock, findSessionError } = needs;
  if (pool !== null) return checkPostgres({ pool, isEmbedded: config.databaseUrl === null, clock, findSessionError });
  const unseen = { code: 'backups_unseen' as const, detail: null };
  return { findings: [{ code: 'database_taken', detail: null }, unseen], aheadMs: null };
}

const answerWithinMs = 5 * secondMs;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** PUBLIC_URL as this machine sees it: its name, its certificate and the proxy in front of the product. */
export async function checkAddress({ publicUrl, port }: Config): Promise<Finding> {
  const { hostname, protocol } = new URL(publicUrl);
  if (loopback.has(hostname)) return { code: 'address_local', detail: publicUrl };
  if (protocol !== 'https:') return { code: 'address_plain', detail: publicUrl };
  const error = await findHealthError(publicUrl);
  if (error === null) return { code: 'address_ok', detail: publicUrl };
  const isIdle = error.mayBeIdle && (await findHealthError(`http://127.0.0.1:${port}`)) !== null;
  return { code: isIdle ? 'address_idle' : 'address_down', detail: `${publicUrl}, ${error.text}` };
}

interface HealthError {
  readonly text: string;
  /** As while the product does not run: nobody listens, or the proxy finds no product. */
  readonly mayBeIdle: boolean;
}

/** Null: this product answers at the address. */
async function findHealthError(address: string): Promise<HealthError | null> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(address + '/api/health', { redirect: 'manual', signal });
    if (answer.status !== 200) return { text: `HTTP ${answer.status}`, mayBeIdle: answer.status >= 500 };
    return Health.safeParse(await answer.json()).success ? null : { text: 'not this product', mayBeIdle: false };
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const code = getErrorCode(cause);
    return { text: getErrorMessage(cause) || (code ?? 'no answer'), mayBeIdle: code === 'ECONNREFUSED' };
  }
}

/** What of the brand is still as it was shipped, and whether the pages were built with it. */
export function checkBrand({ brandDir, demo }: Pick<Config, 'brandDir' | 'demo'>, built: string): Finding[] {
  const digests = computeDigests(brandDir);
  const shipped: Readonly<Record<string, string>> = defaultBrand;
  const defaults = Object.keys(digests).filter((name) => digests[name] === shipped[name]);
  return [
    defaults.length === 0
      ? { code: 'brand_ok', detail: null }
      : { code: demo ? 'brand_demo' : 'brand_default', detail: nameParts(defaults) },
    ...(showsOtherBrand(brandDir, built) ? [{ code: 'brand_unbuilt' as const, detail: brandDir }] : []),
  ];
}

/** Without languages and sizes: `legal/terms.uk.md` is a part of `legal/terms`. */
const nameParts = (names: readonly string[]): string =>
  [...new Set(names.map((name) => name.replace(/\.\w+\.md$|\/icon-.*$/, '')))].join(', ');

async function checkValkey(valkey: CheckedValkey | null): Promise<Finding> {
  if (valkey === null) return { code: 'valkey_absent', detail: null };
  const states = await Promise.all(valkey.readiness.map(async ({ check }) => check()));
  return { code: states.every((state) => state === 'ok') ? 'valkey_ok' : 'valkey_down', detail: null };
}

/** No broker gives this id. */
const unknownTrader = '1';

async function checkBroker(broker: WatchedBroker, config: Config['broker']): Promise<Finding> {
  if (config.kind === 'manual') return checkLists(broker);
  const isTraining = config.kind === 'sandbox';
  if (isTraining && config.apiUrl === null) return { code: 'broker_training', detail: null };
  try {
    await broker.findTrader(unknownTrader, { fresh: true });
    return { code: isTraining ? 'broker_training' : 'broker_ok', detail: null };
  } catch (error) {
    return {
      code: error instanceof BrokerAuthError ? 'broker_rejected' : 'broker_down',
      detail: getErrorMessage(error),
    };
  }
}

/** Of PostgreSQL: the first start makes the tables. */
const undefinedTable = '42P01';

/** Whether the balances of the partner's lists still count. */
async function checkLists(broker: WatchedBroker): Promise<Finding> {
  try {
    return { code: (await broker.state()) === 'ok' ? 'broker_lists' : 'broker_lists_old', detail: null };
  } catch (error) {
    if (getErrorCode(error) === undefinedTable) return { code: 'broker_lists_none', detail: null };
    return { code: 'broker_lists_unseen', detail: getErrorMessage(error) };
  }
}

/** `mailTo`: gets a test message; null: only the login is tried. */
async function checkMail(transport: MailServer | null, { brand }: Config, mailTo: string | null): Promise<Finding> {
  if (transport === null) return { code: 'mail_absent', detail: null };
  try {
    await transport.verify();
    if (mailTo === null) return { code: 'mail_ok', detail: null };
    await transport.send(createTestMail(mailTo, brand.name));
    return { code: 'mail_sent', detail: mailTo };
  } catch (error) {
    return { code: error instanceof MailRejected ? 'mail_rejected' : 'mail_down', detail: getErrorMessage(error) };
  }
}

function createTestMail(to: string, name: string) {
  const text = `This is the test message of npm run doctor. ${name} can send emails to this address.`;
  return { id: randomUUID(), to, subject: `${name}: test message`, text, html: `<p>${text}</p>`, lang: 'en' };
}

/** Whether the configured keys of push messages are one pair; without any, a pair of our own is made. */
function checkPush({ keys }: Config['vapid']): Finding {
  if (keys === null) return { code: 'push_ok', detail: null };
  return { code: findPublicKey(keys.privateKey) === keys.publicKey ? 'push_ok' : 'push_mismatch', detail: null };
}

/** Both in base64url, on the curve P-256 (RFC 8292). Null: the private key is none. */
function findPublicKey(privateKey: string): string | null {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  } catch {
    return null;
  }
  return curve.getPublicKey('base64url');
}

async function checkTelegram(telegram: CheckedTelegram | null): Promise<Finding> {
  if (telegram === null) return { code: 'telegram_absent', detail: null };
  try {
    return { code: 'telegram_ok', detail: `@${await telegram.readUsername()}` };
  } catch (error) {
    const isRejected = error instanceof TelegramError && (error.status === 401 || error.status === 404);
    return { code: isRejected ? 'telegram_rejected' : 'telegram_down', detail: getErrorMessage(error) };
  }
}

const testQuestion = {
  instructions:
    'This tests the connection. Answer with one JSON object and nothing else: {"p_up": 0.5, "reasons": ["no_pattern"]}',
  readings: 'none',
};

/** One question to each model. */
async function checkLlms(llms: Readonly<Record<string, Llm>> | null): Promise<Finding> {
  if (llms === null) return { code: 'llm_absent', detail: null };
  const answers = await Promise.all(Object.values(llms).map(checkLlm));
  return {
    code: answers.every(({ error }) => error === null) ? 'llm_ok' : 'llm_down',
    detail: answers.map(({ name, error }) => (error === null ? name : `${name}: ${error}`)).join(', '),
  };
}

async function checkLlm({ name, judge }: Llm): Promise<{ name: string; error: string | null }> {
  try {
    await judge(testQuestion);
    return { name, error: null };
  } catch (error) {
    return { name, error: error instanceof LlmUnavailable ? error.kind : getErrorMessage(error) };
  }
}

/** Whether the database has all that was signed: a record whose database was set back is not continued. */
async function checkRecord({ pool, config }: CheckupContext): Promise<Finding[]> {
  const stored = await pool?.query<StoredRecord>(storedRecord).catch(() => null);
  const [record] = stored?.rows ?? [];
  if (!record) return [];
  const note = await openNoteFile(recordFolder(config.dataDir, record))
    .read()
    .catch(() => null);
  const signed = parseCheckpoint(parseNote(note ?? '')?.text ?? '')?.size ?? 0;
  const size = Number(record.size);
  if (signed <= size) return [{ code: 'record_ok', detail: String(size) }];
  return [{ code: 'record_behind', detail: `${size}/${signed}` }];
}

interface StoredRecord extends VerifierKey {
  readonly size: string | null;
}
const storedRecord = `
  select name, public_key as "publicKey", (select max(size) from record_checkpoints) as size from record_keys`;

/** Whether each witness answers; whether it knows this record is seen once it cosigns. */
async function checkWitnesses({ witnesses }: CheckedPartners['witnessSide']): Promise<Finding> {
  if (witnesses.length === 0) return { code: 'witnesses_absent', detail: null };
  const errors = await Promise.all(witnesses.map(findWitnessError));
  const silent = errors.filter((error) => error !== null);
  return silent.length === 0
    ? { code: 'witnesses_ok', detail: `${witnesses.length}/${witnesses.length}` }
    : { code: 'witnesses_down', detail: silent.join(', ') };
}

/** C2SP tlog-witness: a checkpoint of an unknown log is answered with 404, which shows that it listens. */
async function findWitnessError(witness: Witness): Promise<string | null> {
  const name = witness.vkey.split('+')[0] ?? '?';
  try {
    await witness.addCheckpoint({ oldSize: 0, proof: [], note: createUnknownNote() }, new AbortController().signal);
    return null;
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error;
    return error.kind === 'unknown_log' || error.kind === 'unknown_key' ? null : `${name}: ${error.kind}`;
  }
}

/** An empty log that nobody knows, with a signature that is none. */
function createUnknownNote(): string {
  const origin = `checkup-${randomUUID()}`;
  const root = randomBytes(32).toString('base64');
  return `${origin}\n0\n${root}\n\n— ${origin} ${randomBytes(68).toString('base64')}\n`;
}
