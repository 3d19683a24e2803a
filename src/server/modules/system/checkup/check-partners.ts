import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Finding } from '#contract/admin/checkup.ts';
import { brand } from '#domain/brand.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { Config } from '#server/config.ts';
import { type Broker, BrokerAuthError } from '#server/integrations/broker/broker.ts';
import { type Llm, LlmUnavailable } from '#server/integrations/llm/llm.ts';
import { MailRejected, type MailServer } from '#server/integrations/mail/mail.ts';
import { type Telegram, TelegramError } from '#server/integrations/telegram/telegram.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import { type Witness, WitnessError, type WitnessSide } from '#server/integrations/witness/witness.ts';

export async function checkValkey(valkey: Pick<Valkey, 'readiness'> | null): Promise<Finding> {
  if (valkey === null) return { code: 'valkey_absent', detail: null };
  const states = await Promise.all(valkey.readiness.map(async ({ check }) => check()));
  return { code: states.every((state) => state === 'ok') ? 'valkey_ok' : 'valkey_down', detail: null };
}

/** A trader id that no broker gives. */
const nobody = '1';

export async function checkBroker(broker: Pick<Broker, 'findTrader'>, config: Config['broker']): Promise<Finding> {
  const isTraining = config.kind === 'sandbox';
  if (isTraining && config.apiUrl === null) return { code: 'broker_training', detail: null };
  try {
    await broker.findTrader(nobody, { fresh: true });
    return { code: isTraining ? 'broker_training' : 'broker_ok', detail: null };
  } catch (error) {
    return {
      code: error instanceof BrokerAuthError ? 'broker_rejected' : 'broker_down',
      detail: getErrorMessage(error),
    };
  }
}

/** `mailTo`: gets a test message; null: only the login is tried. */
export async function checkMail(transport: MailServer | null, mailTo: string | null): Promise<Finding> {
  if (transport === null) return { code: 'mail_absent', detail: null };
  try {
    await transport.verify();
    if (mailTo === null) return { code: 'mail_ok', detail: null };
    await transport.send(createTestMail(mailTo));
    return { code: 'mail_sent', detail: mailTo };
  } catch (error) {
    return { code: error instanceof MailRejected ? 'mail_rejected' : 'mail_down', detail: getErrorMessage(error) };
  }
}

function createTestMail(to: string) {
  const text = `This is the test message of npm run doctor. ${brand.name} can send emails to this address.`;
  return { id: randomUUID(), to, subject: `${brand.name}: test message`, text, html: `<p>${text}</p>`, lang: 'en' };
}

/** Whether the configured keys of push messages are one pair; without any, a pair of our own is made. */
export function checkPush({ keys }: Config['vapid']): Finding {
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

export async function checkTelegram(telegram: Pick<Telegram, 'readUsername'> | null): Promise<Finding> {
  if (telegram === null) return { code: 'telegram_absent', detail: null };
  try {
    return { code: 'telegram_ok', detail: `@${await telegram.readUsername()}` };
  } catch (error) {
    const isRejected = error instanceof TelegramError && (error.status === 401 || error.status === 404);
    return { code: isRejected ? 'telegram_rejected' : 'telegram_down', detail: getErrorMessage(error) };
  }
}

const question = {
  instructions:
    'This tests the connection. Answer with one JSON object and nothing else: {"p_up": 0.5, "reasons": ["no_pattern"]}',
  readings: 'none',
};

/** One question to each model. */
export async function checkLlms(llms: Readonly<Record<string, Llm>> | null): Promise<Finding> {
  if (llms === null) return { code: 'llm_absent', detail: null };
  const answers = await Promise.all(Object.values(llms).map(checkLlm));
  return {
    code: answers.every(({ error }) => error === null) ? 'llm_ok' : 'llm_down',
    detail: answers.map(({ name, error }) => (error === null ? name : `${name}: ${error}`)).join(', '),
  };
}

async function checkLlm({ name, judge }: Llm): Promise<{ name: string; error: string | null }> {
  try {
    await judge(question);
    return { name, error: null };
  } catch (error) {
    return { name, error: error instanceof LlmUnavailable ? error.kind : getErrorMessage(error) };
  }
}

/** Whether each witness answers; whether it knows this record is seen once it cosigns. */
export async function checkWitnesses({ witnesses, own }: Pick<WitnessSide, 'witnesses' | 'own'>): Promise<Finding> {
  if (own !== null) return { code: 'witnesses_own', detail: null };
  if (witnesses.length === 0) return { code: 'witnesses_absent', detail: null };
  const errors = await Promise.all(witnesses.map(findWitnessError));
  const silent = errors.filter((error) => error !== null);
  return silent.length === 0
    ? { code: 'witnesses_ok', detail: `${witnesses.length}/${witnesses.length}` }
    : { code: 'witnesses_down', detail: silent.join(', ') };
}

/** C2SP tlog-witness: a checkpoint of an unknown log is answered with 404, which shows that it listens. */
async function findWitnessError(witness: Witness): Promise<string | null> {
  const name = witness.vkey()?.split('+')[0] ?? '?';
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
  const origin = `${brand.name.toLowerCase()}-checkup-${randomUUID()}`;
  const root = randomBytes(32).toString('base64');
  return `${origin}\n0\n${root}\n\n— ${origin} ${randomBytes(68).toString('base64')}\n`;
}
