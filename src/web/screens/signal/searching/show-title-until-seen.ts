/** Names the tab until the page is looked at; at once nothing if it already is. */
export function showTitleUntilSeen(title: string): void {
  if (isSeen()) return;
  const own = document.title;
  document.title = title;
  const restore = (): void => {
    if (!isSeen()) return;
    // Another screen may have set its own title by now.
    if (document.title === title) document.title = own;
    document.removeEventListener('visibilitychange', restore);
    removeEventListener('focus', restore);
  };
  document.addEventListener('visibilitychange', restore);
  addEventListener('focus', restore);
}

const isSeen = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
