import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import { minuteMs } from '#domain/time.ts';
import type { AlertRow } from '#server/modules/alerts/alerts.repository.ts';
import type { Cluster } from '../cluster.ts';
import { feedId } from '../rules.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SimulatedReceivers } from '../simulated/simulated-receivers.ts';
import { fitsWatcher, type SimulatedWatchers } from '../simulated/simulated-watchers.ts';
import type { World } from '../world.ts';
import { getEnd, readAlerts, toTopic } from './stored-alerts.ts';

export interface AlertDependencies {
  readonly world: Pick<World, 'now'>;
  readonly sandbox: Sandbox;
  readonly cluster: Pick<Cluster, 'wasCalm' | 'minutes'>;
  readonly receivers: Pick<SimulatedReceivers, 'accepted'>;
  readonly watchers: SimulatedWatchers;
}

/** For timers at the multiples of some seconds, and a few attempts. */
const enoughMs = 12_000;
const longAgoMs = minuteMs;

interface Delivered {
  readonly id: string;
  readonly userId: string;
  readonly alertId: string | null;
  readonly channel: AlertChannel;
  readonly kind: string;
  readonly status: string;
  readonly queuedAt: Date;
  readonly nextAttemptAt: Date | null;
}

const deliveriesQuery = `
  select id, user_id as "userId", alert_id as "alertId", channel, kind, status, queued_at as "queuedAt",
    next_attempt_at as "nextAttemptAt"
  from deliveries order by id`;
const withoutResultQuery = `
  select s.id from signals s join outcomes o on o.signal_id = s.id where s.feed = '${feedId}' and o.settled_at <= $1
  and not exists (select 1 from alerts a where a.signal_id = s.id and a.kind = 'result')`;

/** Alerts and messages that are missing, or neither sent nor dropped. */
export async function alertEndErrors(needs: AlertDependencies): Promise<readonly string[]> {
  const { world, sandbox, cluster, receivers, watchers } = needs;
  const now = world.now();
  const errors: string[] = [];
  const fail = (sentence: string): void => void errors.push(sentence);
  const read = async <Row>(query: string, ...values: unknown[]): Promise<readonly Row[]> =>
    (await sandbox.query(query, values)).rows;
  const accepted = new Set(receivers.accepted.map(({ channel, id }) => `${channel} ${id}`));
  const pushed = new Set(receivers.accepted.map(({ id }) => id.split(' ').at(-1)));
  const alerts = await readAlerts(sandbox);
  const deliveries = await read<Delivered>(deliveriesQuery);
  const sends = deliveries.filter(({ channel }) => channel !== 'mail');
  const mails = deliveries.filter(({ channel }) => channel === 'mail');
  const isWatcher = (id: string): boolean => watchers.ids.includes(id);
  /** Nothing disturbed its sending, and there was time for it. */
  const couldBeSent = (from: number, until: number): boolean =>
    until - from >= enoughMs && cluster.wasCalm(from, Math.min(until, from + 2 * enoughMs)) && from + enoughMs <= now;

  const checkAlert = (alert: AlertRow): void => {
    const { id, userId, kind, createdAt } = alert;
    const own = sends.filter(({ alertId }) => alertId === id);
    const channels = own
      .map(({ channel }) => channel)
      .toSorted()
      .join(' ');
    if (channels !== (kind === 'alert' ? 'push telegram' : 'push')) fail(`${kind} ${id} has messages by ${channels}`);
    for (const { channel, status } of own) {
      if (status === 'sent' && channel === 'push' && !pushed.has(toTopic(alert)))
        fail(`${kind} ${id} is marked as sent, and was not`);
      if (status !== 'sent' && couldBeSent(createdAt.getTime(), getEnd(alert)))
        fail(`${kind} ${id} is ${status} by ${channel}`);
      if (status === 'queued' && getEnd(alert) < now - longAgoMs) fail(`${kind} ${id} was neither sent nor dropped`);
    }
    if (alerts.filter((one) => one.userId === userId && one.kind === 'alert' && +one.at === +alert.at).length > 1)
      fail(`user ${userId.slice(-1)} was alerted twice of one minute`);
  };

  const checkMails = (): void => {
    for (const { id, kind, status, queuedAt, nextAttemptAt } of mails) {
      if (status === 'sent' && !accepted.has(`mail ${id}`)) fail(`mail ${id} is marked as sent, and was not`);
      const isForLong = kind === 'signal_result' || kind === 'weekly_digest';
      if (isForLong && status !== 'sent' && couldBeSent(queuedAt.getTime(), now)) fail(`mail ${id} is ${status}`);
      if (nextAttemptAt && nextAttemptAt.getTime() < now - longAgoMs) fail(`mail ${id} stands still`);
    }
    for (const id of new Set(alerts.map(({ userId }) => userId))) {
      const wanted = alerts.filter(({ userId }) => userId === id).length;
      const written = mails.filter(({ userId }) => userId === id).length;
      if (written !== wanted) fail(`user ${id.slice(-1)} has ${written} mails of ${wanted} alerts and results`);
    }
  };

  /** A minute that a process matched while nothing failed alerts everybody whose rule it fits. */
  const checkMinutes = (): void => {
    for (const [closedAt, forecasts] of cluster.minutes()) {
      if (!cluster.wasCalm(closedAt - enoughMs, closedAt + enoughMs) || closedAt > now - longAgoMs) continue;
      for (const [userId, since] of watchers.watchingSince) {
        const own = alerts.filter((one) => one.userId === userId && one.kind === 'alert');
        const before = own.filter(({ at }) => at.getTime() < closedAt).map(({ symbol }) => symbol);
        const fits = forecasts.some((one) => fitsWatcher(one) && !before.includes(one.symbol));
        if (fits && since < closedAt - enoughMs && !own.some(({ at }) => at.getTime() === closedAt))
          fail(`user ${userId.slice(-1)} was not alerted of ${new Date(closedAt).toISOString()}`);
      }
    }
  };

  for (const alert of alerts) checkAlert(alert);
  for (const { userId, kind } of alerts)
    if (isWatcher(userId) !== (kind === 'alert')) fail(`user ${userId.slice(-1)} got an ${kind} without a rule`);
  checkMails();
  checkMinutes();
  for (const { id } of await read<{ id: string }>(withoutResultQuery, new Date(now - enoughMs)))
    fail(`signal ${id} is settled, and its user was not notified`);
  return errors;
}
