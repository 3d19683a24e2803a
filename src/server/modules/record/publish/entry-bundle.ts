/** The largest entry, in bytes: its length is stated in 16 bits. */
const maxEntryBytes = 65_535;

/**
 * Canonical leaves as C2SP tlog-tiles bundles them: each preceded by its length, big-endian uint16.
 * Throws a RangeError for an entry that is too long.
 */
export function writeBundle(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      if (bytes.length > maxEntryBytes) throw new RangeError(`an entry of ${bytes.length} bytes fits no bundle`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** Throws a RangeError when the last entry is incomplete. */
export function parseBundle(bundle: Buffer): string[] {
  const entries: string[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + bundle.readUInt16BE(at);
    if (end > bundle.length) throw new RangeError('the last entry of the bundle is incomplete');
    entries.push(bundle.toString('utf8', at + 2, end));
    at = end;
  }
  return entries;
}
