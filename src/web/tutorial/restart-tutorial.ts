const eventName = 'tutorial-reset';

/** Forgets what was seen of every tour, and begins again. On any page of the main layout. */
export const restartTutorial = (): void => void dispatchEvent(new Event(eventName));

export function onTutorialRestart(listener: () => void): () => void {
  addEventListener(eventName, listener);
  return () => removeEventListener(eventName, listener);
}
