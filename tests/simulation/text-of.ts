import type pg from 'pg';

export const textOf = (query: string | pg.QueryConfig): string => (typeof query === 'string' ? query : query.text);
