/** Apart from the shapes, so that the browser's stream carries no validator. */
export const eventsPath = '/api/events';

export const eventNames = ['tick', 'signal', 'result', 'balance', 'session', 'market', 'checkpoint'] as const;
export type EventName = (typeof eventNames)[number];
