/** Separate from the schemas, so that the browser's event stream does not bundle the validator. */
export const eventNames = ['tick', 'signal', 'result', 'balance', 'session', 'market', 'checkpoint'] as const;
export type EventName = (typeof eventNames)[number];
