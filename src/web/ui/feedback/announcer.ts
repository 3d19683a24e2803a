import { createStore, useStore } from '#web/create-store.ts';

const message = createStore('');

/** Announces a text to screen readers, politely. The live region is in the layout. */
export const announce = (text: string): void => message.set(text);

export const useAnnouncement = (): string => useStore(message);
