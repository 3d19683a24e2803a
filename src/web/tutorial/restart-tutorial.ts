const eventName = 'tutorial-reset';

/** Pressed before the tutorial was there to hear it. */
let isRequested = false;

/** Forgets what was seen of every tour, and begins again. On any page of the main layout. */
export function restartTutorial(): void {
  isRequested = true;
  dispatchEvent(new Event(eventName));
}

export function onTutorialRestart(restart: () => void): () => void {
  const listener = (): void => {
    if (isRequested) restart();
    isRequested = false;
  };
  listener();
  addEventListener(eventName, listener);
  return () => removeEventListener(eventName, listener);
}
