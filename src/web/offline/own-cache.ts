/** A user's own data, as last read. Only pages write and read it. */
const name = 'kurs-own-1';

/** Without storage there is no offline copy. */
export async function saveOwn(address: string, value: object): Promise<void> {
  try {
    await (await caches.open(name)).put(address, Response.json(value));
  } catch {
    // Nothing is saved.
  }
}

/** Null: nothing is saved. It may be of another version. */
export async function readOwn(address: string): Promise<unknown> {
  try {
    const saved = await (await caches.open(name)).match(address);
    return saved ? await saved.json() : null;
  } catch {
    return null;
  }
}

export async function deleteOwn(address: string): Promise<void> {
  await (await caches.open(name)).delete(address);
}

/** At sign-out. */
export async function deleteAllOwn(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(name).catch(() => false);
}
