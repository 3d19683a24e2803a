import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { ActionDialog } from './action-dialog.tsx';

interface Opened {
  readonly act?: () => Promise<unknown>;
  readonly isReady?: boolean;
  readonly variant?: 'default' | 'cautious' | 'danger' | 'operator';
}

const button = (name: string) => page.getByRole('button', { name });

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
  await renderPage(<Opener {...options} />);
  await button('Open').click();
}

test('is a modal named by its title, with the text of the consequences', async () => {
  await open();
  await expect
    .element(page.getByRole('dialog', { name: 'Leave the contest?' }))
    .toMatchTextContent('Your number is deleted.');
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
});

test('is busy while the action runs, and performs it once', async () => {
  const sent = Promise.withResolvers<void>();
  const act = vi.fn(() => sent.promise);
  await open({ act });
  await button('Leave').dblClick();
  expect(act).toHaveBeenCalledTimes(1);
  await expect.element(button('Leave')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Leave')).toHaveAttribute('aria-disabled', 'true');
  sent.resolve();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('shows the error of the action, stays open and lets it be tried again', async () => {
  const act = vi
    .fn(() => Promise.resolve())
    .mockRejectedValueOnce(new ApiError({ code: 'contest_closed', message: 'Too late.' }));
  await open({ act });
  await button('Leave').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too late.');
  await expect.element(button('Leave')).toHaveAttribute('aria-busy', 'false');
  await button('Leave').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('cannot be confirmed before its fields are ready, by Enter neither', async () => {
  const act = vi.fn(() => Promise.resolve());
  await open({ act, isReady: false });
  await expect.element(button('Leave')).toBeDisabled();
  await userEvent.type(page.getByRole('textbox', { name: 'Reason' }), 'x{Enter}');
  expect(act).not.toHaveBeenCalled();
});

test.each([
  ['default', ['Leave', 'Stay']],
  ['danger', ['Leave', 'Stay']],
  ['cautious', ['Stay', 'Leave']],
  ['operator', ['Stay', 'Leave']],
] as const)('a %s dialog has its buttons in the order %j', async (variant, order) => {
  await open({ variant });
  const names = page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names.filter((name) => order.some((one) => one === name))).toEqual(order);
});
