import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { RecordNote } from './record-note.tsx';

test('names the entry of the signal, whose page checks it', async () => {
  await renderPage(<RecordNote signal={aLiveSignal({ recordIndex: 7 })} />);
  await expect.element(page.getByRole('link', { name: 'No. 7' })).toHaveAttribute('href', '/en/record/7');
});

test('links nothing where no record is kept, as of replayed prices', async () => {
  await renderPage(<RecordNote signal={aLiveSignal({ recordIndex: null })} />);
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
