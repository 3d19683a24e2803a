import type { SignalAlertContent } from '#server/deliveries/message.ts';
import { chatMessage } from '#server/deliveries/channels.ts';
import type { AlertRow } from '#server/modules/alerts/alerts.repository.ts';
import { getEmail } from '../people.ts';
import type { Accepted } from '../simulated/simulated-receivers.ts';
import { toChat } from '../simulated/simulated-watchers.ts';
import { alertEndErrors, type AlertDependencies } from './alert-end-errors.ts';
import { getEnd, readAlerts, toTopic } from './stored-alerts.ts';

/** Alerts and their messages: what was accepted was stored, in time, and sent once. */
export interface AlertInvariants {
  /** Null, or what is wrong with a message that was accepted since. */
  readOn(): Promise<string | null>;
  /** What is lost now that the failures are over. */
  finish(): Promise<readonly string[]>;
}

export function createAlertInvariants(needs: AlertDependencies): AlertInvariants {
  const { sandbox, cluster, receivers, watchers } = needs;
  const watchersAddresses = watchers.ids.map(getEmail);
  const firstByKey = new Map<string, Accepted>();
  let read = 0;

  const repetitionError = (one: Accepted): string | null => {
    const key = `${one.channel} ${one.id}`;
    const first = firstByKey.get(key) ?? one;
    firstByKey.set(key, first);
    return first !== one && cluster.wasCalm(first.at, one.at) ? 'was sent twice' : null;
  };

  /** Others are sent mails of results and digests, which are never late. */
  const isOfAlert = ({ channel, to }: Accepted): boolean => channel !== 'mail' || watchersAddresses.includes(to);

  const lateError = (one: Accepted, alerts: readonly AlertRow[]): string | null => {
    if (!isOfAlert(one)) return null;
    const alert = alerts.find((row) => matchesAlert(row, one));
    if (!alert) return 'is not stored';
    return one.sentAt < getEnd(alert) ? null : 'was sent late';
  };

  return {
    readOn: async () => {
      const fresh = receivers.accepted.slice(read);
      if (fresh.length === 0) return null;
      read = receivers.accepted.length;
      const alerts = await readAlerts(sandbox);
      for (const one of fresh) {
        const error = repetitionError(one) ?? lateError(one, alerts);
        if (error !== null) return `${one.channel} to ${one.to} ${error}`;
      }
      return null;
    },
    finish: () => alertEndErrors(needs),
  };
}

/** As it was queued. */
const toContent = ({ content }: AlertRow): SignalAlertContent =>
  ({ kind: 'signal_alert', unsubscribe: '', ...content }) as unknown as SignalAlertContent;

/** Whether a message is of this alert. */
function matchesAlert(alert: AlertRow, { channel, id, text, to }: Accepted): boolean {
  if (channel === 'push') return id.endsWith(toTopic(alert));
  if (alert.kind !== 'alert') return false;
  if (channel === 'telegram')
    return to === String(toChat(alert.userId)) && text === chatMessage(toContent(alert), 'en').text;
  return to === getEmail(alert.userId) && text.includes(String(alert.content.link));
}
