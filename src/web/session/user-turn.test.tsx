import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { endSession, signIn, useUserTurn } from './session-store.ts';

function Note() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}

const NoteOfUser = () => <Note key={useUserTurn()} />;

test('what a page remembers stays with its user: it survives an expired session, and is gone for the next user', async () => {
  const enter = (id: string) => {
    stubServer({
      'POST /api/login': {
        accessToken: 'token',
        user: aUser({ id: `${id}a3cb6f1-6f0e-4c70-8a3e-3b1de1a7c111` }),
      },
    });
    return signIn({ email: 'olena@kurs.example', password: 'Password-1' });
  };
  await render(<NoteOfUser />);
  const press = () => page.getByRole('button').click();
  await press();
  await enter('1');
  await expect.element(page.getByRole('button')).toHaveTextContent('1');
  endSession();
  await enter('1');
  await expect.element(page.getByRole('button')).toHaveTextContent('1');
  await enter('2');
  await expect.element(page.getByRole('button')).toHaveTextContent('0');
  await press();
  endSession();
  await enter('1');
  await expect.element(page.getByRole('button')).toHaveTextContent('0');
});
