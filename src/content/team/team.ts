import type { Language } from '#domain/language.ts';

export const teamRoles = ['models', 'prices', 'record', 'product', 'risk', 'support'] as const;
type TeamRole = (typeof teamRoles)[number];

interface Person {
  readonly name: string;
  readonly role: TeamRole;
  readonly about: Readonly<Record<Language, string>>;
}

/**
 * Filled in by the operator with people who agreed to be named. While empty, the page describes
 * roles.
 */
export const people: readonly Person[] = [];
