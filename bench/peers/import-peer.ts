import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const resolver = createRequire(new URL('./packages/package.json', import.meta.url));

/** The file a peer begins with. */
export const peerFile = (name: string): URL => pathToFileURL(resolver.resolve(name));

/**
 * A peer, by name: the peers are no dependencies of the product, and its types must not ask for them. What is used of one is
 * its caller's to say.
 */
export const importPeer = async <T>(name: string): Promise<T> => (await import(peerFile(name).href)) as T;
