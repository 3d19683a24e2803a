/** The part of the package that tests use; it has no types of its own. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Ece {
    decrypt(
      body: Buffer,
      options: { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: string },
    ): Buffer;
  }
  const ece: Ece;
  export default ece;
}
