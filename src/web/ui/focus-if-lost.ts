/** What was focused has gone from the page: the focus goes on where it makes sense, else to the content's beginning. */
export function focusIfLost(next: HTMLElement | null | undefined): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && activeElement.isConnected) return;
  (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
}
