import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountPaths } from '#contract/paths.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { RobotCheck, useRobotCheck } from './robot-check.tsx';

function Form() {
  return (
    <form>
      <RobotCheck control={useRobotCheck()} error={null} />
    </form>
  );
}

test('a page that was opened over http says so, and where to go', async () => {
  vi.stubGlobal('isSecureContext', false);
  stubServer({ [`GET ${accountPaths.captcha}`]: { kind: 'altcha', siteKey: null } });
  const user = renderPage(<Form />);
  await user.click(screen.getByRole('checkbox'));
  const message = await screen.findByText(/open over http/);
  expect(message.textContent).toContain(`https://${location.hostname}`);
});
