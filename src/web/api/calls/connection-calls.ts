import type { z } from 'zod';
import { alertPaths, telegramPaths } from '#contract/paths.ts';
import type {
  AlertSettings,
  CurrentWatch,
  PushDevice,
  PushDevices,
  PushKey,
  PushSubscriptionBody,
  Watch,
  WatchBody,
} from '#contract/alerts.ts';
import type { TelegramConnection, TelegramLink } from '#contract/telegram.ts';
import { fillPath, getJson, sendRequest } from '../request.ts';

export const getAlerts = (): Promise<AlertSettings> => getJson(alertPaths.alerts);
export const changeAlerts = (body: AlertSettings): Promise<AlertSettings> =>
  getJson(alertPaths.alerts, { method: 'PUT', body });

export const getWatch = (): Promise<CurrentWatch> => getJson(alertPaths.watch);
export const addWatch = (body: WatchBody): Promise<Watch> => getJson(alertPaths.watch, { method: 'POST', body });
export const endWatch = (): Promise<void> => sendRequest(alertPaths.watch, { method: 'DELETE' });

export const getPushKey = async (): Promise<string> => (await getJson<z.infer<typeof PushKey>>(alertPaths.pushKey)).key;
export const addPushDevice = (body: PushSubscriptionBody): Promise<void> =>
  sendRequest(alertPaths.pushSubscriptions, { method: 'POST', body });
export const listPushDevices = async (): Promise<PushDevice[]> =>
  (await getJson<z.infer<typeof PushDevices>>(alertPaths.pushSubscriptions)).items;
export const endPushDevice = (id: string): Promise<void> =>
  sendRequest(fillPath(alertPaths.pushSubscription, id), { method: 'DELETE' });

export const getTelegram = (): Promise<TelegramConnection> => getJson(telegramPaths.link);
export const createTelegramLink = (): Promise<TelegramLink> => getJson(telegramPaths.link, { method: 'POST' });
export const endTelegramLink = (): Promise<void> => sendRequest(telegramPaths.link, { method: 'DELETE' });
