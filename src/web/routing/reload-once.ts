import type { Step } from '../small-router/stepper.ts';

const key = 'reloaded-for';

/** Asks the server for the address itself. False when that has been tried for the same one since a page last came whole: it would go on for ever. */
export function reloadOnce(address: string, by: Step['by'] = 'pop'): boolean {
  try {
    if (sessionStorage.getItem(key) === address) return false;
    sessionStorage.setItem(key, address);
  } catch {
    // Where nothing can be remembered, nothing would end the reloading.
    return false;
  }
  if (by === 'push') location.assign(address);
  else location.replace(address);
  return true;
}

/** The page has come whole: a failure from now on is a new one. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was remembered.
  }
}
