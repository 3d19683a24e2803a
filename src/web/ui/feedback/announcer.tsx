import { createStore, useStore } from '#web/create-store.ts';

const message = createStore('');

export const announce = (text: string): void => message.set(text);

/** The live region of the announcements; once in a layout. */
export function Announcements() {
  return (
    <output className="sr-only" aria-live="polite">
      {useStore(message)}
    </output>
  );
}
