import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
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
  stubServer({ 'GET /api/captcha': { kind: 'altcha', siteKey: null } });
  await renderPage(<Form />);
  await page.getByRole('checkbox').click();
  await expect.element(page.getByText(/open over http/)).toMatchTextContent(`https://${location.hostname}`);
});
