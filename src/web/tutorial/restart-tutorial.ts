const eventName = 'tutorial-reset';

/** Pressed before the tutorial was loaded. */
let isRequested = false;

/** Resets the progress of every tour and starts again. Works on any page of the main layout. */
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
