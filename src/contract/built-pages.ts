/** Where bare `/` sends visitors without scripts: the server redirects them to their language. */
export const withoutScriptsPath = '/?without-scripts';

/**
 * Placeholder for the site's address in built pages. Only the operator knows the address
 * (PUBLIC_URL), so the server inserts it at startup.
 */
export const originMark = 'https://origin.invalid';
