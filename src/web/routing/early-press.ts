interface Early {
  /** Set by the boot script; ends its listening. */
  readonly takeEarlyPress?: () => HTMLElement | null;
}

/**
 * The button or form pressed last before React came. Called just before React takes the page over: from then on it
 * keeps what is pressed itself. The answer presses again, once the page listens.
 */
export function takeEarlyPress(): () => void {
  const pressed = (globalThis as Early).takeEarlyPress?.() ?? null;
  return () => {
    if (!pressed?.isConnected) return;
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
    else pressed.click();
  };
}
