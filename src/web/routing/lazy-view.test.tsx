import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { SelfHealing } from '../ui/feedback/self-healing.tsx';
import { lazyView } from './lazy-view.tsx';

const Name = ({ name }: { readonly name: string }) => <p>{name}</p>;

test('shows the fallback until the component is loaded, and nothing else after', async () => {
  const loaded = Promise.withResolvers<{ default: typeof Name }>();
  const View = lazyView(() => loaded.promise, <p>loading</p>);
  await render(<View name="Kurs" />);
  expect(document.body.textContent.trim()).toBe('loading');
  loaded.resolve({ default: Name });
  await expect.poll(() => document.body.textContent.trim()).toBe('Kurs');
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
  const first = await render(page);
  await expect.poll(() => document.body.textContent.trim()).toBe('');
  await first.unmount();
  await render(page);
  await expect.poll(() => document.body.textContent.trim()).toBe('Kurs');
  expect(fetchModule).toHaveBeenCalledTimes(2);
});
