import { MailDelayed, type MailServer } from '#server/integrations/mail/mail.ts';
import type { SendPush } from '#server/integrations/push/push.ts';
import type { Telegram } from '#server/integrations/telegram/telegram.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

/** What a push service, Telegram, or a mail server has accepted. */
export interface Accepted {
  readonly channel: 'push' | 'telegram' | 'mail';
  /** By which a repetition is recognised: endpoint and topic, chat and text, id of the mail. */
  readonly id: string;
  readonly text: string;
  readonly to: string;
  /** The true time, milliseconds. */
  readonly at: number;
  /** By the clock of the sender, when it began to send. */
  readonly sentAt: number;
}

interface Channels {
  readonly push: SendPush;
  readonly transport: MailServer;
  readonly telegram: Telegram;
}

/** Devices, chats and mailboxes of users, beyond a network. */
export interface SimulatedReceivers {
  reachedFrom(process: SimulatedProcess): Channels;
  /** Accept nothing until then. */
  isAwayUntil(time: number): void;
  /** In the order of their arrival. */
  readonly accepted: readonly Accepted[];
}

const delayMs = 300;

export function createSimulatedReceivers(world: World, chance: () => number): SimulatedReceivers {
  const accepted: Accepted[] = [];
  let awayUntil = 0;
  const later = (task: () => void): void => void world.at(world.now() + Math.floor(delayMs * chance()), task);
  const answer = (owner: ProcessState, task: () => void): void => {
    if (owner.pausedUntil > world.now()) world.at(owner.pausedUntil, () => answer(owner, task));
    else if (owner.isAlive) task();
  };

  /** What is on its way arrives, also when its sender dies. */
  const deliver = ({ state, clock }: SimulatedProcess, message: Omit<Accepted, 'at' | 'sentAt'>): Promise<boolean> =>
    new Promise((resolve) => {
      const sentAt = clock.now();
      later(() => {
        const isAccepted = awayUntil <= world.now();
        if (isAccepted) accepted.push({ ...message, at: world.now(), sentAt });
        // A message may be accepted and its answer lost.
        later(() => answer(state, () => resolve(isAccepted && awayUntil <= world.now())));
      });
    });

  return {
    accepted,
    isAwayUntil: (time) => (awayUntil = Math.max(awayUntil, time)),
    reachedFrom: (process) => ({
      push: async (_identity, { endpoint }, { topic, payload }) => {
        const id = `${endpoint} ${topic}`;
        return (await deliver(process, { channel: 'push', id, text: payload, to: endpoint })) ? 'sent' : 'failed';
      },
      telegram: {
        readUsername: async () => 'kurs_bot',
        deleteWebhook: async () => undefined,
        // Nobody writes to the bot.
        getUpdates: () => new Promise(() => undefined),
        send: async (chatId, { text }) => {
          const id = `${chatId} ${text}`;
          return (await deliver(process, { channel: 'telegram', id, text, to: String(chatId) })) ? 'sent' : 'failed';
        },
      },
      transport: {
        verify: async () => undefined,
        send: async ({ id, text, to }) => {
          if (!(await deliver(process, { channel: 'mail', id, text, to }))) throw new MailDelayed('it is away');
        },
      },
    }),
  };
}
