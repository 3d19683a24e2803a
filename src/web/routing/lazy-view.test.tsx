import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SelfHealing } from '../ui/feedback/self-healing.tsx';
import { lazyView } from './lazy-view.tsx';

const Name = ({ name }: { readonly name: string }) => <p>{name}</p>;

test('shows the fallback until the component is loaded, and nothing else after', async () => {
  const View = lazyView(async () => ({ default: Name }), <p>loading</p>);
  render(<View name="Kurs" />);
  expect(document.body.textContent).toBe('loading');
  await act(() => View.load());
  expect(document.body.textContent).toBe('Kurs');
});

test('throws a failed load to the boundary, and repeats it when it is mounted again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fetchModule = vi.fn(async () => ({ default: Name }));
  fetchModule.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const View = lazyView(fetchModule, <p>loading</p>);
  const page = (
    <SelfHealing isOptional>
      <View name="Kurs" />
    </SelfHealing>
  );
  const first = render(page);
  await vi.waitFor(() => expect(document.body.textContent).toBe(''));
  first.unmount();
  render(page);
  await screen.findByText('Kurs');
  expect(fetchModule).toHaveBeenCalledTimes(2);
});
