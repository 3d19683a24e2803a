import type { Component } from '../component.ts';
import { hasDuty, type Role } from '../role.ts';
import type { ServerModule } from '../server-module.ts';

/** What a process of this role runs of modules, in their order. */
export const partsOfRole = (role: Role) => {
  const isOwn = ({ duty }: Component): boolean => duty === undefined || hasDuty(role, duty);
  const servesUsers = hasDuty(role, 'serve');
  return {
    servesUsers,
    routesOf: (modules: readonly ServerModule[]) => (servesUsers ? modules.flatMap(({ routes }) => routes) : []),
    componentsOf: (modules: readonly Pick<ServerModule, 'components'>[]): readonly Component[] =>
      modules.flatMap(({ components }) => components).filter(isOwn),
  };
};
