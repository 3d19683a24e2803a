declare global {
  /** Set by the boot script; returns the element pressed and stops its listener. */
  var takeEarlyPress: (() => HTMLElement | null) | undefined;
}

/**
 * Returns the button or form last pressed before hydration. Called just before hydration, because
 * React then replays events itself. The returned function repeats the press once the page handles
 * input.
 */
export function takeEarlyPress(): () => void {
  const pressed = globalThis.takeEarlyPress?.() ?? null;
  return () => {
    if (!pressed?.isConnected) return;
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
    else pressed.click();
  };
}
