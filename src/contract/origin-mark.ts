/**
 * Stands in built pages wherever the address of the site belongs, since only its operator knows that (PUBLIC_URL): the
 * server puts it in when it starts.
 */
export const originMark = 'https://origin.invalid';
