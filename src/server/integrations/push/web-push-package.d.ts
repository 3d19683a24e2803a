/** The part of the package that we use; it has no types of its own. */
declare module 'web-push' {
  interface RequestDetails {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string | number>>;
    readonly body: Buffer;
  }
  interface WebPush {
    generateVAPIDKeys(): { readonly publicKey: string; readonly privateKey: string };
    generateRequestDetails(
      subscription: {
        readonly endpoint: string;
        readonly keys: { readonly p256dh: string; readonly auth: string };
      },
      payload: string,
      options: {
        readonly vapidDetails: {
          readonly subject: string;
          readonly publicKey: string;
          readonly privateKey: string;
        };
        readonly TTL: number;
        readonly urgency: 'high';
        readonly topic: string;
      },
    ): RequestDetails;
  }
  const webPush: WebPush;
  export default webPush;
}
