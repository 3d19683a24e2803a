const key = 'left-for-broker';

/** Notes in this tab that the user goes to the broker by our link. */
export function noteBrokerVisit(): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // Without storage the returned id waits for a press.
  }
}

/** Whether this tab went to the broker by our link: no one else's link can bring an id then. */
export function hasLeftForBroker(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function clearBrokerVisit(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
