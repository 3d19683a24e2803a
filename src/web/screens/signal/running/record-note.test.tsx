import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { RecordNote } from './record-note.tsx';

test('names the entry of the signal, whose page checks it', async () => {
  renderPage(<RecordNote signal={aLiveSignal({ recordIndex: 7 })} />);
  expect((await screen.findByRole('link', { name: 'No. 7' })).getAttribute('href')).toBe('/en/record/7');
});

test('links nothing where no record is kept, as of replayed prices', () => {
  renderPage(<RecordNote signal={aLiveSignal({ recordIndex: null })} />);
  expect(screen.queryByRole('link')).toBeNull();
});
