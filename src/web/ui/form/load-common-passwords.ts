let loading: Promise<Uint8Array> | undefined;

/** Loaded once, and again after an error. The password itself is compared here and sent nowhere. */
export function loadCommonPasswords(): Promise<Uint8Array> {
  loading ??= fetchFilter().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchFilter(): Promise<Uint8Array> {
  const answer = await fetch(new URL('./common-passwords.bin', import.meta.url).href);
  if (!answer.ok) throw new Error(`the list of common passwords was answered with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
