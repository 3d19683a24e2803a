import { listLinkedUsers } from './chats.repository.ts';
import type { ListLinked } from './telegram.api.ts';

/** Without a bot nobody is reached, also those who linked a chat while there was one. */
export const createListLinked = (hasBot: boolean): ListLinked => (hasBot ? listLinkedUsers : async () => new Set());
