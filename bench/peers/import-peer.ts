import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const resolver = createRequire(new URL('./packages/package.json', import.meta.url));

/** The entry file of a peer. */
export const peerFile = (name: string): URL => pathToFileURL(resolver.resolve(name));

/**
 * Imports a peer by name: the peers are no dependencies of the product, so its types must not
 * require them. The caller declares the type of what it uses.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the comment above states
export const importPeer = async <T>(name: string): Promise<T> => (await import(peerFile(name).href)) as T;
