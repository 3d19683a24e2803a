import { expect, it } from 'vitest';
import { TermEndedError } from '../database/connection.ts';
import { createLogger } from './logger.ts';

it('logs what a new leader refuses an earlier one as a fact, not as an error, and reports only errors', () => {
  const lines: string[] = [];
  const reported: unknown[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) }, (error) => reported.push(error));
  const broken = new Error('broken');
  log.error({ err: new TermEndedError(3) }, 'signing the record failed; retrying');
  log.error({ err: broken }, 'settlement failed; retrying');
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([30, 50]);
  expect(reported).toEqual([broken]);
});
