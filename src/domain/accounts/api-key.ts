/** What an API key may do: read own figures and prices, or request and take signals. */
export const apiKeyScopes = ['read', 'signals'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Keys of one user that have not expired. */
export const maxApiKeys = 10;
