import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { ActionDialog } from './action-dialog.tsx';

interface Opened {
  readonly act?: () => Promise<unknown>;
  readonly isReady?: boolean;
  readonly variant?: 'default' | 'cautious' | 'danger' | 'operator';
}

const button = (name: string) => screen.getByRole('button', { name });

/** Opened by its button, as every dialog of the product is. */
function Opener({ act = () => Promise.resolve(), ...options }: Opened) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <ActionDialog
          title="Leave the contest?"
          confirm="Leave"
          cancel="Stay"
          act={act}
          onDone={() => setIsOpen(false)}
          onClose={() => setIsOpen(false)}
          {...options}
        >
          <p>Your number is deleted.</p>
          <input aria-label="Reason" />
        </ActionDialog>
      )}
    </>
  );
}

async function open(options: Opened = {}) {
  const user = renderPage(<Opener {...options} />);
  await user.click(button('Open'));
  return user;
}

test('is a modal named by its title, with the text of the consequences', async () => {
  await open();
  expect(screen.getByRole('dialog', { name: 'Leave the contest?' }).textContent).toContain('Your number is deleted.');
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('is busy while the action runs, and performs it once', async () => {
  const sent = Promise.withResolvers<void>();
  const act = vi.fn(() => sent.promise);
  const user = await open({ act });
  await user.dblClick(button('Leave'));
  expect(act).toHaveBeenCalledTimes(1);
  expect(button('Leave').getAttribute('aria-busy')).toBe('true');
  expect(button('Leave').getAttribute('aria-disabled')).toBe('true');
  sent.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows the error of the action, stays open and lets it be tried again', async () => {
  const act = vi
    .fn(() => Promise.resolve())
    .mockRejectedValueOnce(new ApiError({ code: 'contest_closed', message: 'Too late.' }));
  const user = await open({ act });
  await user.click(button('Leave'));
  expect(screen.getByRole('alert').textContent).toBe('Too late.');
  expect(button('Leave').getAttribute('aria-busy')).toBe('false');
  await user.click(button('Leave'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('cannot be confirmed before its fields are ready, by Enter neither', async () => {
  const act = vi.fn(() => Promise.resolve());
  const user = await open({ act, isReady: false });
  expect(button('Leave')).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'x{Enter}');
  expect(act).not.toHaveBeenCalled();
});

test.each([
  ['default', ['Leave', 'Stay']],
  ['danger', ['Leave', 'Stay']],
  ['cautious', ['Stay', 'Leave']],
  ['operator', ['Stay', 'Leave']],
] as const)('a %s dialog has its buttons in the order %j', async (variant, order) => {
  await open({ variant });
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter((name) => order.some((one) => one === name))).toEqual(order);
});
