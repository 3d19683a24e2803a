import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contestPaths } from '#contract/paths.ts';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { aContest } from '#tests/support/browser/fake-contest.ts';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import type { Session } from '#web/session/session-store.ts';
import { useContest } from './contest.tsx';

const address = `GET ${contestPaths.contest}`;
const inside: Session = { kind: 'in', user: aUser(), secondFactor: 'off' };
const hook = (session: Session) => renderHook((given: Session) => useContest(given), { initialProps: session }).result;

test('waits until it is known who reads', async () => {
  const requests = stubServer({ [address]: aContest() });
  const { result, rerender } = renderHook((given: Session) => useContest(given), {
    initialProps: { kind: 'unknown' } as Session,
  });
  expect(result.current.state).toEqual({ kind: 'waiting' });
  expect(requests).toEqual([]);
  rerender(inside);
  await waitFor(() => expect(result.current.state.kind).toBe('read'));
  expect(requests).toEqual([address]);
});

test('is read again when another user signs in, or none', async () => {
  const requests = stubServer({ [address]: aContest() });
  const { result, rerender } = renderHook((given: Session) => useContest(given), { initialProps: inside as Session });
  await waitFor(() => expect(result.current.state.kind).toBe('read'));
  rerender({ kind: 'out' });
  await waitFor(() => expect(requests).toHaveLength(2));
});

test('an operator who runs no contest is not an error', async () => {
  stubServer({ [address]: anError(404, 'contest_off', 'No contest.') });
  const result = hook(inside);
  await waitFor(() => expect(result.current.state).toEqual({ kind: 'off' }));
});

test('a failed request is an error, until another one succeeds', async () => {
  stubServer({ [address]: anError(503, 'internal_error', 'Away.') });
  const result = hook(inside);
  await waitFor(() => expect(result.current.state).toEqual({ kind: 'failed' }));
  stubServer({ [address]: aContest() });
  act(() => result.current.refetch());
  await waitFor(() => expect(result.current.state.kind).toBe('read'));
});

test('a lost connection does not change what is shown', async () => {
  stubServer({ [address]: aContest() });
  const result = hook(inside);
  await waitFor(() => expect(result.current.state.kind).toBe('read'));
  const requests = stubServer({ [address]: anError(503, 'internal_error', 'Away.') });
  act(() => result.current.refetch());
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(result.current.state.kind).toBe('read');
});
