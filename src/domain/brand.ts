/** What a member of the operator's team may be named for; the page about us describes each. */
export const teamRoles = ['models', 'prices', 'record', 'product', 'risk', 'support'] as const;

/** In the order of their links. */
export const socialNetworks = ['telegram', 'youtube', 'instagram', 'facebook', 'tiktok', 'x', 'discord'] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
