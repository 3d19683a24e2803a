/** When the focused element was removed, focuses `next`, else the beginning of the content. */
export function focusIfLost(next: HTMLElement | null | undefined): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && activeElement.isConnected) return;
  (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
}
