import type { automaticUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const automaticEn: Translation<typeof automaticUk> = {
  /** How a run ended by itself. */
  end: {
    losses: { one: 'Stopped: {{n}} loss', other: 'Stopped: {{n}} losses in a row' },
    daily_limit: 'That’s all for today: {{n}} of {{limit}}',
    stopped_for_today: 'Signals stopped for today: you stopped them.',
    market_closed: 'The market is resting. The run has stopped.',
    access_lost: 'Run stopped: you can’t get signals right now.',
  },
  alerts: {
    onDevice: 'Signals on this device',
    sound: 'Sound',
    soundNote: 'For a signal and for a result.',
    vibration: 'Vibration',
    notifications: 'Browser notifications',
    notificationsNote: 'When this tab is in the background.',
    notificationsDenied: 'Your browser is blocking notifications. You can change that in its settings.',
    wakeLock: 'Keep the screen on',
    wakeLockNote: 'While a signal is running.',
    chase: 'Offer “Chase the outcome”',
    chaseNote: 'A martingale: the stake doubles.',
    unavailable: 'This browser doesn’t support it.',
  },
};
