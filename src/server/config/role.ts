export const roles = ['all', 'api', 'engine', 'worker'] as const;

/** What a process of the product does (ROLE). */
export type Role = (typeof roles)[number];

/**
 * `serve`: pages, calls and streams of users. `feed`: the market feed, bars and forecasts. `lead`:
 * entries, settlement, shadow forecasts and signing, by one process at a time. `work`: jobs.
 */
export type Duty = 'serve' | 'feed' | 'lead' | 'work';

const duties: Readonly<Record<Role, readonly Duty[]>> = {
  all: ['serve', 'feed', 'lead', 'work'],
  api: ['serve'],
  engine: ['feed', 'lead'],
  worker: ['work'],
};

export const hasDuty = (role: Role, duty: Duty): boolean => duties[role].includes(duty);
