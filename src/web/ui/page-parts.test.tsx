import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { Button } from './button.tsx';
import { usePreservedFocus } from './focus.ts';
import { SelfHealing } from './feedback/self-healing.tsx';
import { showError, Toasts, useToastAction } from './feedback/toast.tsx';

const button = (name: string) => page.getByRole('button', { name });

test('an error stays until it is closed, and a repeated one is shown once', async () => {
  await renderPage(<Toasts />);
  showError('The file could not be saved.');
  showError('The file could not be saved.');

  await expect.element(page.getByText('The file could not be saved.')).toHaveLength(1);
  await button('Close').click();
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
});

test('a button keeps the focus while its action is busy, and starts it once', async () => {
  const save = vi.fn(() => new Promise(() => {}));
  const Saving = () => <Button look="p" action={useToastAction(save)} text="Save" />;
  await renderPage(<Saving />);
  await button('Save').click();
  await userEvent.keyboard('{Enter}');
  expect(button('Save').element().matches('[aria-busy="true"]:focus:not(:disabled)')).toBe(true);
  expect(save).toHaveBeenCalledOnce();
});

describe('a part that fails', () => {
  let failures = 0;
  /** Throws until so many errors have been caught and logged; how often React tries a part that throws is its affair. */
  function Broken() {
    if (vi.mocked(console.error).mock.calls.length < failures) throw new Error('broken');
    return <p>The part</p>;
  }
  const renderParts = (times: number, isOptional = false) => {
    vi.spyOn(console, 'error')
      .mockImplementation(() => undefined)
      .mockClear();
    failures = times;
    return renderPage(
      <>
        <p>The page</p>
        <SelfHealing isOptional={isOptional}>
          <Broken />
        </SelfHealing>
      </>,
    );
  };

  test('is rendered again', async () => {
    await renderParts(3);
    expect(document.body.textContent.trim()).toBe('The pageThe part');
  });

  test('again and again leaves the rest of the page, and can be tried again', async () => {
    await renderParts(4);
    expect(document.body.textContent.trim()).toMatch(/^The pageSomething went wrong/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => document.body.textContent.trim()).toBe('The pageThe part');
  });

  test('is omitted when it is optional', async () => {
    await renderParts(4, true);
    expect(document.body.textContent.trim()).toBe('The page');
  });
});

function Steps() {
  const [step, setStep] = useState(1);
  usePreservedFocus(String(step));
  return (
    <main tabIndex={-1}>
      {step === 1 && (
        <button type="button" onClick={() => setStep(2)}>
          Go on
        </button>
      )}
      <button type="button">Stays</button>
    </main>
  );
}

test('when a state change removes the focused button, the content takes the focus', async () => {
  await renderPage(<Steps />);
  await button('Go on').click();
  await expect.element(page.getByRole('main')).toHaveFocus();
});
