const key = 'reloaded-for';

/**
 * False when this address was already reloaded since a page last loaded completely, to prevent a
 * reload loop.
 */
export function reloadOnce(address: string): boolean {
  try {
    if (sessionStorage.getItem(key) === address) return false;
    sessionStorage.setItem(key, address);
  } catch {
    // Without storage nothing would stop a reload loop.
    return false;
  }
  location.reload();
  return true;
}

/** The page has loaded completely, so a later failure counts as a new one. */
export function clearReloadMark(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
