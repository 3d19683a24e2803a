const key = 'reloaded-for';

/** False when this address was already reloaded since a page last loaded completely: it would go on forever. */
export function reloadOnce(address: string): boolean {
  try {
    if (sessionStorage.getItem(key) === address) return false;
    sessionStorage.setItem(key, address);
  } catch {
    // Without storage nothing would end the reloading.
    return false;
  }
  location.reload();
  return true;
}

/** The page has loaded completely: a failure from now on is a new one. */
export function clearReloadMark(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
