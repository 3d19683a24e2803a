import type pg from 'pg';

export const toText = (query: string | pg.QueryConfig): string => (typeof query === 'string' ? query : query.text);
