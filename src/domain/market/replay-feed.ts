/** A replay that each start begins at another position, because no instant of its own was set. */
export const restartingReplay = 'replay';

/** Any replay, by the id of its feed: its times are not those of the wall clock. */
export const isReplay = (feed: string): boolean => feed === restartingReplay || feed.startsWith(`${restartingReplay}:`);
