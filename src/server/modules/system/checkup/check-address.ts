import type { Finding } from '#contract/admin/checkup.ts';
import { Health, healthPaths } from '#contract/health.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { secondMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';

const answerWithinMs = 5 * secondMs;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** PUBLIC_URL as this machine sees it: its name, its certificate and the proxy in front of the product. */
export async function checkAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): Promise<Finding> {
  const { hostname, protocol } = new URL(publicUrl);
  if (loopback.has(hostname)) return { code: 'address_local', detail: publicUrl };
  if (protocol !== 'https:') return { code: 'address_plain', detail: publicUrl };
  const error = await findHealthError(publicUrl);
  if (error === null) return { code: 'address_ok', detail: publicUrl };
  const isRunning = (await findHealthError(`http://127.0.0.1:${port}`)) === null;
  return isRunning
    ? { code: 'address_down', detail: `${publicUrl}, ${error}` }
    : { code: 'address_idle', detail: publicUrl };
}

/** Null: this product answers at the address. */
async function findHealthError(address: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(address + healthPaths.health, { redirect: 'manual', signal });
    if (answer.status !== 200) return `HTTP ${answer.status}`;
    return Health.safeParse(await answer.json()).success ? null : 'not this product';
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    return getErrorMessage(cause);
  }
}
